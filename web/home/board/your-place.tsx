import type { Leaderboard } from '../../../api/contract/leaderboards.ts'
import { areRanks } from '../../ranks.ts'
import { useThisPlayer } from '../../this-player.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../standings.module.css'

/** Whose row is marked on this device, and the way to end that. */
export function YourPlace({ board }: { board: Leaderboard }) {
  const { userId, forget } = useThisPlayer()
  const you = board.leaderboard.find((entry) => entry.userId === userId)
  if (!you) return null
  return (
    <p className={styles.place} data-print={false}>
      <span>
        You are <strong translate="no">{you.userName}</strong>
        {areRanks(board.leaderboard) && `, #${you.rank} with ${you.totalPoints} pts`}.
      </span>
      <Button variant="quiet" size="small" onClick={forget}>
        Not you?
      </Button>
    </p>
  )
}
