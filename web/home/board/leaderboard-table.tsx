import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { Leaderboard, LeaderboardEntry } from '../../../api/contract/leaderboards.ts'
import { compareTexts } from '../../../domain/names.ts'
import { useNarrow } from '../../browser/narrow.ts'
import { areRanks } from '../../ranks.ts'
import { useThisPlayer } from '../../this-player.ts'
import { isLarge, useGrowingCount } from '../../ui/table/growing-count.ts'
import type { ExtraColumns } from '../race/race.tsx'
import { useExplanation } from './explanation.tsx'
import { LeaderboardRow } from './leaderboard-row.tsx'
import styles from './leaderboard-table.module.css'
import { SportHead } from './sport-head.tsx'
import { SportPicker } from './sport-picker.tsx'
import { inPublic, isOpen, newestOf } from './sport-state.ts'

const scrollDelayMs = 100
const columnsOnPaper = 10
/** With more, what nobody has played would fill the right end. */
const columnsAtOnce = 20

type LeaderboardTableProps = {
  seasonId: number
  board: Leaderboard
  /** Next to a board of the past, what became of it. */
  today: Leaderboard
  /** After the totals. A phone has room for them instead of a sport. */
  extra: ExtraColumns | null
  /** The sport that the address asks for. */
  sport: number | null
  onSport: (roundId: number) => void
  /** On a phone: to earlier standings, where there are any. */
  onLookBack: (() => void) | undefined
}

export function LeaderboardTable({
  seasonId,
  board,
  today,
  extra,
  sport,
  onSport,
  onLookBack,
}: LeaderboardTableProps) {
  const { rounds, leaderboard, movedByCorrection } = board
  const isNarrow = useNarrow()
  const you = useThisPlayer(({ userId }) => userId)
  const sports = useMemo(() => inPublic(rounds), [rounds])
  const shown = sports.find(({ id }) => id === sport) ?? newestOf(rounds)
  const columns = useMemo(
    () => (isNarrow && extra ? [] : isNarrow && shown ? [shown] : sports),
    [isNarrow, extra, shown, sports],
  )
  const isLong = columns.length > columnsAtOnce
  const scroller = useScrolledTo(
    sport,
    isLong && shown && !isOpen(shown) ? shown.id : null,
    `${sport}-${board.past?.afterRound}-${extra !== null}`,
  )
  const ranked = areRanks(leaderboard)
  const entries = ranked ? leaderboard : leaderboard.toSorted(byName)
  const nowOf = useMemo(
    () => new Map(today.leaderboard.map((entry) => [entry.userId, entry])),
    [today.leaderboard],
  )
  const drawn = useGrowingCount(entries.length)
  const { ask, dialog } = useExplanation(seasonId, leaderboard)
  return (
    <section
      className={styles.scroller}
      ref={scroller}
      onScroll={({ currentTarget }) => {
        currentTarget.dataset.scrolled = String(currentTarget.scrollLeft > 0)
      }}
      // A keyboard scrolls only what it can focus.
      tabIndex={isNarrow ? undefined : 0}
      aria-label={`Leaderboard, ${isNarrow ? 'one sport at a time' : 'scrolls sideways'}`}
    >
      {isNarrow && shown && !extra && (
        <SportPicker rounds={sports} shown={shown} onShow={onSport} onLookBack={onLookBack} />
      )}
      <table
        className={styles.table}
        data-large={isLarge(entries.length)}
        data-long={columns.length > columnsOnPaper}
        data-past={board.past !== undefined}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.player}>
              Player
            </th>
            {columns.map((round) => (
              <SportHead key={round.id} seasonId={seasonId} round={round} entries={leaderboard} />
            ))}
            <th scope="col" className={styles.total}>
              Total
            </th>
            {extra?.heads}
            {board.past && (
              <th scope="col" className={styles.total}>
                Now
              </th>
            )}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button in each total is there for the keyboard */}
        <tbody onClick={ask}>
          {entries.slice(0, drawn).map((entry) => (
            <LeaderboardRow
              key={entry.userId}
              entry={entry}
              rounds={columns}
              ranked={ranked}
              now={board.past && nowOf.get(entry.userId)}
              isYou={entry.userId === you}
              extra={extra}
              byCorrection={movedByCorrection === true}
            />
          ))}
        </tbody>
      </table>
      {dialog}
    </section>
  )
}

const byName = (a: LeaderboardEntry, b: LeaderboardEntry) => compareTexts(a.userName, b.userName)

/**
 * The totals are at the right end. Scrolls there once the table has its width. If the sport of the address is hidden then,
 * scrolls back to it, otherwise to the newest result, half a screen after earlier ones. Never again, unless another sport
 * is asked for.
 */
function useScrolledTo(sport: number | null, newest: number | null, asked: string) {
  const scroller = useRef<HTMLElement>(null)
  const reveal = useEffectEvent(() => {
    const element = scroller.current
    if (!element) return
    element.scrollLeft = element.scrollWidth
    const column = element.querySelector<HTMLElement>(`th[data-round="${sport ?? newest}"]`)
    const players = element.querySelector<HTMLElement>('th')
    if (!column || !players) return
    const hidden = players.getBoundingClientRect().right - column.getBoundingClientRect().left
    const earlier = sport === null ? (element.clientWidth - players.offsetWidth) / 2 : 0
    if (hidden > 0) element.scrollLeft -= hidden + earlier
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each other wish scrolls again
  useEffect(() => {
    const timer = setTimeout(reveal, scrollDelayMs)
    return () => clearTimeout(timer)
  }, [asked])
  return scroller
}
