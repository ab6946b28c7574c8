import styles from './spinner.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export function Spinner({ label = 'Please wait' }: { label?: string }) {
  return (
    <span className={styles.spinner}>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
