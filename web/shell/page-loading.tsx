import { Spinner } from '../ui/waiting/spinner.tsx'
import styles from './message-screen.module.css'

export function PageLoading() {
  return (
    <div className={styles.loading}>
      <Spinner label="Loading" />
    </div>
  )
}
