import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import row from '../../ui/scroll-row.module.css'
import styles from './admin-tabs.module.css'

const tabs: { to: string; name: string; mainOnly?: boolean }[] = [
  { to: '/admin', name: 'Overview' },
  { to: '/admin/users', name: 'Players' },
  { to: '/admin/seasons', name: 'Seasons' },
  { to: '/admin/rounds', name: 'Sports' },
  { to: '/admin/manage-picks', name: 'Manage Picks' },
  { to: '/admin/mail', name: 'Mail', mainOnly: true },
  { to: '/admin/history', name: 'History' },
  { to: '/admin/getting-started', name: 'Getting Started' },
  { to: '/admin/settings', name: 'Settings' },
]

export const tabAt = (pathname: string) => tabs.findLast(({ to }) => pathname.startsWith(to))

export function AdminTabs({ main }: { main: boolean }) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another current tab
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return (
    <nav className={styles.tabs} aria-label="Admin">
      <ul className={`${styles.list} ${row.fading}`} ref={list}>
        {tabs
          .filter(({ mainOnly }) => main || !mainOnly)
          .map(({ to, name }) => (
            <li key={to}>
              <NavLink className={() => styles.tab} to={to} end={to === '/admin'}>
                {name}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}
