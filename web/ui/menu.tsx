import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import styles from './menu.module.css'
import { Spinner } from './waiting/spinner.tsx'

/** Goes into a `Menu.Root`, after its trigger. */
export function MenuPopup({ children }: { children: ReactNode }) {
  return (
    <Menu.Portal>
      <Menu.Positioner className={styles.positioner} align="end" sideOffset={8} collisionPadding={12}>
        <Menu.Popup className={styles.popup}>{children}</Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  )
}

/** What it does, or where it leads. What takes something away is a danger, and comes last. */
export type MenuItem = { text: string; disabled?: boolean; danger?: boolean } & (
  | { onClick: () => void }
  | { to: string }
)

type MenuItemsProps = { items: readonly (MenuItem | false | null)[] }

export const MenuItems = ({ items }: MenuItemsProps) =>
  items.map(
    (item) =>
      item && (
        <Menu.Item
          key={item.text}
          className={styles.item}
          data-danger={item.danger ?? false}
          disabled={item.disabled ?? false}
          {...('to' in item ? { render: <Link to={item.to} /> } : { onClick: item.onClick })}
        >
          {item.text}
        </Menu.Item>
      ),
  )

type MoreMenuProps = MenuItemsProps & { label: string; busy?: boolean }

export function MoreMenu({ label, busy = false, items }: MoreMenuProps) {
  return (
    <span className={styles.holder}>
      <Menu.Root modal={false}>
        <Menu.Trigger className={styles.more} aria-label={label} aria-busy={busy}>
          {busy ? <Spinner /> : <span aria-hidden="true">•••</span>}
        </Menu.Trigger>
        <MenuPopup>
          <MenuItems items={items} />
        </MenuPopup>
      </Menu.Root>
    </span>
  )
}
