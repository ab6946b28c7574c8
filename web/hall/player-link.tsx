import { Avatar } from '../ui/avatar.tsx'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'

/** To the player's page, where there is one. */
export const PlayerLink = ({ name, userId }: { name: string; userId: number | null }) =>
  userId === null ? (
    <Name of={name} />
  ) : (
    <>
      <Avatar id={userId} name={name} />
      <Link to={`/players/${userId}`}>
        <Name of={name} />
      </Link>
    </>
  )
