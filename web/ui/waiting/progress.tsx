import styles from './loading.module.css'

type ProgressProps = {
  label: string
  /** Missing while nobody can tell. */
  done?: number
  total?: number
}

export function Progress({ label, done, total }: ProgressProps) {
  return <progress className={styles.progress} aria-label={label} value={done} max={total} />
}
