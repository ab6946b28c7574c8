import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Leaderboard } from '../../api/contract/leaderboards.ts'
import type { SportStatistics } from '../../api/contract/season-story.ts'
import type { BoardRound } from '../home/board/sport-state.ts'
import { RoundSeal } from '../seal/round-seal.tsx'
import { recapQuery } from '../server/public-queries.ts'
import { slotLabel } from '../slot-names.ts'
import { Card } from '../ui/card.tsx'
import { Hint, Stack } from '../ui/layout.tsx'
import { Asked } from '../ui/waiting/loaded.tsx'
import { Bars } from './bars.tsx'
import { Points } from './points.tsx'
import { RecapLine } from './recap-line.tsx'
import { Result } from './result.tsx'
import { namesOn } from './sport-address.ts'
import { sportStatisticsQuery } from './sport-query.ts'
import { Stories } from './stories.tsx'

type AfterLockProps = { board: Leaderboard; sport: BoardRound; seasonId: number }

export type OfSport = AfterLockProps & { storiesOf: (userIds: readonly number[]) => ReactNode }

export function AfterLock(props: AfterLockProps) {
  const { board, sport, seasonId } = props
  const { data: recap } = useQuery(recapQuery(seasonId))
  const nameOf = namesOn(board)
  const storiesOf: OfSport['storiesOf'] = (userIds) => (
    <Stories seasonId={seasonId} roundId={sport.id} userIds={userIds} nameOf={nameOf} />
  )
  const of = { ...props, storiesOf }
  return (
    <Asked of={sportStatisticsQuery(seasonId, sport.id)} title="The picks could not be loaded" blocks={2}>
      {(statistics) => (
        <>
          {recap?.roundId === sport.id && <RecapLine {...recap} />}
          {statistics.result && <Result {...of} result={statistics.result} />}
          <Picked {...of} statistics={statistics} />
          {statistics.result && <Points {...of} movers={statistics.result.movers} />}
        </>
      )}
    </Asked>
  )
}

function Picked({ sport, statistics, storiesOf }: OfSport & { statistics: SportStatistics }) {
  const { distribution, picked, missing, missingIds } = statistics
  const numbers = [...new Set(distribution.map(({ pickNumber = 1 }) => pickNumber))]
  const isNamed = numbers.length > 1 || sport.slot_names !== undefined
  return (
    <Card
      title="What everybody picked"
      aside={<Hint as="span">{`${picked} of ${picked + missing} picked`}</Hint>}
    >
      <Stack>
        {numbers.map((number) => (
          <Stack as="section" gap={2} key={number}>
            {isNamed && <h3 translate="no">{slotLabel(sport.slot_names, number)}</h3>}
            <Bars
              bars={distribution.filter(({ pickNumber = 1 }) => pickNumber === number)}
              picked={picked}
              people={storiesOf}
              withPeople
            />
          </Stack>
        ))}
        {picked === 0 && <p>Nobody picked.</p>}
        {missingIds.length > 0 && <Hint>Without a pick: {storiesOf(missingIds)}.</Hint>}
        <RoundSeal roundId={sport.id} />
      </Stack>
    </Card>
  )
}
