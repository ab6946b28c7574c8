import { useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { login } from '../../client.ts'
import { useSession } from '../../session.ts'
import { Page } from '../../shell/page.tsx'
import { Card } from '../../ui/card.tsx'
import { shownInPlace, useCommand } from '../command.ts'
import { EmailStep } from './email-step.tsx'
import styles from './login-page.module.css'
import { PasswordStep } from './password-step.tsx'

/** First the email address, then what that address signs in with. */
export function LoginPage() {
  const { token, signIn } = useSession()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<'email' | 'password'>('email')
  const signInWith = useCommand({
    send: (password: string) => login({ email, password }),
    fallback: 'Login failed. Please check your credentials.',
    onDone: (signedIn) => {
      signIn(signedIn)
      navigate('/admin', { replace: true })
    },
    onProblem: shownInPlace,
  })
  if (token !== null) return <Navigate to="/admin" replace />
  const restart = () => {
    signInWith.reset()
    setStep('email')
  }
  return (
    <Page title="Admin login" adminLink={false} width="narrow">
      <div className={styles.login}>
        <h1>Admin login</h1>
        <Card>
          {step === 'email' ? (
            <EmailStep
              email={email}
              onNext={(entered) => {
                setEmail(entered)
                setStep('password')
              }}
            />
          ) : (
            <PasswordStep
              email={email}
              busy={signInWith.busy}
              problem={signInWith.problem}
              onSubmit={signInWith.run}
              onBack={restart}
            />
          )}
        </Card>
        <Link className={styles.back} to="/">
          Back to the standings
        </Link>
      </div>
    </Page>
  )
}
