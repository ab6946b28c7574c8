import type { SignInStep } from '../../../api/contract/auth.ts'
import { fieldsOf } from '../../../api/contract/fields.ts'
import { api } from '../../server/api.ts'
import { TextInput } from '../../ui/form/inputs.tsx'
import { useCommandForm } from '../command/command-form.ts'
import { field } from '../command/field.ts'
import { PlainForm } from '../command/form-dialog.tsx'
import { GivenEmail } from './email-input.tsx'

type PasswordStepProps = { email: string; onVerified: (next: SignInStep) => void; onBack: () => void }

export function PasswordStep({ email, onVerified, onBack }: PasswordStepProps) {
  const form = useCommandForm({
    fields: fieldsOf('POST /auth/login'),
    defaultValues: { email, password: '' },
    send: ({ password }) => api('POST /auth/login', { email, password }),
    fallback: 'Login failed. Please check your credentials.',
    onDone: onVerified,
  })
  return (
    <PlainForm form={form} action="Sign In">
      <GivenEmail email={email} busy={form.busy} onBack={onBack} />
      <input type="hidden" autoComplete="username" {...form.register('email')} />
      <TextInput
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus
        {...field(form, 'password')}
      />
    </PlainForm>
  )
}
