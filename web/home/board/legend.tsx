import type { Leaderboard } from '../../../api/contract/leaderboards.ts'
import type { Season } from '../../../api/contract/seasons.ts'
import { droppedText, marks, marksOf } from '../../marks.ts'
import { formatMoment } from '../../pick/moment.ts'
import { HiddenUntilLock } from '../../ui/hidden-until-lock.tsx'
import { Hint } from '../../ui/layout.tsx'
import styles from './leaderboard-table.module.css'

/** What the signs of this table mean, who sees a pick before the lock, and on paper the time. */
export function Legend({ board, season }: { board: Leaderboard; season: Season }) {
  const used = new Set(
    board.leaderboard
      .flatMap((entry) => Object.keys(entry.marks ?? {}).flatMap((id) => marksOf(entry, id)))
      .map((kind) => marks[kind]),
  )
  const words = [...used].map(({ sign, text }) => `${sign} ${text}. `)
  const isAnyDropped = board.leaderboard.some((entry) =>
    Object.values(entry.scores).some((score) => score?.dropped),
  )
  return (
    <div className={styles.legend}>
      <Hint>
        {words.map((word) => (
          <span key={word}>{word}</span>
        ))}
        {isAnyDropped && (
          <>
            <s translate="no">+2</s> {droppedText}
          </>
        )}
      </Hint>
      {!season.ended_at && <HiddenUntilLock fromAdmins={season.picks_sealed === 1} />}
      <Hint as="div">
        <span className={styles.paper} translate="no">
          {formatMoment(new Date().toISOString())}
        </span>
      </Hint>
    </div>
  )
}
