import type { SeasonList } from '../../../api/contract/seasons.ts'
import { Box, Hint, Row } from '../../ui/layout.tsx'
import styles from '../parts/area.module.css'

const placesShown = 3

type Leader = SeasonList[number]['leaderboard'][number]

export function Leaders({ leaderboard }: { leaderboard: Leader[] }) {
  return (
    <LeaderList
      leaders={leaderboard.filter(({ rank, totalPoints }) => rank <= placesShown && totalPoints > 0)}
    />
  )
}

export function LeaderList({ leaders }: { leaders: Leader[] }) {
  if (leaders.length === 0) return null
  return (
    <Box as="ol" gap={1} scrolls>
      {leaders.map(({ userId, rank, name, totalPoints }) => (
        <Row as="li" key={userId} justify="space-between" wraps={false} align="baseline" translate="no">
          <span>
            <strong className={styles.rank} data-rank={rank}>
              #{rank}
            </strong>{' '}
            <span>{name}</span>
          </span>
          <Hint as="span">{totalPoints} pts</Hint>
        </Row>
      ))}
    </Box>
  )
}
