import { type ComponentProps, useId } from 'react'
import { Hint } from '../layout.tsx'
import { Field, FieldError, type FieldProps } from './field.tsx'
import styles from './inputs.module.css'

type Native<Tag extends 'input' | 'select' | 'textarea'> = Omit<ComponentProps<Tag>, 'className' | 'id'>

export function TextInput({ label, hint, error, ...rest }: FieldProps & Native<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(tied) => <input type="text" {...rest} {...tied} className={styles.control} />}
    </Field>
  )
}

export function TextArea({ label, hint, error, ...rest }: FieldProps & Native<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(tied) => <textarea rows={4} {...rest} {...tied} className={styles.control} />}
    </Field>
  )
}

type SelectProps = FieldProps &
  Native<'select'> & {
    /** The choices after the children, in words that a translation leaves alone. */
    names?: readonly (readonly [value: string | number, name: string])[] | undefined
  }

/** What it holds is shown, also where nobody can choose it any more. */
export function Select({ label, hint, error, names, children, ...rest }: SelectProps) {
  const { value = '' } = rest
  const isOffered = !names || value === '' || names.some(([one]) => `${one}` === `${value}`)
  return (
    <Field label={label} hint={hint} error={error}>
      {(tied) => (
        <span className={styles.select}>
          <select {...rest} {...tied} className={styles.control}>
            {children}
            {!isOffered && <option value={value}>{`No longer offered (${value})`}</option>}
            {names?.map(([value, name]) => (
              <option key={value} value={value} translate="no">
                {name}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  )
}

export function Checkbox({ label, hint, error, ...rest }: FieldProps & Native<'input'>) {
  const id = useId()
  const describedBy = `${error ? `${id}-error` : ''} ${hint ? `${id}-hint` : ''}`.trim() || undefined
  return (
    <div>
      <label className={styles.checkbox}>
        <input {...rest} type="checkbox" aria-describedby={describedBy} aria-invalid={Boolean(error)} />
        <span>
          {label}
          {hint && (
            <Hint as="div" id={`${id}-hint`}>
              {hint}
            </Hint>
          )}
        </span>
      </label>
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  )
}
