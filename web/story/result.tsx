import type { ReactNode } from 'react'
import type { OwnPick } from '../../api/contract/picks.ts'
import { signed } from '../browser/formats.ts'
import { Card } from '../ui/card.tsx'
import { Hint, Stack, Tiles } from '../ui/layout.tsx'

type ResultProps = Omit<NonNullable<OwnPick['result']>, 'place' | 'points'> & {
  points: number | null
  /** Of the rank. The other sentence is of this sport. */
  why?: string
}

export function Result({
  points,
  dropped,
  rank,
  playerCount,
  totalPoints,
  ranked,
  sentence,
  why,
}: ResultProps) {
  return (
    <Card title="Result">
      <Stack gap={3}>
        {points !== null && (
          <Tiles
            of={[
              [dropped ? 'Dropped' : 'Points', dropped ? <s key="s">{signed(points)}</s> : signed(points)],
              ['Total', totalPoints],
              ...(totalPoints !== 0 || rank > 1 || ranked ? [rankOf({ rank, playerCount })] : []),
            ]}
          />
        )}
        <Hint>{sentence}</Hint>
        {why && <Hint>{why}</Hint>}
      </Stack>
    </Card>
  )
}

const rankOf = ({ rank, playerCount }: Pick<ResultProps, 'rank' | 'playerCount'>): [string, ReactNode] => [
  'Rank',
  <span key="rank">
    #{rank} <Hint as="span">of {playerCount}</Hint>
  </span>,
]
