import type { ReactNode } from 'react'
import { usePublicSettings } from '../public-settings.ts'
import { useTheme } from '../theme.ts'
import { Icon, SmallButton, SmallLink } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import styles from './page.module.css'

type HeaderProps = { adminLink?: boolean; actions?: ReactNode }

export function Header({ adminLink = true, actions }: HeaderProps) {
  const { app_title, app_tagline } = usePublicSettings()
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Link className={styles.brand} to="/">
          <Mark />
          <span className={styles.words} translate="no">
            <span className={styles.title} data-lines={1}>
              {app_title}
            </span>
            <span className={styles.tagline} data-lines={1}>
              {app_tagline}
            </span>
          </span>
        </Link>
        <nav className={styles.actions} aria-label="Main" data-print={false}>
          {actions}
          <ThemeToggle />
          {adminLink && (
            <SmallLink to="/admin/login" variant="quiet">
              Admin
            </SmallLink>
          )}
        </nav>
      </div>
    </header>
  )
}

function Mark() {
  return (
    <svg className={styles.logo} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <path d="M8.5 16.8l5 5L24 11" />
    </svg>
  )
}

function ThemeToggle() {
  const { theme, toggle } = useTheme()
  const other = theme === 'light' ? 'dark' : 'light'
  const words = `Switch to ${other} theme`
  return (
    <SmallButton variant="quiet" onClick={toggle} aria-label={words} title={words}>
      <Icon path={other === 'dark' ? moon : sun} />
    </SmallButton>
  )
}

const moon = 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z'
const sun =
  'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2v2m0 16v2M2 12h2m16 0h2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4m0-14.2-1.4 1.4M6.3 17.7l-1.4 1.4'
