import { type ReactNode, startTransition, useId, useOptimistic } from 'react'
import type { Leaderboard, Reading } from '../../../api/contract/leaderboards.ts'
import { wasCorrected } from '../board/sport-state.ts'
import type { PastMoment } from '../home-address.ts'
import styles from './time-travel.module.css'

type TimeTravelProps = {
  board: Leaderboard
  /** Null is now. */
  moment: PastMoment | null
  readingsDiffer: boolean
  onMove: (moment: PastMoment | null) => void
}

const readings: { value: Reading; text: string }[] = [
  { value: 'then', text: 'As it was known then' },
  { value: 'corrected', text: 'With today’s corrections' },
]

/** One stop for each result in the order of publication; the last stop is now. */
export function TimeTravel({ board, moment, readingsDiffer, onMove }: TimeTravelProps): ReactNode {
  const id = useId()
  const stops = board.rounds
    .filter((round) => round.result_number !== null)
    .toSorted((a, b) => (a.result_number ?? 0) - (b.result_number ?? 0))
  // The address and the table come after the thumb, and after the choice of a reading.
  const [shown, show] = useOptimistic(moment)
  const move = (to: PastMoment | null) =>
    startTransition(() => {
      show(to)
      onMove(to)
    })
  const found = stops.findIndex((round) => round.id === shown?.afterRound)
  const at = found === -1 ? stops.length : found
  const stop = stops[at]
  const reading = shown?.reading ?? 'then'
  const isBefore = stop && reading === 'then' && wasCorrected(stop, board.leaderboard)
  const words = stop ? `After ${stop.sport_name}${isBefore ? ', before the correction' : ''}` : 'Now'
  return (
    <div className={styles.travel}>
      <div className={styles.words}>
        <label htmlFor={id}>Standings as they were</label>
        <output className={styles.moment} htmlFor={id}>
          {words}
        </output>
      </div>
      <input
        id={id}
        className={styles.slider}
        type="range"
        min={0}
        max={stops.length}
        value={at}
        aria-valuetext={words}
        onChange={({ target }) => {
          const to = stops[Number(target.value)]
          move(to ? { afterRound: to.id, reading } : null)
        }}
      />
      {shown && readingsDiffer && (
        <fieldset className={styles.readings}>
          <legend>Some results or rules were corrected later</legend>
          {readings.map(({ value, text }) => (
            <label key={value}>
              <input
                type="radio"
                name={`${id}-reading`}
                checked={reading === value}
                onChange={() => move({ ...shown, reading: value })}
              />
              {text}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
