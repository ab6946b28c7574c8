import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Leaderboard } from '../../api/contract/leaderboards.ts'
import { VALUES_AT_ONCE } from '../../domain/season-story/last-locked.ts'
import { awaitingResult, type BoardRound } from '../home/board/sport-state.ts'
import { queryClient } from '../server/queries.ts'
import { slotLabel } from '../slot-names.ts'
import { SmallButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Hint, Row, Stack } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import { Loaded } from '../ui/waiting/loaded.tsx'
import { Bars } from './bars.tsx'
import { namesOn, sportAddress } from './sport-address.ts'
import { sportStatisticsQuery } from './sport-query.ts'

export const askForPicture = (seasonId: number, roundId: number) =>
  queryClient.prefetchQuery(sportStatisticsQuery(seasonId, roundId))

export type PictureProps = { seasonId: number; board: Leaderboard }

/** What everybody picked, from the lock until the result. */
export function Picture({ seasonId, board }: PictureProps) {
  const [wanted, setWanted] = useState<number | null>(null)
  const sports = awaitingResult(board.rounds)
  const at = Math.max(
    0,
    sports.findIndex(({ id }) => id === wanted),
  )
  const sport = sports[at]
  if (!sport) return null
  const step = (label: string, sign: string, to: BoardRound | undefined) => (
    <SmallButton aria-label={label} aria-disabled={!to} onClick={() => to && setWanted(to.id)}>
      {sign}
    </SmallButton>
  )
  return (
    <Card
      title={
        <Link data-name to={sportAddress(seasonId, sport.id)}>
          <Name of={sport.sport_name} />
        </Link>
      }
      aside={
        sports.length > 1 && (
          <Row gap={2} wraps={false} data-print={false}>
            {step('Sport that locked later', '‹', sports[at - 1])}
            <Hint as="span" role="status">{`${at + 1} of ${sports.length}`}</Hint>
            {step('Sport that locked earlier', '›', sports[at + 1])}
          </Row>
        )
      }
    >
      <Picked seasonId={seasonId} board={board} sport={sport} />
    </Card>
  )
}

function Picked({ seasonId, board, sport }: PictureProps & { sport: BoardRound }) {
  const nameOf = namesOn(board)
  const statistics = useQuery({
    ...sportStatisticsQuery(seasonId, sport.id),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={statistics} rows={3}>
      {({ distribution, picked, missing }) => {
        const bars = distribution.filter(({ pickNumber = 1 }) => pickNumber === 1).slice(0, VALUES_AT_ONCE)
        const isSlot = distribution.some(({ pickNumber = 1 }) => pickNumber > 1)
        const more = distribution.length - bars.length
        return (
          <Stack gap={2}>
            {isSlot && <Hint translate="no">{slotLabel(sport.slot_names, 1)}</Hint>}
            <Bars bars={bars} picked={picked} people={([userId = 0]) => <Name of={nameOf(userId)} />} />
            <Hint>
              {picked} of {picked + missing} picked{more > 0 && `, ${more} more to see`}.{' '}
              <Link to={sportAddress(seasonId, sport.id)}>What everybody picked</Link>
            </Hint>
          </Stack>
        )
      }}
    </Loaded>
  )
}
