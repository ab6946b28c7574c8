import { useId } from 'react'
import { Hint } from '../layout.tsx'
import styles from './inputs.module.css'

type SwitchProps = {
  label: string
  hint: string
  checked: boolean
  /** Keeps its focus while a change is sent, and cannot be pressed again. */
  busy: boolean
  onChange: (checked: boolean) => void
}

export function Switch({ label, hint, checked, busy, onChange }: SwitchProps) {
  const id = useId()
  return (
    <label className={styles.checkbox}>
      <input
        className={styles.switch}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the browser itself says whether a checkbox is checked
        role="switch"
        checked={checked}
        aria-describedby={id}
        aria-disabled={busy}
        aria-busy={busy}
        onChange={(event) => !busy && onChange(event.target.checked)}
      />
      <span>
        {label}
        <Hint as="div" id={id}>
          {hint}
        </Hint>
      </span>
    </label>
  )
}
