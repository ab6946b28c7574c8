import { Avatar } from '../ui/avatar.tsx'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import styles from './hall.module.css'

/** To the player's page, where there is one. */
export const PlayerLink = ({ name, userId }: { name: string; userId: number | null }) =>
  userId === null ? (
    <Name of={name} />
  ) : (
    <span className={styles.player}>
      <Avatar id={userId} name={name} />
      <Link data-name to={`/players/${userId}`}>
        <Name of={name} />
      </Link>
    </span>
  )
