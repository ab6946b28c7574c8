import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Instant } from '../../domain/event.ts'
import type { RoundEvent } from '../../domain/rounds/round.ts'
import { takesPlace } from '../../domain/rounds/round.ts'
import { undoRound } from '../../domain/rounds/round-events.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { copySports, planCopies, sportsToCopy } from '../../domain/seasons/copying.ts'
import { isPlayed, type SeasonEvent } from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { standings } from '../../domain/seasons/standings.ts'
import { inverseOfAll } from '../../domain/undo/undo.ts'
import { nextShown, wallClock } from '../../platform/time/time-zone.ts'
import { histories, play } from './histories.ts'
import { appended, factsIn, type Log, stateIn } from './log-in-memory.ts'
import { instant, START } from './random-inputs.ts'

const [FROM, TO] = [1, 2]
const stream = seasonStream.stream(TO)
const now = instant(START)

const shift = fc.constantFrom('weekday' as const, 'date' as const, 'keep' as const)

test('copied, undone and copied twice, a season is as it was, and no sport is there twice', () => {
  let copying = 0
  fc.assert(
    fc.property(histories, shift, (commands, shift) => {
      const { log } = play(commands)
      const source = stateIn(log, seasonStream, FROM)
      if (!('rules' in source.season) || source.season.deletedAt !== null) return
      if (!isPlayed(stateIn(log, seasonStream, TO).season)) return
      const plan = (at: Log) =>
        planCopies(
          source,
          stateIn(at, seasonStream, TO),
          { shift, lockTimes: new Map() },
          { now, zones: { wallClock, nextShown } },
        )
      const { copies, skipped } = plan(log)
      expect(copies.length + skipped.length).toBe(sportsToCopy(source).length)
      const roundIds = copies.map((_, index) => 100 + index)
      const copied = appended(log, stream, copySports(stateIn(log, seasonStream, TO), copies, roundIds))
      if (copies.length === 0) return
      copying += 1
      expect(plan(copied)).toMatchObject({ copies: [], skipped: { length: sportsToCopy(source).length } })
      const undone = appended(copied, stream, undoOf(copied, now))
      expect(shownIn(copied)).not.toEqual(shownIn(log))
      expect(shownIn(undone)).toEqual(shownIn(log))
      expect(plan(undone).copies.map(({ from, locksAt }) => [from.roundId, locksAt])).toEqual(
        copies.map(({ from, locksAt }) => [from.roundId, locksAt]),
      )
    }),
    { numRuns: 200, seed: 2027 },
  )
  expect(copying).toBeGreaterThan(30)
})

function undoOf(log: Log, at: Instant) {
  const events = (log.get(stream) ?? []) as readonly (SeasonEvent | RoundEvent)[]
  const copies = events.flatMap((event, index) =>
    event.type === 'RoundCopied' && event.data.roundId >= 100 ? index : [],
  )
  return inverseOfAll(seasonStream, events, copies, ({ event, before, now }) => {
    const { roundId } = event.data as { roundId: number }
    const undoing = {
      event: event as RoundEvent,
      before: roundIn(before, roundId),
      now: roundIn(now, roundId),
    }
    return undoRound(undoing, { now: at, ...now, pickedTeams: [], ...NOBODY_PLACED })
  })
}

function shownIn(log: Log) {
  const { season, rounds } = stateIn(log, seasonStream, TO)
  const shown = [...rounds.values()].filter((round) => 'locksAt' in round && takesPlace(round))
  return { season, shown, table: standings(factsIn(log, TO)) }
}
