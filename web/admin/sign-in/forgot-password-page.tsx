import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { api } from '../../server/api.ts'
import { Page } from '../../shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Hint, Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { checkEmail } from '../account/account-rules.ts'
import { useCommand } from '../command/command.ts'
import { field } from '../command/field.ts'
import { FormProblem, showProblems } from '../command/form-problems.tsx'
import styles from './login-page.module.css'

const fallback = 'Failed to send reset email'

/** The answer does not say whether the address is known. */
export function ForgotPasswordPage() {
  const form = useForm({ defaultValues: { email: '' } })
  const { errors } = form.formState
  const ask = useCommand({
    send: (email: string) => api('POST /auth/forgot-password', { email }),
    fallback,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <Page title="Forgot password" adminLink={false} width="narrow">
      <div className={styles.login}>
        <h1>Forgot password</h1>
        <Card>
          {ask.answer && !ask.busy ? (
            <Notice tone="success" title="Check your email">
              {ask.answer.message}. The link works for an hour.
            </Notice>
          ) : (
            <Stack as="form" noValidate onSubmit={form.handleSubmit(({ email }) => ask.run(email.trim()))}>
              <Hint>Only the main admin has a password. Other admins sign in with a link by mail.</Hint>
              <TextInput
                label="Email"
                type="email"
                autoComplete="username"
                autoFocus
                {...field(form, 'email', {
                  validate: checkEmail,
                })}
              />
              <FormProblem text={errors.root?.message} />
              <Button type="submit" wide busy={ask.busy}>
                Send Reset Instructions
              </Button>
            </Stack>
          )}
        </Card>
        <nav className={styles.links} aria-label="Other ways">
          <Link to="/admin/login">Back to login</Link>
        </nav>
      </div>
    </Page>
  )
}
