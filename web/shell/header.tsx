import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePublicSettings } from '../public-settings.ts'
import { ButtonLink } from '../ui/button.tsx'
import styles from './page.module.css'
import { ThemeToggle } from './theme-toggle.tsx'

type HeaderProps = { adminLink?: boolean; actions?: ReactNode }

export function Header({ adminLink = true, actions }: HeaderProps) {
  const { app_title, app_tagline } = usePublicSettings()
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Link className={styles.brand} to="/">
          <Mark />
          <span className={styles.words} translate="no">
            <span className={styles.title}>{app_title}</span>
            <span className={styles.tagline}>{app_tagline}</span>
          </span>
        </Link>
        <nav className={styles.actions} aria-label="Main" data-print={false}>
          {actions}
          <ThemeToggle />
          {adminLink && (
            <ButtonLink to="/admin/login" variant="quiet" size="small">
              Admin
            </ButtonLink>
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
