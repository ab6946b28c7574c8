import styles from './progress.module.css'

type ProgressProps = {
  /** What takes its time, for screen readers. */ label: string
  /** How much is done of how much; missing while nobody can tell. */
  done?: number
  total?: number
}

/** For what takes longer than a blink. */
export function Progress({ label, done, total }: ProgressProps) {
  return <progress className={styles.progress} aria-label={label} value={done} max={total} />
}
