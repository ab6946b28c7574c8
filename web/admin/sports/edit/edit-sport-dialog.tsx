import { useQuery } from '@tanstack/react-query'
import { api, query } from '../../../server/api.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Loaded } from '../../../ui/waiting/loaded.tsx'
import { useCommandForm } from '../../command/command-form.ts'
import { DialogForm } from '../../command/form-dialog.tsx'
import { ReasonInput } from '../../command/reason-input.tsx'
import { MissingPicks } from '../activate/missing-picks.tsx'
import type { SportDialogProps } from '../sport-menu.tsx'
import { SportFields, sportFields } from './sport-fields.tsx'
import { emptySport, type SportValues, toRoundChanges, valuesOf } from './sport-values.ts'

export function EditSportDialog({ round, onClose }: SportDialogProps) {
  const details = useQuery(query('GET /admin/rounds/{id}', round.id))
  const { data: seasons = [] } = useQuery(query('GET /admin/seasons'))
  const season = seasons.find(({ id }) => id === round.season_id)
  const form = useCommandForm({
    ...{ name: `${round.id}`, fields: sportFields },
    defaultValues: emptySport,
    ...(details.data && { values: valuesOf(details.data) }),
    // Another admin may change the sport meanwhile. What was typed here stays.
    resetOptions: { keepDirtyValues: true },
    send: async (values) => {
      const changes = details.data && toRoundChanges(values, valuesOf(details.data))
      if (changes) await api('PUT /admin/rounds/{id}', round.id, changes)
    },
    fallback: 'Failed to update round',
    success: (_, { sportName }) => `${sportName.trim()} is saved`,
    onDone: onClose,
  })
  return (
    <Dialog
      onClose={onClose}
      busy={form.busy}
      title={`Edit ${round.sport_name}`}
      description={season && `In ${season.name}`}
    >
      <Loaded query={details} fallback="Failed to load round details">
        {(loaded) => (
          <DialogForm
            action="Save"
            form={{
              ...form,
              submit: form.handleSubmit((values) =>
                toRoundChanges(values, valuesOf(loaded)) ? form.run(values) : onClose(),
              ),
            }}
          >
            <SportFields form={form} status={loaded.status} />
            {loaded.status === 'active' && isMoved(form.watch(), valuesOf(loaded)) && (
              <MissingPicks round={round} />
            )}
            {loaded.status !== 'draft' && isToldTo(form.watch(), valuesOf(loaded)) && (
              <ReasonInput form={form} />
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
