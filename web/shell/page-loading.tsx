import { Spinner } from '../ui/spinner.tsx'
import styles from './page-loading.module.css'

/** While a page's code is on its way. */
export function PageLoading() {
  return (
    <div className={styles.loading}>
      <Spinner label="Loading" />
    </div>
  )
}
