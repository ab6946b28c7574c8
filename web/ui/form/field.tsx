import { type ReactNode, useId } from 'react'
import { Hint } from '../layout.tsx'
import styles from './inputs.module.css'

export type FieldProps = { label: ReactNode; hint?: ReactNode; error?: string | undefined }

type Tied = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }

export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (tied: Tied) => ReactNode }) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : ''
  const errorId = error ? `${id}-error` : ''
  const describedBy = `${errorId} ${hintId}`.trim() || undefined
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': Boolean(error) })}
      {error && <FieldError id={errorId} text={error} />}
      {hint && (
        <Hint as="div" id={hintId}>
          {hint}
        </Hint>
      )}
    </div>
  )
}

export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <p className={styles.error} id={id} role="alert">
      {text}
    </p>
  )
}
