import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import styles from './login-page.module.css'

export function EmailStep({ email, onNext }: { email: string; onNext: (email: string) => void }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email } })
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit((values) => onNext(values.email.trim()))}>
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus
        error={formState.errors.email?.message}
        {...register('email', {
          validate: (value) => value.trim().includes('@') || 'Please enter a valid email address',
        })}
      />
      <Button type="submit" wide>
        Continue
      </Button>
    </form>
  )
}
