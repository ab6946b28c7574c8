import { Menu } from '@base-ui/react/menu'
import { useSession } from '../../session.ts'
import styles from './user-menu.module.css'

export function UserMenu({ name, email }: { name: string; email: string }) {
  const signOut = useSession((state) => state.signOut)
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={styles.trigger}>
        <span className={styles.initial} aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span className={styles.name}>{name}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} align="end" sideOffset={8} collisionPadding={12}>
          <Menu.Popup className={styles.popup}>
            <Menu.Group>
              <Menu.GroupLabel className={styles.person}>
                <span className={styles.personName}>{name}</span>
                <span className={styles.email}>{email}</span>
              </Menu.GroupLabel>
              <Menu.Item className={styles.item} onClick={signOut}>
                Logout
              </Menu.Item>
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
