import { Link } from 'react-router'
import { fieldsOf } from '../../../api/contract/fields.ts'
import { api } from '../../server/api.ts'
import { Page } from '../../shell/page.tsx'
import { Card } from '../../ui/card.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Hint, Row } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { checkEmail } from '../account/account-rules.ts'
import { useCommandForm } from '../command/command-form.ts'
import { field } from '../command/field.ts'
import { PlainForm } from '../command/form-dialog.tsx'
import styles from './login-page.module.css'

/** The answer does not say whether the address is known. */
export function ForgotPasswordPage() {
  const form = useCommandForm({
    fields: fieldsOf('POST /auth/forgot-password'),
    defaultValues: { email: '' },
    send: ({ email }) => api('POST /auth/forgot-password', { email: email.trim() }),
    fallback: 'Failed to send reset email',
  })
  return (
    <Page title="Forgot password" adminLink={false} width="narrow">
      <div className={styles.login}>
        <h1>Forgot password</h1>
        <Card>
          {form.answer && !form.busy ? (
            <Notice tone="success" title="Check your email">
              {form.answer.message}. The link works for an hour.
            </Notice>
          ) : (
            <PlainForm form={form} action="Send Reset Instructions">
              <Hint>Only the main admin has a password. Other admins sign in with a link by mail.</Hint>
              <TextInput
                label="Email"
                type="email"
                autoComplete="username"
                autoFocus
                {...field(form, 'email', { check: checkEmail })}
              />
            </PlainForm>
          )}
        </Card>
        <Row as="nav" gap={5} justify="center" aria-label="Other ways">
          <Link to="/admin/login">Back to login</Link>
        </Row>
      </div>
    </Page>
  )
}
