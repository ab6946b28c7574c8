import type { Me } from '../../../api/contract/auth.ts'
import { fieldsOf } from '../../../api/contract/fields.ts'
import { api } from '../../server/api.ts'
import { useSession } from '../../session.ts'
import { TextInput } from '../../ui/form/inputs.tsx'
import { checkEmail } from '../account/account-rules.ts'
import { PasswordChecklist } from '../account/password-checklist.tsx'
import { checkPassword, passwordNeeded, repeated } from '../account/password-rules.ts'
import { useCommandForm } from '../command/command-form.ts'
import { field } from '../command/field.ts'
import { PlainForm } from '../command/form-dialog.tsx'
import { SetupFrame } from './setup-frame.tsx'

const fieldOrder = ['newName', 'newEmail', 'newPassword', 'confirmation'] as const

/** Nothing else is open until the default credentials are replaced. */
export function FirstTimeSetup({ me }: { me: Me }) {
  const { renew } = useSession()
  const form = useCommandForm({
    fields: fieldsOf('POST /auth/initial-setup'),
    defaultValues: { newName: '', newEmail: me.email, newPassword: '', confirmation: '' },
    send: async ({ newName, newEmail, newPassword }) => {
      const body = { newName: newName.trim(), newEmail: newEmail.trim(), newPassword }
      const { token, name, email } = await api('POST /auth/initial-setup', body)
      // Now, because the old token no longer works.
      renew(token, { name, email, mustChangePassword: false })
      return name
    },
    fallback: 'Failed to complete setup',
    success: (name) => `Welcome, ${name}. You are all set`,
  })
  const first = fieldOrder.find((name) => form.formState.errors[name])
  const errorOf = (name: (typeof fieldOrder)[number]) =>
    name === first ? form.formState.errors[name]?.message : undefined
  return (
    <SetupFrame
      title="First-time setup"
      heading="Welcome"
      text="Before you start, make this account yours: enter your name, your email and a new password."
    >
      <PlainForm form={form} gap={5} action="Complete Setup & Continue">
        <TextInput
          label="Display name"
          hint="Players see it in the mails you send."
          autoComplete="name"
          {...field(form, 'newName')}
          error={errorOf('newName')}
        />
        <TextInput
          label="Email"
          type="email"
          hint="From now on you sign in with it."
          autoComplete="username"
          {...field(form, 'newEmail', { needed: 'Email is required', check: checkEmail })}
          error={errorOf('newEmail')}
        />
        <TextInput
          label="Password"
          type="password"
          hint={<PasswordChecklist password={form.watch('newPassword')} />}
          autoComplete="new-password"
          {...field(form, 'newPassword', { needed: passwordNeeded, check: checkPassword })}
          error={errorOf('newPassword')}
        />
        <TextInput
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          {...field(form, 'confirmation', repeated('newPassword'))}
          error={errorOf('confirmation')}
        />
      </PlainForm>
    </SetupFrame>
  )
}
