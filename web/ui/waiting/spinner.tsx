import styles from './loading.module.css'

export function Spinner({ label = 'Please wait' }: { label?: string }) {
  return <span className={styles.spinner} role="img" aria-label={label} />
}
