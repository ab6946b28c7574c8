import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { RoundChanges } from '#api/contract/rounds'
import { updateRound } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { roundQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { useCommand } from '../command.ts'
import styles from '../form.module.css'
import { FormProblem, showProblems } from '../form-problems.tsx'
import type { SportDialogProps } from './sport-dialog.tsx'
import { SportFields } from './sport-fields.tsx'
import { emptySport, toRoundChanges, valuesOf } from './sport-values.ts'

const fallback = 'Failed to update round'

export function EditSportDialog({ round, onClose }: SportDialogProps) {
  const details = useQuery(roundQuery(round.id))
  const form = useForm({
    defaultValues: emptySport,
    ...(details.data && { values: valuesOf(details.data) }),
    // Somebody else may change the sport meanwhile. What was typed here stays.
    resetOptions: { keepDirtyValues: true },
  })
  const save = useCommand<RoundChanges>({
    send: (changes) => updateRound(round.id, changes),
    fallback,
    success: (_, { sportName }) => `${sportName} is saved`,
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <Dialog open onClose={onClose} busy={save.busy} title={`Edit ${round.sport_name}`}>
      <Loaded query={details} fallback="Failed to load round details">
        {(loaded) => (
          <form
            className={styles.form}
            noValidate
            onSubmit={form.handleSubmit((values) => save.run(toRoundChanges(values, valuesOf(loaded))))}
          >
            <SportFields form={form} status={loaded.status} />
            <FormProblem text={form.formState.errors.root?.message} />
            <DialogActions>
              <Button variant="secondary" disabled={save.busy} onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" busy={save.busy}>
                Save
              </Button>
            </DialogActions>
          </form>
        )}
      </Loaded>
    </Dialog>
  )
}
