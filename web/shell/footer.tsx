import { version } from '../../package.json'
import { usePublicSettings } from '../public-settings.ts'
import styles from './footer.module.css'

const releases = 'https://github.com/andrewbusbee/go-make-your-picks/releases'

export function Footer() {
  const { app_title, footer_message } = usePublicSettings()
  return (
    <footer className={styles.footer}>
      <span className={styles.app}>
        {app_title}{' '}
        <a href={releases} target="_blank" rel="noreferrer">
          v{version}
        </a>
      </span>
      <span className={styles.message}>{footer_message}</span>
    </footer>
  )
}
