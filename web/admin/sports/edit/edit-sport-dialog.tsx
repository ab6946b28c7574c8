import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { RoundChanges } from '../../../../api/contract/rounds.ts'
import { api, query } from '../../../server/api.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useCommand } from '../../command/command.ts'
import { field } from '../../command/field.ts'
import { DialogForm } from '../../command/form-dialog.tsx'
import { showProblems } from '../../command/form-problems.tsx'
import { ReasonInput, reasonNeeded } from '../../command/reason-input.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { isOpen } from '../../seasons/season-text.ts'
import { MissingPicks } from '../activate/missing-picks.tsx'
import type { SportDialogProps } from '../sport-menu.tsx'
import { SportFields } from './sport-fields.tsx'
import { emptySport, type SportValues, toRoundChanges, valuesOf } from './sport-values.ts'

const fallback = 'Failed to update round'

export function EditSportDialog({ round, onClose }: SportDialogProps) {
  const details = useQuery(query('GET /admin/rounds/{id}', round.id))
  const seasons = useQuery(query('GET /admin/seasons'))
  const form = useForm({
    defaultValues: emptySport,
    ...(details.data && { values: valuesOf(details.data) }),
    // Another admin may change the sport meanwhile. What was typed here stays.
    resetOptions: { keepDirtyValues: true },
  })
  const save = useCommand<RoundChanges>({
    send: (changes) => api('PUT /admin/rounds/{id}', round.id, changes),
    fallback,
    success: () => `${form.getValues('sportName').trim()} is saved`,
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <Dialog open onClose={onClose} busy={save.busy} title={`Edit ${round.sport_name}`}>
      <Loaded query={details} fallback="Failed to load round details">
        {(loaded) => (
          <DialogForm
            action="Save"
            busy={save.busy}
            problem={form.formState.errors.root?.message}
            onSubmit={form.handleSubmit((values) => {
              const changes = toRoundChanges(values, valuesOf(loaded))
              if (changes) save.run(changes)
              else onClose()
            })}
          >
            <SportFields
              form={form}
              status={loaded.status}
              {...(loaded.status === 'draft' &&
                seasons.data && {
                  seasons: seasons.data.filter((season) => isOpen(season) || season.id === loaded.season_id),
                })}
            />
            {loaded.status === 'active' && isMoved(form.watch(), valuesOf(loaded)) && (
              <MissingPicks round={round} />
            )}
            {loaded.status !== 'draft' && isToldTo(form.watch(), valuesOf(loaded)) && (
              <ReasonInput {...field(form, 'reason', reasonNeeded)} />
            )}
          </DialogForm>
        )}
      </Loaded>
    </Dialog>
  )
}

/** Whether players get a mail about it. */
const isToldTo = (now: SportValues, before: SportValues) =>
  isMoved(now, before) ||
  now.sportName.trim() !== before.sportName.trim() ||
  now.emailMessage.trim() !== before.emailMessage.trim()

const isMoved = (now: SportValues, before: SportValues) =>
  now.lockTime !== before.lockTime || now.timezone !== before.timezone
