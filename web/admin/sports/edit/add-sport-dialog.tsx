import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { RoundBody } from '../../../../api/contract/rounds.ts'
import type { SeasonList } from '../../../../api/contract/seasons.ts'
import { calling } from '../../../server/api.ts'
import { Button } from '../../../ui/button.tsx'
import { useCommand } from '../../command/command.ts'
import { FormDialog } from '../../command/form-dialog.tsx'
import { showProblems } from '../../command/form-problems.tsx'
import { SportFields } from './sport-fields.tsx'
import { emptySport, toRoundBody } from './sport-values.ts'

const fallback = 'Failed to create round'
const asDraft = ({ sportName }: RoundBody) => `${sportName} is added as a draft`

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
  const [last, setLast] = useState<RoundBody | null>(null)
  const command = {
    send: calling('POST /admin/rounds'),
    fallback,
    onProblem: (error: Error) => showProblems(form, error, fallback),
  }
  const close = (added: RoundBody | null) => {
    if (added) onAdded(added.seasonId)
    onClose()
  }
  const add = useCommand<RoundBody>({
    ...command,
    success: (_, body) => asDraft(body),
    onDone: (_, body) => close(body),
  })
  const addAnother = useCommand<RoundBody>({
    ...command,
    onDone: (_, body) => {
      setLast(body)
      form.reset({ ...form.getValues(), sportName: '', teams: '', emailMessage: '' })
    },
  })
  useEffect(() => {
    if (last) form.setFocus('sportName')
  }, [last, form.setFocus])
  const busy = add.busy || addAnother.busy
  const submit = (run: (body: RoundBody) => void) =>
    form.handleSubmit((values) => busy || run(toRoundBody(values)))
  return (
    <FormDialog
      title="Add Sport"
      description={
        <span role="status">
          {last
            ? `${asDraft(last)}. The next one starts with its season, lock time and timezone.`
            : 'It starts as a draft: nobody gets mail until you activate it.'}
        </span>
      }
      action="Add Sport"
      busy={busy}
      otherActions={
        <Button variant="secondary" busy={addAnother.busy} onClick={submit(addAnother.run)}>
          Add Another
        </Button>
      }
      problem={form.formState.errors.root?.message}
      onSubmit={submit(add.run)}
      onClose={() => close(last)}
    >
      <SportFields form={form} seasons={seasons} status="draft" />
    </FormDialog>
  )
}
