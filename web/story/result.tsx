import type { ReactNode } from 'react'
import { signed } from '../browser/formats.ts'
import { Card } from '../ui/card.tsx'
import { Hint, Row, Stack } from '../ui/layout.tsx'
import styles from './story.module.css'

type ResultProps = {
  points: number | null
  dropped?: 1
  rank: number
  totalPoints: number
  playerCount: number
  ranked?: true
  /** Of this sport. */
  sentence: string
  /** Of the rank. */
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
          <Row as="dl" gap={6}>
            <Figure name={dropped ? 'Dropped' : 'Points'}>
              {dropped ? <s>{signed(points)}</s> : signed(points)}
            </Figure>
            <Figure name="Total">{totalPoints}</Figure>
            {(totalPoints !== 0 || rank > 1 || ranked) && (
              <Figure name="Rank">
                #{rank} <Hint as="span">of {playerCount}</Hint>
              </Figure>
            )}
          </Row>
        )}
        <Hint>{sentence}</Hint>
        {why && <Hint>{why}</Hint>}
      </Stack>
    </Card>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Hint as="dt">{name}</Hint>
      <dd className={styles.figure}>{children}</dd>
    </div>
  )
}
