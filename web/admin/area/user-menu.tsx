import { Menu } from '@base-ui/react/menu'
import type { Me } from '../../../api/contract/auth.ts'
import { useKept } from '../../draft.ts'
import { Hint } from '../../ui/layout.tsx'
import { MenuItems, MenuPopup } from '../../ui/menu.tsx'
import { type AccountAction, AccountDialog } from '../account/account-dialog.tsx'
import { signOut } from '../account/sign-out.ts'
import styles from './user-menu.module.css'

export function UserMenu({ me }: { me: Me }) {
  const [action, setAction] = useKept<AccountAction | null>('account', null)
  return (
    <>
      <Menu.Root modal={false}>
        <Menu.Trigger className={styles.trigger}>
          <span className={styles.initial} aria-hidden="true">
            {me.name.slice(0, 1).toUpperCase()}
          </span>
          <span className={styles.name} data-lines={1} data-phone="unseen">
            {me.name}
          </span>
        </Menu.Trigger>
        <MenuPopup>
          <Menu.Group>
            <Menu.GroupLabel className={styles.person}>
              <strong translate="no">{me.name}</strong>
              <Hint translate="no">{me.email}</Hint>
            </Menu.GroupLabel>
            <MenuItems
              items={[
                { text: 'Change Name', onClick: () => setAction('name') },
                me.isMainAdmin && { text: 'Change Password', onClick: () => setAction('password') },
                { text: 'Change Email', onClick: () => setAction('email') },
                { text: 'Two-Step Sign-In', onClick: () => setAction('second-factor') },
                { text: 'Daily Summary', onClick: () => setAction('summary') },
                { text: 'Sessions', onClick: () => setAction('sessions') },
                { text: 'Logout', onClick: signOut },
              ]}
            />
          </Menu.Group>
        </MenuPopup>
      </Menu.Root>
      {action && <AccountDialog action={action} me={me} onClose={() => setAction(null)} />}
    </>
  )
}
