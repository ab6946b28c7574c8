import { Menu } from '@base-ui/react/menu'
import type { Me } from '#api/contract/auth'
import { useSession } from '../../session.ts'
import { MenuItem, MenuPopup } from '../../ui/menu.tsx'
import styles from './user-menu.module.css'

export function UserMenu({ me: { name, email } }: { me: Me }) {
  const signOut = useSession((state) => state.signOut)
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={styles.trigger}>
        <span className={styles.initial} aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span className={styles.name}>{name}</span>
      </Menu.Trigger>
      <MenuPopup>
        <Menu.Group>
          <Menu.GroupLabel className={styles.person}>
            <span className={styles.personName}>{name}</span>
            <span className={styles.email}>{email}</span>
          </Menu.GroupLabel>
          <MenuItem onClick={signOut}>Logout</MenuItem>
        </Menu.Group>
      </MenuPopup>
    </Menu.Root>
  )
}
