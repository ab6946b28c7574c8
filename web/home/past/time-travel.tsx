import { type ReactNode, startTransition, useId, useOptimistic } from 'react'
import type { Leaderboard, Reading } from '../../../api/contract/leaderboards.ts'
import { dateTimeFormat } from '../../browser/formats.ts'
import { SmallButton } from '../../ui/button.tsx'
import { Name, Time } from '../../ui/name.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { BoardRound } from '../board/sport-state.ts'
import type { PastMoment } from '../home-address.ts'
import styles from './time-travel.module.css'

type TimeTravelProps = {
  board: Leaderboard
  /** Null is now. */
  moment: PastMoment | null
  /** What the table shows while the moment is not now. */
  past: Leaderboard['past']
  onMove: (moment: PastMoment | null) => void
}

const readings: { value: Reading; text: string }[] = [
  { value: 'then', text: 'As it was known then' },
  { value: 'corrected', text: 'With today’s corrections' },
]

/** One stop for each result and each correction, in the order in which they came; the last stop is now. */
export function TimeTravel({ board, moment, past, onMove }: TimeTravelProps): ReactNode {
  const id = useId()
  const stops = stopsOf(board)
  // The address and the table come after the thumb, and after the choice of a reading.
  const [shown, show] = useOptimistic(moment)
  const move = (to: PastMoment | null) =>
    startTransition(() => {
      show(to)
      onMove(to)
    })
  const found = stops.findIndex(
    ({ round, correction }) => round.id === shown?.afterRound && correction === (shown.correction ?? 0),
  )
  const at = found === -1 ? stops.length : found
  const stop = stops[at]
  const reading = shown?.reading ?? 'then'
  const words = stop ? wordsOf(stop, reading) : 'Now'
  return (
    <>
      <div className={styles.travel}>
        <label htmlFor={id}>Standings as they were</label>
        <output className={styles.moment} htmlFor={id}>
          {words}
        </output>
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
            move(to ? { ...momentOf(to), reading } : null)
          }}
        />
        {shown && past?.readingsDiffer && (
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
      {past && <PastNotice board={board} past={past} onBack={() => onMove(null)} />}
    </>
  )
}

/** `correction` is 0 for the first result. */
type Stop = { round: BoardRound; correction: number; number: number }

const stopsOf = ({ rounds }: Leaderboard): Stop[] =>
  rounds
    .flatMap((round) =>
      [round.result_number ?? [], ...(round.correction_numbers ?? [])]
        .flat()
        .map((number, correction) => ({ round, correction, number })),
    )
    .toSorted((a, b) => a.number - b.number)

const momentOf = ({ round, correction }: Stop) => ({
  afterRound: round.id,
  ...(correction > 0 && { correction }),
})

function wordsOf({ round, correction }: Stop, reading: Reading): string {
  const isCorrected = correction > 0
  const isLast = correction === (round.correction_numbers?.length ?? 0)
  const next = isLast || reading === 'corrected' ? '' : `, before the ${isCorrected ? 'next ' : ''}correction`
  return `After ${round.sport_name}${isCorrected ? ', corrected' : ''}${next}`
}

type PastNoticeProps = { board: Leaderboard; past: NonNullable<Leaderboard['past']>; onBack: () => void }

function PastNotice({ board: { rounds }, past, onBack }: PastNoticeProps) {
  const round = rounds.find(({ id }) => id === past.afterRound)
  const reading = past.reading === 'then' ? 'as they were known then' : 'with today’s corrections'
  return (
    <Notice
      tone="warning"
      title="You are looking at the past"
      action={<SmallButton onClick={onBack}>Back to Now</SmallButton>}
    >
      Standings after {round ? <Name of={round.sport_name} /> : 'a sport'} on{' '}
      <Time of={past.asOf}>{formatDay(past.asOf)}</Time>
      {past.readingsDiffer ? `, ${reading}.` : '. Nothing has been corrected since.'}
    </Notice>
  )
}

const formatDay = (instant: string) => dateTimeFormat({ dateStyle: 'medium' }).format(new Date(instant))
