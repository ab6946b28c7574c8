import { Badge } from '../../ui/badge.tsx'
import { Hint } from '../../ui/layout.tsx'
import styles from '../lists/lists.module.css'

/** A player without an address has one on this domain, which never gets mail. */
export const hasEmail = ({ email }: { email: string }) => !email.endsWith('@placeholder.local')

export const PlayerEmail = ({ player }: { player: { email: string } }) =>
  hasEmail(player) ? (
    <span className={styles.email} data-lines={1} title={player.email}>
      {player.email}
    </span>
  ) : (
    <Hint as="span" size="m">
      No email
    </Hint>
  )

export const PlayerBadge = ({ active }: { active: boolean }) =>
  active ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>
