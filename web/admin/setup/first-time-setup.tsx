import { useForm } from 'react-hook-form'
import type { InitialSetupBody, Me } from '../../../api/contract/auth.ts'
import { api } from '../../server/api.ts'
import { useSession } from '../../session.ts'
import { Page } from '../../shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Hint, Stack } from '../../ui/layout.tsx'
import { checkEmail } from '../account/account-rules.ts'
import { PasswordChecklist } from '../account/password-checklist.tsx'
import { checkPassword } from '../account/password-rules.ts'
import { signOut } from '../account/sign-out.ts'
import { useCommand } from '../command/command.ts'
import { FormProblem, showProblems } from '../command/form-problems.tsx'
import styles from './first-time-setup.module.css'

const fallback = 'Failed to complete setup'
const fieldOrder = ['newName', 'newEmail', 'newPassword', 'confirmation'] as const

/** Nothing else is open until the default credentials are replaced. */
export function FirstTimeSetup({ me }: { me: Me }) {
  const { renew } = useSession()
  const form = useForm({
    defaultValues: { newName: '', newEmail: me.email, newPassword: '', confirmation: '' },
  })
  const { errors } = form.formState
  const setup = useCommand({
    send: async (body: InitialSetupBody) => {
      const { token, name, email } = await api('POST /auth/initial-setup', body)
      // Now, because the old token no longer works.
      renew(token, { name, email, mustChangePassword: false })
      return name
    },
    fallback,
    success: (name) => `Welcome, ${name}. You are all set`,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  const first = fieldOrder.find((field) => errors[field])
  const errorOf = (field: (typeof fieldOrder)[number]) =>
    field === first ? errors[field]?.message : undefined
  const submit = form.handleSubmit(({ newName, newEmail, newPassword }) =>
    setup.run({ newName: newName.trim(), newEmail: newEmail.trim(), newPassword }),
  )
  return (
    <Page title="First-time setup" adminLink={false} width="narrow">
      <Stack gap={2}>
        <h1>Welcome</h1>
        <Hint size="m">
          Before you start, make this account your own: your name, your address and a new password.
        </Hint>
      </Stack>
      <Card>
        <Stack as="form" gap={5} noValidate onSubmit={submit}>
          <TextInput
            label="Display name"
            hint="Players read it in the mails you send."
            autoComplete="name"
            maxLength={100}
            error={errorOf('newName')}
            {...form.register('newName', {
              validate: (value) => value.trim().length >= 2 || 'Name must be at least 2 characters',
            })}
          />
          <TextInput
            label="Email"
            type="email"
            hint="You log in with it from now on."
            autoComplete="username"
            error={errorOf('newEmail')}
            {...form.register('newEmail', {
              validate: checkEmail,
            })}
          />
          <TextInput
            label="Password"
            type="password"
            hint={<PasswordChecklist password={form.watch('newPassword')} />}
            autoComplete="new-password"
            error={errorOf('newPassword')}
            {...form.register('newPassword', { validate: checkPassword })}
          />
          <TextInput
            label="Confirm password"
            type="password"
            autoComplete="new-password"
            error={errorOf('confirmation')}
            {...form.register('confirmation', {
              validate: (value, { newPassword }) => value === newPassword || 'Passwords do not match',
            })}
          />
          <FormProblem text={errors.root?.message} />
          <Button type="submit" wide busy={setup.busy}>
            Complete Setup & Continue
          </Button>
        </Stack>
      </Card>
      <div className={styles.leave}>
        <Button variant="quiet" size="small" onClick={signOut}>
          Logout
        </Button>
      </div>
    </Page>
  )
}
