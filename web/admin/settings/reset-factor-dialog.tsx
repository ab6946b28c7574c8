import { useForm } from 'react-hook-form'
import type { Admin } from '../../../api/contract/admins.ts'
import { resetSecondFactor } from '../../client.ts'
import { TextInput } from '../../ui/inputs.tsx'
import { useCommand } from '../command.ts'
import { FormDialog } from '../form-dialog.tsx'
import { showProblems } from '../form-problems.tsx'
import { reasonNeeded } from '../reason-input.tsx'

const fallback = 'Failed to reset the second factor'

export function ResetFactorDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: '' } })
  const { errors } = form.formState
  const reset = useCommand({
    send: (reason: string) => resetSecondFactor(admin.id, reason),
    fallback,
    success: () => `${admin.name} can sign in without a code`,
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <FormDialog
      title={`Reset the second factor of ${admin.name}?`}
      description={`First make sure that it is really ${admin.name} who asks. They are signed out everywhere, and told by mail.`}
      action="Reset Second Factor"
      danger
      busy={reset.busy}
      problem={errors.root?.message}
      onSubmit={form.handleSubmit(({ reason }) => reset.run(reason.trim()))}
      onClose={onClose}
    >
      <TextInput
        label="Reason"
        hint="It goes into the history of the admins."
        maxLength={500}
        autoComplete="off"
        error={errors.reason?.message}
        {...form.register('reason', reasonNeeded)}
      />
    </FormDialog>
  )
}
