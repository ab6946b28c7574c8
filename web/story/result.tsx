import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import styles from './story.module.css'

type ResultProps = {
  points: number | null
  rank: number
  totalPoints: number
  playerCount: number
  ranked?: true
  /** Of this sport. */
  sentence: string
  /** Of the rank. */
  why?: string
}

export function Result({ points, rank, playerCount, totalPoints, ranked, sentence, why }: ResultProps) {
  return (
    <Card title="Result">
      {points !== null && (
        <dl className={styles.figures}>
          <Figure name="Points">{points > 0 ? `+${points}` : points}</Figure>
          <Figure name="Total">{totalPoints}</Figure>
          {(totalPoints !== 0 || rank > 1 || ranked) && (
            <Figure name="Rank">
              #{rank} <span>of {playerCount}</span>
            </Figure>
          )}
        </dl>
      )}
      <p className={styles.sentence}>{sentence}</p>
      {why && <p className={styles.sentence}>{why}</p>}
    </Card>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
