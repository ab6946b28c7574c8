import { useForm } from 'react-hook-form'
import type { RoundBody } from '../../../api/contract/rounds.ts'
import type { SeasonList } from '../../../api/contract/seasons.ts'
import { createRound } from '../../client.ts'
import { useCommand } from '../command.ts'
import { FormDialog } from '../form-dialog.tsx'
import { showProblems } from '../form-problems.tsx'
import { SportFields } from './sport-fields.tsx'
import { emptySport, toRoundBody } from './sport-values.ts'

const fallback = 'Failed to create round'

type AddSportDialogProps = {
  seasons: SeasonList
  preset: SeasonList[number]
  timezone: string
  onAdded: (seasonId: number) => void
  onClose: () => void
}

export function AddSportDialog({ seasons, preset, timezone, onAdded, onClose }: AddSportDialogProps) {
  const seasonId = seasons.includes(preset) ? String(preset.id) : ''
  const form = useForm({ defaultValues: { ...emptySport, seasonId, timezone } })
  const add = useCommand<RoundBody>({
    send: createRound,
    fallback,
    success: (_, { sportName }) => `${sportName} is added as a draft`,
    onDone: (_, body) => {
      onAdded(body.seasonId)
      onClose()
    },
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <FormDialog
      title="Add Sport"
      description="It starts as a draft: nobody gets mail until you activate it."
      action="Add Sport"
      busy={add.busy}
      problem={form.formState.errors.root?.message}
      onSubmit={form.handleSubmit((values) => add.run(toRoundBody(values)))}
      onClose={onClose}
    >
      <SportFields form={form} seasons={seasons} status="draft" />
    </FormDialog>
  )
}
