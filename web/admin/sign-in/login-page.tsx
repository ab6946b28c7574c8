import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { SignInStep } from '../../../api/contract/auth.ts'
import { fieldsOf } from '../../../api/contract/fields.ts'
import { api } from '../../server/api.ts'
import { useSession } from '../../session.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useCommandForm } from '../command/command-form.ts'
import { PlainForm } from '../command/form-dialog.tsx'
import { CodeStep } from './code-step.tsx'
import { EmailInput } from './email-input.tsx'
import { linkProblem, mailLink } from './link-request.ts'
import { LinkSentStep } from './link-sent-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { signInLink } from './sign-in-link.ts'
import { VerifyStep } from './verify-step.tsx'

type Step =
  | { name: 'email'; problem?: string }
  | { name: 'password' }
  | { name: 'link-sent'; message: string }
  | { name: 'verify'; token: string }
  | { name: 'code'; challenge: string }

const firstStep = (): Step =>
  signInLink.token === null ? { name: 'email' } : { name: 'verify', token: signInLink.token }

export function LoginPage() {
  const { token, signIn } = useSession()
  /** Where the session ended by itself. */
  const wayBack = useLocation().state?.wayBack
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<Step>(firstStep)
  if (token !== null) return <Navigate to={wayBack ?? '/admin'} replace />
  const restart = () => setStep({ name: 'email' })
  const giveUp = (problem: string) => setStep({ name: 'email', problem })
  const enter = (next: SignInStep) => {
    if ('challenge' in next) return setStep({ name: 'code', challenge: next.challenge })
    signIn(next)
  }
  return (
    <SignInFrame
      title="Admin sign-in"
      links={
        <>
          <Link to="/admin/forgot-password">Forgot password?</Link>
          <Link to="/my-link">Player? Get your link</Link>
          <Link to="/">Back to the standings</Link>
        </>
      }
    >
      {wayBack && <Notice tone="warning">You were signed out. Sign in to go on.</Notice>}
      {step.name === 'email' && (
        <EmailStep
          email={email}
          problem={step.problem}
          onPassword={(entered) => {
            setEmail(entered)
            setStep({ name: 'password' })
          }}
          onLinkSent={(entered, message) => {
            setEmail(entered)
            setStep({ name: 'link-sent', message })
          }}
        />
      )}
      {step.name === 'password' && <PasswordStep email={email} onVerified={enter} onBack={restart} />}
      {step.name === 'link-sent' && <LinkSentStep email={email} message={step.message} onBack={restart} />}
      {step.name === 'verify' && <VerifyStep token={step.token} onVerified={enter} onRefused={giveUp} />}
      {step.name === 'code' && <CodeStep challenge={step.challenge} onSignedIn={enter} onRefused={giveUp} />}
    </SignInFrame>
  )
}

type EmailStepProps = {
  email: string
  problem: string | undefined
  onPassword: (email: string) => void
  onLinkSent: (email: string, message: string) => void
}

function EmailStep({ email, problem, onPassword, onLinkSent }: EmailStepProps) {
  const form = useCommandForm({
    fields: fieldsOf('POST /auth/request-login'),
    defaultValues: { email },
    send: async (entered) => {
      const address = entered.email.trim()
      const { requiresPassword } = await api('POST /auth/request-login', { email: address })
      return { address, message: requiresPassword ? null : await mailLink(address) }
    },
    fallback: '',
    onDone: ({ address, message }) => (message === null ? onPassword(address) : onLinkSent(address, message)),
    onProblem: (error, { setError }) => {
      setError('root', { type: 'server', message: linkProblem(error) })
      return true
    },
  })
  const shown = form.problem ?? (form.formState.isSubmitted ? undefined : problem)
  return (
    <PlainForm form={{ ...form, problem: shown }} action="Continue">
      <EmailInput form={form} />
    </PlainForm>
  )
}
