import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { counted } from '../../../domain/names.ts'
import { useNarrowForTabs } from '../../browser/narrow.ts'
import { Link } from '../../ui/link.tsx'
import { MenuItems, MenuPopup } from '../../ui/menu.tsx'
import { joinRequestsQuery } from '../admin-queries.ts'
import styles from './admin-tabs.module.css'

type Tab = { to: string; name: string; mainOnly?: boolean; more?: boolean; leadsTo?: string }

const tabs: Tab[] = [
  { to: '/admin', name: 'Overview' },
  { to: '/admin/users', name: 'Players' },
  { to: '/admin/seasons', name: 'Seasons', more: true },
  { to: '/admin/rounds', name: 'Sports' },
  { to: '/admin/manage-picks', name: 'Manage Picks', more: true },
  { to: '/admin/mail', name: 'Mail', mainOnly: true, more: true },
  { to: '/admin/history', name: 'History', more: true },
  { to: '/admin/getting-started', name: 'Getting Started', more: true },
  { to: '/admin/settings', name: 'Settings', more: true, leadsTo: '/admin/operations' },
]

/** The tab of a page, also of one that has no tab of its own. */
export const tabAt = (pathname: string) =>
  tabs.findLast(({ to, leadsTo = to }) => pathname.startsWith(to) || pathname.startsWith(leadsTo))

export function AdminTabs({ main }: { main: boolean }) {
  const isNarrow = useNarrowForTabs()
  const current = tabAt(useLocation().pathname)
  const theirs = tabs.filter(({ mainOnly }) => main || !mainOnly)
  return (
    <nav className={styles.tabs} aria-label="Admin">
      <ul className={styles.list}>
        {theirs
          .filter(({ more }) => !(isNarrow && more))
          .map(({ to, name }) => (
            <li key={to}>
              <Link className={styles.tab} to={to} aria-current={to === current?.to ? 'page' : undefined}>
                {name} {to === '/admin/users' && <RequestCount />}
              </Link>
            </li>
          ))}
        {isNarrow && (
          <li>
            <MoreTabs tabs={theirs.filter(({ more }) => more)} current={current?.more && current} />
          </li>
        )}
      </ul>
    </nav>
  )
}

function RequestCount() {
  const { length } = useQuery(joinRequestsQuery).data ?? []
  return (
    length > 0 && (
      <span className={styles.count} role="img" aria-label={counted(length, 'request')}>
        {length}
      </span>
    )
  )
}

/** What a phone has no room for. Named by the one that is open. */
function MoreTabs({ tabs: more, current }: { tabs: readonly Tab[]; current: Tab | false | undefined }) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={styles.tab} aria-current={current ? 'page' : undefined}>
        <span className={styles.name}>{current ? current.name : 'More'}</span>{' '}
        <span aria-hidden="true">▾</span>
      </Menu.Trigger>
      <MenuPopup>
        <MenuItems items={more.map(({ to, name }) => ({ text: name, to }))} />
      </MenuPopup>
    </Menu.Root>
  )
}
