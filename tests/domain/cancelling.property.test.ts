import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Instant } from '../../domain/event.ts'
import { cancelRound, reinstateRound } from '../../domain/rounds/cancelling.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import { graphOf, standings } from '../../domain/seasons/standings.ts'
import { withoutPast } from './given-when-then.ts'
import { accepted, guessingHistories, histories } from './histories.ts'
import {
  appended,
  factsIn,
  type Log,
  noteTime,
  picksIn,
  playerIds,
  roundIds,
  roundInLog,
  seasonIds,
  seasonOfRound,
  stateIn,
  streamOfRound,
} from './log-in-memory.ts'
import { naiveTable } from './naive-count.ts'
import { type Appends, type Command, to } from './random-commands.ts'
import { instant, roundId, START } from './random-inputs.ts'

const cancel = (log: Log, id: number, now: Instant): Appends =>
  to(streamOfRound(log, id), cancelRound(roundInLog(log, id), seasonOfRound(log, id), now))
/** Before the scheduler could lock it. */
const reinstate = (log: Log, id: number): Appends =>
  to(streamOfRound(log, id), reinstateRound(roundInLog(log, id), seasonOfRound(log, id), ''))

function append(log: Log, appends: Appends, now: Instant): Log {
  for (const { events } of appends) noteTime(events, now)
  return appends.reduce((next, { stream, events }) => appended(next, stream, events), log)
}

const tryTo = (log: Log, now: Instant, attempt: (log: Log, now: Instant) => Appends): Log | null => {
  const appends = accepted(() => attempt(log, now))
  return appends.length === 0 ? null : append(log, appends, now)
}

function withTimes(commands: readonly Command[]): { command: Command; now: Instant }[] {
  let ms = START
  return commands.map((command) => {
    ms += command.waitMs
    return { command, now: instant(ms) }
  })
}

/** All that anybody sees, or that a later decision looks at. */
const outcome = (log: Log) => ({
  seasons: seasonIds.map((id) => withoutPast(stateIn(log, seasonStream, id))),
  tables: seasonIds.map((id) => standings(factsIn(log, id))),
  graphs: seasonIds.map((id) => graphIn(log, id)),
  picks: roundIds.flatMap((id) => playerIds.map((playerId) => picksIn(log, id, playerId))),
})

function graphIn(log: Log, seasonId: number) {
  const facts = factsIn(log, seasonId)
  return graphOf(facts, standings(facts))
}

/** Without what tells of cancellations. */
const bare = (log: Log) =>
  [...log].map(([stream, events]) => [
    stream,
    events.filter(({ type }) => type !== 'RoundCancelled' && type !== 'RoundReinstated'),
  ])

test('to cancel and reinstate a sport around each command is as if it had never been cancelled', () => {
  const around = new Map<string, number>()
  const ids = fc.infiniteStream(roundId)
  fc.assert(
    fc.property(fc.oneof(histories, guessingHistories), ids, (commands, sports) => {
      let plain: Log = new Map()
      let interrupted: Log = new Map()
      for (const { command, now } of withTimes(commands)) {
        const sport = sports.next().value as number
        plain = tryTo(plain, now, command.attempt) ?? plain
        const off = tryTo(interrupted, now, (log) => cancel(log, sport, now))
        if (off === null) {
          interrupted = tryTo(interrupted, now, command.attempt) ?? interrupted
          continue
        }
        const next = tryTo(off, now, command.attempt)
        const during = next && takesFrom(off, next, sport) ? null : next
        const back = during && tryTo(during, now, (log) => reinstate(log, sport))
        if (back) for (const type of typesBehind(off, back)) around.set(type, (around.get(type) ?? 0) + 1)
        // What a cancelled sport refuses, or takes from it for good, comes after it is reinstated.
        const again = back ?? tryTo(off, now, (log) => reinstate(log, sport))
        if (again === null) throw new Error('It was not reinstated')
        interrupted = back ?? tryTo(again, now, command.attempt) ?? again
      }
      expect(outcome(interrupted)).toEqual(outcome(plain))
      expect(bare(interrupted)).toEqual(bare(plain))
    }),
    { numRuns: 60 },
  )
  for (const type of [
    'PickSubmitted',
    'RoundCompleted',
    'SeasonRulesSet',
    'ParticipantRemoved',
    'RoundLocked',
  ]) {
    expect(around.get(type) ?? 0, type).toBeGreaterThan(0)
  }
})

test('a sport that is cancelled over many commands counts for nothing meanwhile, and as before afterwards', () => {
  const windows = fc.record({
    sport: roundId,
    from: fc.integer({ min: 20, max: 60 }),
    length: fc.integer({ min: 1, max: 60 }),
  })
  fc.assert(
    fc.property(histories, windows, (commands, { sport, from, length }) => {
      let plain: Log = new Map()
      let interrupted: Log = new Map()
      let isOff = false
      for (const [index, { command, now }] of withTimes(commands).entries()) {
        if (isOff && (index >= from + length || hasLocked(plain, sport, now))) {
          const back = tryTo(interrupted, now, (log) => reinstate(log, sport))
          if (back === null) throw new Error('It was not reinstated')
          interrupted = back
          isOff = false
        }
        if (index === from) {
          const off = tryTo(interrupted, now, (log) => cancel(log, sport, now))
          isOff = off !== null
          interrupted = off ?? interrupted
        }
        const next = tryTo(plain, now, command.attempt)
        const types = next ? typesBehind(plain, next) : []
        // Commands on the sport itself, and what it would have kept from happening, are left out of both.
        const isLeftOut =
          next !== null &&
          isOff &&
          (concerns(plain, next, sport) || CLOSING.some((type) => types.includes(type)))
        if (isLeftOut) continue
        if (next === null && isOff) continue
        plain = next ?? plain
        interrupted = tryTo(interrupted, now, command.attempt) ?? interrupted
        if (!isOff) continue
        for (const id of seasonIds) {
          const table = new Map(
            standings(factsIn(interrupted, id)).map(({ playerId, totalPoints, rank }) => [
              playerId,
              { total: totalPoints, rank },
            ]),
          )
          expect(table).toEqual(naiveTable(interrupted, id))
        }
      }
      if (isOff) interrupted = tryTo(interrupted, END, (log) => reinstate(log, sport)) ?? interrupted
      expect(outcome(interrupted)).toEqual(outcome(plain))
      expect(bare(interrupted)).toEqual(bare(plain))
    }),
    { numRuns: 60 },
  )
})

const END = instant(START + 1e12)
const CLOSING = ['SeasonEnded', 'SeasonDeleted', 'SeasonPurged']

const hasLocked = (log: Log, id: number, now: Instant) => {
  const state = roundInLog(log, id)
  return 'locksAt' in state && state.status === 'active' && now >= state.locksAt
}

function newEvents(before: Log, after: Log): DomainEvent[] {
  return [...after].flatMap(([stream, events]) => events.slice(before.get(stream)?.length ?? 0))
}

const typesBehind = (before: Log, after: Log): string[] => newEvents(before, after).map(({ type }) => type)

/** Another sport takes its tie-break question. */
const takesFrom = (before: Log, after: Log, id: number) =>
  newEvents(before, after).some(({ type, data }) => type === 'TieBreakQuestionDropped' && data.roundId === id)

/** A copy concerns the sport that it is from too. */
const concerns = (before: Log, after: Log, id: number) =>
  newEvents(before, after).some(
    ({ data }) =>
      ('roundId' in data && data.roundId === id) || ('fromRoundId' in data && data.fromRoundId === id),
  )
