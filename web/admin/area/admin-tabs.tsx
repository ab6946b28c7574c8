import { Menu } from '@base-ui/react/menu'
import { NavLink, useLocation } from 'react-router'
import { useNarrowForTabs } from '../../browser/narrow.ts'
import { MenuLink, MenuPopup } from '../../ui/menu.tsx'
import styles from './admin-tabs.module.css'

type Tab = { to: string; name: string; mainOnly?: boolean; more?: boolean }

const tabs: Tab[] = [
  { to: '/admin', name: 'Overview' },
  { to: '/admin/users', name: 'Players' },
  { to: '/admin/seasons', name: 'Seasons', more: true },
  { to: '/admin/rounds', name: 'Sports' },
  { to: '/admin/manage-picks', name: 'Manage Picks', more: true },
  { to: '/admin/mail', name: 'Mail', mainOnly: true, more: true },
  { to: '/admin/history', name: 'History', more: true },
  { to: '/admin/getting-started', name: 'Getting Started', more: true },
  { to: '/admin/settings', name: 'Settings', more: true },
]

export const tabAt = (pathname: string) => tabs.findLast(({ to }) => pathname.startsWith(to))

export function AdminTabs({ main }: { main: boolean }) {
  const isNarrow = useNarrowForTabs()
  const theirs = tabs.filter(({ mainOnly }) => main || !mainOnly)
  return (
    <nav className={styles.tabs} aria-label="Admin">
      <ul className={styles.list}>
        {theirs
          .filter(({ more }) => !(isNarrow && more))
          .map(({ to, name }) => (
            <li key={to}>
              <NavLink className={() => styles.tab} to={to} end={to === '/admin'}>
                {name}
              </NavLink>
            </li>
          ))}
        {isNarrow && (
          <li>
            <MoreTabs tabs={theirs.filter(({ more }) => more)} />
          </li>
        )}
      </ul>
    </nav>
  )
}

/** What a phone has no room for. Named by the one that is open. */
function MoreTabs({ tabs: more }: { tabs: readonly Tab[] }) {
  const { pathname } = useLocation()
  const current = more.find(({ to }) => pathname.startsWith(to))
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={styles.tab} aria-current={current && 'page'}>
        <span className={styles.name}>{current?.name ?? 'More'}</span> <span aria-hidden="true">▾</span>
      </Menu.Trigger>
      <MenuPopup>
        {more.map(({ to, name }) => (
          <MenuLink key={to} to={to}>
            {name}
          </MenuLink>
        ))}
      </MenuPopup>
    </Menu.Root>
  )
}
