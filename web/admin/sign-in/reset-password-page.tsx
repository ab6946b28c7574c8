import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { fieldsOf } from '../../../api/contract/fields.ts'
import { api } from '../../server/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordChecklist } from '../account/password-checklist.tsx'
import { checkPassword, passwordNeeded, repeated } from '../account/password-rules.ts'
import { useCommandForm } from '../command/command-form.ts'
import { field } from '../command/field.ts'
import { PlainForm } from '../command/form-dialog.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { resetLink } from './sign-in-link.ts'

const redirectDelayMs = 2_000

export function ResetPasswordPage() {
  const { token } = resetLink
  return (
    <SignInFrame title="Reset password" links={<Link to="/admin/login">Back to sign-in</Link>}>
      {token ? (
        <ResetForm token={token} />
      ) : (
        <Stack>
          <Notice tone="danger">Invalid reset link. Please request a new password reset.</Notice>
          <ButtonLink to="/admin/forgot-password" wide>
            Request a new link
          </ButtonLink>
        </Stack>
      )}
    </SignInFrame>
  )
}

function ResetForm({ token }: { token: string }) {
  const form = useCommandForm({
    fields: fieldsOf('POST /auth/reset-password'),
    defaultValues: { password: '', confirmation: '' },
    send: ({ password }) => api('POST /auth/reset-password', { token, password }),
    fallback: 'Failed to reset password',
    onDone: () => {
      resetLink.token = null
    },
  })
  const done = form.answer !== undefined && !form.busy
  useLoginSoon(done)
  if (done) {
    return (
      <Notice tone="success" title="Your password is changed">
        You can now sign in with it. The sign-in page opens in a moment.
      </Notice>
    )
  }
  return (
    <PlainForm form={form} action="Reset Password">
      <TextInput
        label="New password"
        type="password"
        hint={<PasswordChecklist password={form.watch('password')} />}
        autoComplete="new-password"
        autoFocus
        {...field(form, 'password', { needed: passwordNeeded, check: checkPassword })}
      />
      <TextInput
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        {...field(form, 'confirmation', repeated('password'))}
      />
    </PlainForm>
  )
}

function useLoginSoon(done: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => navigate('/admin/login', { replace: true }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [done, navigate])
}
