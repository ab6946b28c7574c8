import { Badge } from '../../ui/badge.tsx'
import { hasEmail } from './player-email.ts'
import styles from './player-facts.module.css'

export const PlayerBadge = ({ active }: { active: boolean }) =>
  active ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>

export const PlayerEmail = ({ player }: { player: { email: string } }) =>
  hasEmail(player) ? player.email : <span className={styles.none}>No email</span>
