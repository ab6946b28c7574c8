import { useForm } from 'react-hook-form'
import type { SignInStep } from '../../../api/contract/auth.ts'
import { api } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { shownInPlace, useCommand } from '../command/command.ts'
import styles from './login-page.module.css'

type PasswordStepProps = { email: string; onVerified: (next: SignInStep) => void; onBack: () => void }

export function PasswordStep({ email, onVerified, onBack }: PasswordStepProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email, password: '' } })
  const { run, busy, problem } = useCommand({
    send: (password: string) => api('POST /auth/login', { email, password }),
    fallback: 'Login failed. Please check your credentials.',
    onDone: onVerified,
    onProblem: shownInPlace,
  })
  return (
    <Stack as="form" noValidate onSubmit={handleSubmit(({ password }) => run(password))}>
      <div className={styles.account}>
        <span className={styles.address} translate="no">
          {email}
        </span>
        <Button variant="quiet" size="small" disabled={busy} onClick={onBack}>
          Change
        </Button>
      </div>
      <input type="hidden" autoComplete="username" {...register('email')} />
      <TextInput
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus
        error={formState.errors.password?.message}
        {...register('password', { required: 'Password is required' })}
      />
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Button type="submit" wide busy={busy}>
        Log In
      </Button>
    </Stack>
  )
}
