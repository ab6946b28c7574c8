import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AGGREGATES } from '../../domain/aggregates.ts'
import type { DomainEvent } from '../../domain/domain-event.ts'
import { player } from '../../domain/players/player.ts'
import { type RoundEvent, round } from '../../domain/rounds/round.ts'
import { type SeasonEvent, season } from '../../domain/seasons/season.ts'
import { isRoundEvent, roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { standings } from '../../domain/seasons/standings.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import { EVENT_TYPES } from '../support/event-types.ts'
import { accepted, guessingHistories, histories, play } from './histories.ts'
import {
  factsIn,
  type Log,
  picksIn,
  roundIds,
  roundInLog,
  seasonIdOf,
  seasonIds,
  seasonInLog,
  seasonOfRound,
  stateIn,
} from './log-in-memory.ts'
import type { Appends } from './random-commands.ts'

/** Left to themselves: doing them again is doing them twice, their streams are gone, or nothing else depends on them. */
const NOT_PLAYED = [
  'AdminPasswordChanged',
  'AdminSignedOut',
  'AdminSignedIn',
  'SecondFactorTurnedOn',
  'SecondFactorTurnedOff',
  'SecondFactorReset',
  'RecoveryCodesReplaced',
  'AdminSignInLocked',
  'AdminLinkMailed',
  'LinkKeyReplaced',
  'BackupDownloaded',
  'InstallationNamed',
  'PickLinkResent',
  'PickLinkCopied',
  'PickLinksRequested',
  'PlayerLinksReplaced',
  'PicksLookedAt',
  'PlayerErased',
  'AdminErased',
  'SeasonCopied',
  'PastChampionErased',
  'MessageErased',
  'MessageSent',
  'MessageWithdrawn',
  'AdminMailWelcomed',
  'AdminMailDeclined',
]

describe('random histories are worth their name', () => {
  const sample = fc.sample(histories, { numRuns: 600, seed: 2027 }).map(play)

  test('between them everything happens', () => {
    const events = sample.flatMap(({ log }) => [...log.values()].flat())
    const happened = new Set<string>(events.map(({ type }) => type))
    expect(EVENT_TYPES.filter((type) => !happened.has(type)).sort()).toEqual(NOT_PLAYED.toSorted())
  })

  test('in many of them somebody scores', () => {
    const scoring = sample.filter(({ log }) =>
      seasonIds.some((id) => standings(factsIn(log, id)).some(({ totalPoints }) => totalPoints > 0)),
    )
    expect(scoring.length).toBeGreaterThan(sample.length / 4)
  })

  test('and where they ask for guesses, a guess decides in some', () => {
    const guessing = fc.sample(guessingHistories, { numRuns: 200, seed: 2027 }).map(play)
    const decided = guessing.filter(({ log }) =>
      seasonIds.some((id) => standings(factsIn(log, id)).some(({ decidedBy }) => decidedBy === 'guess')),
    )
    expect(decided.length).toBeGreaterThan(3)
  })
})

test('every accepted history adds up to states that hold no `undefined`, and no event changes a state or an event that was there before', () => {
  fc.assert(
    fc.property(histories, (commands) => {
      for (const [stream, events] of play(commands).log) foldFrozen(stream, events)
    }),
    { numRuns: 80 },
  )
})

/** Where picks are sealed from admins, entering what is there already is told like any other entry. */
const isEnteredBlind = (log: Log, { stream, events }: Appends[number]) => {
  const entered = events.find(({ type }) => type === 'PickEntered')
  const { kind, ids } = streamIdOf(stream)
  const inSeason = kind === 'pick' && entered ? seasonOfRound(log, ids[0] ?? 0) : {}
  return 'picksSealed' in inSeason && inSeason.picksSealed === true
}

/** Every copy that is taken is told of. */
const isExport = ({ events }: Appends[number]) => events.some(({ type }) => type === 'LeagueExported')

test('a command that was accepted adds nothing when it is decided again', () => {
  fc.assert(
    fc.property(histories, (commands) => {
      for (const { command, now, after } of play(commands).steps) {
        const again = accepted(() => command.attempt(after, now))
        expect(again.filter((one) => !isEnteredBlind(after, one) && !isExport(one))).toEqual([])
      }
    }),
    { numRuns: 80 },
  )
})

describe('in every history', () => {
  test('a season and each of its sports are what their own events alone add up to', () => {
    fc.assert(
      fc.property(histories, (commands) => {
        const { log } = play(commands)
        for (const seasonId of seasonIds) {
          const events = (log.get(seasonStream.stream(seasonId)) ?? []) as (SeasonEvent | RoundEvent)[]
          const alone = events.filter((event) => !isRoundEvent(event))
          const whole = stateIn(log, seasonStream, seasonId)
          expect(whole.season).toEqual(alone.reduce(season.evolve, season.initial))
          for (const id of roundIds) {
            const ofSport = events.filter(isRoundEvent).filter(({ data }) => data.roundId === id)
            expect(roundIn(whole, id)).toEqual(ofSport.reduce(round.evolve, round.initial))
          }
        }
      }),
      { numRuns: 80 },
    )
  })

  test('a sport is in one season at most', () => {
    fc.assert(
      fc.property(histories, (commands) => {
        const { log } = play(commands)
        for (const id of roundIds) {
          const holding = seasonIds.filter(
            (seasonId) => roundIn(stateIn(log, seasonStream, seasonId), id).status !== 'missing',
          )
          expect(holding.length).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 80 },
    )
  })

  test('a sport moves from draft to active to locked to completed, and back only by unlocking', () => {
    const LIFE = /^(Activated (Locked (Completed Unlocked )*(Completed )?)?)?$/
    fc.assert(
      fc.property(histories, (commands) => {
        const { log } = play(commands)
        for (const id of roundIds) {
          const life = eventsOf(log, id)
            .map(({ type }) => type.replace('Round', ''))
            .filter((type) => ['Activated', 'Locked', 'Completed', 'Unlocked'].includes(type))
            .map((type) => `${type} `)
          expect(life.join('')).toMatch(LIFE)
        }
      }),
      { numRuns: 80 },
    )
  })

  test('nobody picks for a completed sport, nor in a season that is not active', () => {
    fc.assert(
      fc.property(histories, (commands) => {
        for (const { before, appends } of play(commands).steps) {
          for (const event of appends.flatMap(({ events }) => events)) {
            if (event.type !== 'PickSubmitted' && event.type !== 'PickEntered') continue
            const sport = roundInLog(before, event.data.roundId)
            const seasonId = 'seasonId' in sport ? sport.seasonId : 0
            expect(sport).toMatchObject({ status: expect.stringMatching(/active|locked/), deletedAt: null })
            expect(seasonInLog(before, seasonId)).toMatchObject({ status: 'open', active: true })
            expect(stateIn(before, player, event.data.playerId)).toMatchObject({ status: 'active' })
          }
        }
      }),
      { numRuns: 80 },
    )
  })

  test('an accepted pick counts at once', () => {
    fc.assert(
      fc.property(histories, (commands) => {
        for (const { after, appends } of play(commands).steps) {
          for (const event of appends.flatMap(({ events }) => events)) {
            if (event.type !== 'PickSubmitted' && event.type !== 'PickEntered') continue
            const { roundId, playerId, picks } = event.data
            expect(picksIn(after, roundId, playerId)).toEqual(picks)
          }
        }
      }),
      { numRuns: 80 },
    )
  })

  test('an ended season, and its sports, take no edits', () => {
    const ALLOWED =
      /^Season(NoteChanged|Reopened|Deleted|Restored|Purged|Activated|Deactivated)$|^RoundPurged$/
    fc.assert(
      fc.property(histories, (commands) => {
        for (const { before, appends } of play(commands).steps) {
          for (const { stream, events } of appends) {
            if (!isEnded(before, stream)) continue
            for (const { type } of events) expect(type).toMatch(ALLOWED)
          }
        }
      }),
      { numRuns: 80 },
    )
  })
})

/** What happened to a sport, in whichever season it was. */
const eventsOf = (log: Log, roundId: number) =>
  seasonIds
    .flatMap((seasonId) => log.get(seasonStream.stream(seasonId)) ?? [])
    .filter(({ data }) => 'roundId' in data && data.roundId === roundId)

function isEnded(log: Log, stream: string) {
  const [kind, id] = stream.split('-')
  if (kind === 'season') return seasonInLog(log, Number(id)).status === 'ended'
  if (kind !== 'notices' && kind !== 'pick') return false
  return seasonInLog(log, seasonIdOf(log, Number(id)) ?? 0).status === 'ended'
}

function foldFrozen(stream: string, events: readonly DomainEvent[]) {
  const { initial, evolve } = AGGREGATES[streamIdOf(stream).kind]
  events.reduce((state, event) => frozen(evolve(state as never, frozen(event) as never)), frozen(initial))
}

/** Frozen through and through: whoever changes it throws. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const mutator of ['set', 'add', 'delete', 'clear']) {
    if (value instanceof Map || value instanceof Set) {
      Object.defineProperty(value, mutator, { value: () => expect.unreachable('a state was changed') })
    }
  }
  const parts = value instanceof Map || value instanceof Set ? value.values() : Object.values(value)
  for (const part of parts) {
    if (part === undefined) expect.unreachable('a state would be another text once it was stored')
    frozen(part)
  }
  return Object.freeze(value)
}
