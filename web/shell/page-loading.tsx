import { Spinner } from '../ui/waiting/spinner.tsx'
import styles from './page.module.css'

export function PageLoading() {
  return (
    <div className={styles.loading}>
      <Spinner label="Loading" />
      <p>Loading…</p>
    </div>
  )
}
