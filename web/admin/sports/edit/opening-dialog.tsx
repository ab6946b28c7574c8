import { useForm } from 'react-hook-form'
import { api } from '../../../server/api.ts'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/form/inputs.tsx'
import { formatLockTime, ownTime, wallClock } from '../../calendar.ts'
import { shownInPlace, useCommand } from '../../command/command.ts'
import { field } from '../../command/field.ts'
import { FormDialog } from '../../command/form-dialog.tsx'
import type { SportDialogProps } from '../sport-menu.tsx'

export function OpeningDialog({ round, onClose }: SportDialogProps) {
  const { id, sport_name, lock_time, timezone, opens_at, opening_failed } = round
  const planned = opens_at && !opening_failed ? wallClock(opens_at, timezone) : ''
  const form = useForm({ defaultValues: { opensAt: planned } })
  const options = { onDone: onClose, onProblem: shownInPlace }
  const save = useCommand({
    send: (body: { opensAt: string }) => api('PUT /admin/rounds/{id}/opening', id, body),
    fallback: 'Failed to plan the opening',
    success: () => `${sport_name} opens by itself`,
    ...options,
  })
  const drop = useCommand({
    send: () => api('DELETE /admin/rounds/{id}/opening', id),
    fallback: 'Failed to take the opening back',
    success: () => `${sport_name} does not open by itself any more`,
    ...options,
  })
  return (
    <FormDialog
      title={`Let ${sport_name} open by itself`}
      description={`At that time it opens for picks, as if you activated it then. It locks on ${formatLockTime(lock_time, timezone)}. A pick from a list needs its teams by then.`}
      action="Save"
      busy={save.busy || drop.busy}
      problem={save.problem ?? drop.problem}
      otherActions={
        opens_at && (
          <Button variant="quiet-danger" onClick={() => drop.run()}>
            Take Back
          </Button>
        )
      }
      onSubmit={form.handleSubmit(save.run)}
      onClose={onClose}
    >
      <TextInput
        label={`Opens at (${timezone})`}
        type="datetime-local"
        hint={ownTime(form.watch('opensAt'), timezone)}
        {...field(form, 'opensAt', { required: 'Please choose a time' })}
      />
    </FormDialog>
  )
}
