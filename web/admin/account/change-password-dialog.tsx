import { useForm } from 'react-hook-form'
import type { ChangePasswordBody } from '../../../api/contract/auth.ts'
import { TextInput } from '../../ui/form/inputs.tsx'
import { useCommand } from '../command/command.ts'
import { field } from '../command/field.ts'
import { FormDialog } from '../command/form-dialog.tsx'
import { showProblems } from '../command/form-problems.tsx'
import { PasswordChecklist } from './password-checklist.tsx'
import { checkPassword } from './password-rules.ts'

const fallback = 'Failed to change password'

type ChangePasswordDialogProps = {
  send: (body: ChangePasswordBody) => Promise<unknown>
  onClose: () => void
}

export function ChangePasswordDialog({ send, onClose }: ChangePasswordDialogProps) {
  const form = useForm({ defaultValues: { currentPassword: '', newPassword: '', confirmation: '' } })
  const { errors } = form.formState
  const change = useCommand({
    send,
    fallback,
    success: () => 'Your password is changed. Wherever else you were signed in, you no longer are',
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  const submit = form.handleSubmit(({ currentPassword, newPassword }) =>
    change.run({ currentPassword, newPassword }),
  )
  return (
    <FormDialog
      title="Change Password"
      action="Change Password"
      busy={change.busy}
      problem={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...field(form, 'currentPassword', { required: 'Password is required' })}
      />
      <TextInput
        label="New password"
        type="password"
        hint={<PasswordChecklist password={form.watch('newPassword')} />}
        autoComplete="new-password"
        {...field(form, 'newPassword', { validate: checkPassword })}
      />
      <TextInput
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        {...field(form, 'confirmation', {
          validate: (value, { newPassword }) => value === newPassword || 'Passwords do not match',
        })}
      />
    </FormDialog>
  )
}
