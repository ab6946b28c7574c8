import { useEffect, useRef } from 'react'
import type { Leaderboard, LeaderboardEntry } from '../../api/contract/leaderboards.ts'
import { useExplanation } from './explanation.tsx'
import { isLarge, useGrowingCount } from './growing-count.ts'
import { LeaderboardRow } from './leaderboard-row.tsx'
import styles from './leaderboard-table.module.css'

const scrollDelayMs = 100
const columnsOnPaper = 10

type LeaderboardTableProps = Leaderboard & { seasonId: number }

export function LeaderboardTable({
  seasonId,
  rounds,
  leaderboard,
  movedByCorrection,
}: LeaderboardTableProps) {
  const scroller = useScrolledToEnd()
  const ranked = leaderboard.some((entry) => entry.totalPoints > 0)
  const entries = ranked ? leaderboard : leaderboard.toSorted(byName)
  const drawn = useGrowingCount(entries.length)
  const { ask, dialog } = useExplanation(seasonId, leaderboard)
  return (
    <section
      className={styles.scroller}
      ref={scroller}
      onScroll={({ currentTarget }) => {
        currentTarget.dataset.scrolled = String(currentTarget.scrollLeft > 0)
      }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what it can focus
      tabIndex={0}
      aria-label="Leaderboard, scrolls sideways"
    >
      <table
        className={styles.table}
        data-large={isLarge(entries.length)}
        data-long={rounds.length > columnsOnPaper}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.player}>
              Player
            </th>
            {rounds.map((round) => (
              <th key={round.id} scope="col">
                {round.sport_name}
                {round.first_place_team && (
                  <span className={styles.champion}>({round.first_place_team})</span>
                )}
              </th>
            ))}
            <th scope="col" className={styles.total}>
              Total
            </th>
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button in each total is there for the keyboard */}
        <tbody onClick={ask}>
          {entries.slice(0, drawn).map((entry) => (
            <LeaderboardRow
              key={entry.userId}
              entry={entry}
              rounds={rounds}
              ranked={ranked}
              byCorrection={movedByCorrection === true}
            />
          ))}
        </tbody>
      </table>
      {dialog}
    </section>
  )
}

const byName = (a: LeaderboardEntry, b: LeaderboardEntry) => a.userName.localeCompare(b.userName)

/**
 * The newest sports and the totals are at the right end. Scrolls there once the table has its width, then never
 * again.
 */
function useScrolledToEnd() {
  const scroller = useRef<HTMLElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      const element = scroller.current
      if (element) element.scrollLeft = element.scrollWidth
    }, scrollDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return scroller
}
