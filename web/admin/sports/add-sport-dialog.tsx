import { useForm } from 'react-hook-form'
import type { RoundBody } from '#api/contract/rounds'
import type { SeasonList } from '#api/contract/seasons'
import { createRound } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useCommand } from '../command.ts'
import styles from '../form.module.css'
import { FormProblem, showProblems } from '../form-problems.tsx'
import { SportFields } from './sport-fields.tsx'
import { emptySport, toRoundBody } from './sport-values.ts'

const fallback = 'Failed to create round'

type AddSportDialogProps = {
  /** Those that take new sports. */
  seasons: SeasonList
  /** The season on the screen. */
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
    <Dialog
      open
      onClose={onClose}
      busy={add.busy}
      title="Add Sport"
      description="It starts as a draft: nobody gets mail until you activate it."
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={form.handleSubmit((values) => add.run(toRoundBody(values)))}
      >
        <SportFields form={form} seasons={seasons} status="draft" />
        <FormProblem text={form.formState.errors.root?.message} />
        <DialogActions>
          <Button variant="secondary" disabled={add.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={add.busy}>
            Add Sport
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
