import { Outlet, useLocation, useOutletContext } from 'react-router'
import type { Me } from '../../../api/contract/auth.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../parts/page-head.tsx'
import styles from './settings-page.module.css'

const tabs = [
  { to: '/admin/settings', name: 'Customize App' },
  { to: '/admin/settings/email', name: 'Email' },
  { to: '/admin/settings/admins', name: 'Admins', mainOnly: true },
]

export function SettingsPage() {
  const me = useOutletContext<Me>()
  const { pathname } = useLocation()
  return (
    <>
      <PageHead
        title="Settings"
        actions={
          me.isMainAdmin && (
            <ButtonLink to="/admin/operations" variant="secondary">
              Operations
            </ButtonLink>
          )
        }
      />
      <nav aria-label="Settings">
        <ul className={`${styles.tabs} ${styles.fading}`}>
          {tabs
            .filter(({ mainOnly }) => me.isMainAdmin || !mainOnly)
            .map(({ to, name }) => (
              <li key={to}>
                <Link className={styles.tab} to={to} aria-current={to === pathname ? 'page' : undefined}>
                  {name}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <Outlet context={me} />
    </>
  )
}
