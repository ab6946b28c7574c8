import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
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

type MenuItemProps = {
  disabled?: boolean
  /** What takes something away, at the end of a menu. */
  danger?: boolean
  onClick: () => void
  children: ReactNode
}

export function MenuItem({ disabled = false, danger = false, onClick, children }: MenuItemProps) {
  return (
    <Menu.Item className={styles.item} data-danger={danger} disabled={disabled} onClick={onClick}>
      {children}
    </Menu.Item>
  )
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Menu.Item className={styles.item} render={<Link to={to} />}>
      {children}
    </Menu.Item>
  )
}

type MoreMenuProps = {
  label: string
  busy?: boolean
  children: ReactNode
}

export function MoreMenu({ label, busy = false, children }: MoreMenuProps) {
  return (
    <span className={styles.holder}>
      <Menu.Root modal={false}>
        <Menu.Trigger className={styles.more} aria-label={label} aria-busy={busy}>
          {busy ? <Spinner /> : <span aria-hidden="true">•••</span>}
        </Menu.Trigger>
        <MenuPopup>{children}</MenuPopup>
      </Menu.Root>
    </span>
  )
}
