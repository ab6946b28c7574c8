import { fieldsOf } from '../../../api/contract/fields.ts'
import { api } from '../../server/api.ts'
import { Hint } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useCommandForm } from '../command/command-form.ts'
import { PlainForm } from '../command/form-dialog.tsx'
import { EmailInput } from './email-input.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

/** The answer does not say whether the address is known. */
export function ForgotPasswordPage() {
  const form = useCommandForm({
    fields: fieldsOf('POST /auth/forgot-password'),
    defaultValues: { email: '' },
    send: ({ email }) => api('POST /auth/forgot-password', { email: email.trim() }),
    fallback: 'Failed to send reset email',
  })
  return (
    <SignInFrame title="Forgot password" links={<Link to="/admin/login">Back to sign-in</Link>}>
      {form.answer && !form.busy ? (
        <Notice tone="success" title="Check your email">
          {form.answer.message}. The link works for an hour.
        </Notice>
      ) : (
        <PlainForm form={form} action="Send Reset Instructions">
          <Hint>Only the main admin has a password. Other admins sign in with a link by mail.</Hint>
          <EmailInput form={form} />
        </PlainForm>
      )}
    </SignInFrame>
  )
}
