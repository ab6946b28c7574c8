import { type ReactNode, startTransition, useId, useOptimistic } from 'react'
import type { Leaderboard, Reading } from '../../api/contract/leaderboards.ts'
import type { PastMoment } from '../client.ts'
import styles from './time-travel.module.css'

type TimeTravelProps = {
  rounds: Leaderboard['rounds']
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
export function TimeTravel({ rounds, moment, readingsDiffer, onMove }: TimeTravelProps): ReactNode {
  const id = useId()
  const stops = rounds
    .filter((round) => round.result_number !== null)
    .toSorted((a, b) => (a.result_number ?? 0) - (b.result_number ?? 0))
  const found = stops.findIndex((round) => round.id === moment?.afterRound)
  // The address and the table come after the thumb.
  const [at, showAt] = useOptimistic(found === -1 ? stops.length : found)
  const stop = stops[at]
  const words = stop ? `After ${stop.sport_name}` : 'Now'
  const reading = moment?.reading ?? 'then'
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
          const next = Number(target.value)
          const to = stops[next]
          startTransition(() => {
            showAt(next)
            onMove(to ? { afterRound: to.id, reading } : null)
          })
        }}
      />
      {moment && readingsDiffer && (
        <fieldset className={styles.readings}>
          <legend>Some results were corrected since</legend>
          {readings.map(({ value, text }) => (
            <label key={value}>
              <input
                type="radio"
                name={`${id}-reading`}
                checked={reading === value}
                onChange={() => onMove({ ...moment, reading: value })}
              />
              {text}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
