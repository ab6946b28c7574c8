import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './login-page.module.css'

type PasswordStepProps = {
  email: string
  busy: boolean
  problem: string | null
  onSubmit: (password: string) => void
  onBack: () => void
}

export function PasswordStep({ email, busy, problem, onSubmit, onBack }: PasswordStepProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email, password: '' } })
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit(({ password }) => onSubmit(password))}>
      <div className={styles.account}>
        <span className={styles.address}>{email}</span>
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
    </form>
  )
}
