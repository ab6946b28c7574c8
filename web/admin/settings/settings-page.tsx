import { Link, NavLink, Outlet, useOutletContext } from 'react-router'
import type { Me } from '../../../api/contract/auth.ts'
import row from '../../ui/scroll-row.module.css'
import { PageHead } from '../parts/page-head.tsx'
import styles from './settings-page.module.css'

const tabs = [
  { to: '/admin/settings', name: 'Customize App' },
  { to: '/admin/settings/email', name: 'Email' },
  { to: '/admin/settings/admins', name: 'Admins', mainOnly: true },
]

export function SettingsPage() {
  const me = useOutletContext<Me>()
  return (
    <>
      <PageHead
        title="Settings"
        actions={
          me.isMainAdmin && (
            <Link className={styles.aside} to="/admin/operations">
              Operations
            </Link>
          )
        }
      />
      <nav aria-label="Settings">
        <ul className={`${styles.tabs} ${row.fading}`}>
          {tabs
            .filter(({ mainOnly }) => me.isMainAdmin || !mainOnly)
            .map(({ to, name }) => (
              <li key={to}>
                <NavLink className={() => styles.tab} to={to} end>
                  {name}
                </NavLink>
              </li>
            ))}
        </ul>
      </nav>
      <Outlet context={me} />
    </>
  )
}
