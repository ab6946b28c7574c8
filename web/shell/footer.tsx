import { basePath } from '../browser/base-path.ts'
import { useHallTitle, usePublicSettings } from '../public-settings.ts'
import { Link } from '../ui/link.tsx'
import styles from './page.module.css'

export function Footer() {
  const { app_title, footer_message } = usePublicSettings()
  const hall = useHallTitle()
  return (
    <footer className={styles.footer} translate="no">
      <span className={styles.app} data-lines={1}>
        {app_title}{' '}
        <a href={`${basePath}/releases.txt`} target="_blank" rel="noreferrer">
          v{import.meta.env.APP_VERSION}
        </a>
      </span>
      <Link className={styles.hall} data-lines={1} to="/champions">
        {hall}
      </Link>
      <span className={styles.message} data-lines={1}>
        {footer_message}
      </span>
    </footer>
  )
}
