import { Fragment } from 'react'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import { sportAddress } from './sport-address.ts'

type StoriesProps = {
  seasonId: number
  roundId: number
  userIds: readonly number[]
  nameOf: (userId: number) => string
}

/** Names that lead to the pages of their picks. */
export const Stories = ({ seasonId, roundId, userIds, nameOf }: StoriesProps) =>
  userIds.map((userId, at) => (
    <Fragment key={userId}>
      {at > 0 && (at === userIds.length - 1 ? ' and ' : ', ')}
      <Link data-name to={`${sportAddress(seasonId, roundId)}/players/${userId}`}>
        <Name of={nameOf(userId)} />
      </Link>
    </Fragment>
  ))
