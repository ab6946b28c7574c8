import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { admin } from '#domain/admin'
import { admins } from '#domain/admins'
import type { DomainEvent } from '#domain/domain-event'
import type { Aggregate } from '#domain/event'
import { league } from '#domain/league'
import { pick } from '#domain/pick'
import { player } from '#domain/player'
import { round } from '#domain/round'
import { season } from '#domain/season'
import { settings } from '#domain/settings'
import { standings } from '#domain/standings'
import { EVENT_TYPES } from '../support/event-types.ts'
import { accepted, histories, play } from './histories.ts'
import { factsIn, picksIn, roundIds, seasonIds, stateIn } from './log-in-memory.ts'

/** Left to themselves: doing them again is doing them twice, or a second stream decides, or their streams are gone. */
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
  'RoundMoved',
  'PickLinkResent',
  'PickLinkCopied',
  'PlayerErased',
  'AdminErased',
]

describe('random histories are worth their name', () => {
  const sample = fc.sample(histories, { numRuns: 250, seed: 2027 }).map(play)

  test('between them everything happens', () => {
    const events = sample.flatMap(({ log }) => [...log.values()].flat())
    const happened = new Set<string>(events.map(({ type }) => type))
    expect(EVENT_TYPES.filter((type) => !happened.has(type))).toEqual(NOT_PLAYED)
  })

  test('in many of them somebody scores', () => {
    const scoring = sample.filter(({ log }) =>
      seasonIds.some((id) => standings(factsIn(log, id)).some(({ totalPoints }) => totalPoints > 0)),
    )
    expect(scoring.length).toBeGreaterThan(sample.length / 4)
  })
})

test('every accepted history adds up, and no event changes a state or an event that was there before', () => {
  fc.assert(
    fc.property(histories, (commands) => {
      for (const [stream, events] of play(commands).log) foldFrozen(stream, events)
    }),
    { numRuns: 80 },
  )
})

test('a command that was accepted adds nothing when it is decided again', () => {
  fc.assert(
    fc.property(histories, (commands) => {
      for (const { command, now, after } of play(commands).steps) {
        expect(accepted(() => command.attempt(after, now))).toEqual([])
      }
    }),
    { numRuns: 80 },
  )
})

describe('in every history', () => {
  test('a sport moves from draft to active to locked to completed, and back only by unlocking', () => {
    const LIFE = /^(Activated (Locked (Completed Unlocked )*(Completed )?)?)?$/
    fc.assert(
      fc.property(histories, (commands) => {
        const { log } = play(commands)
        for (const id of roundIds) {
          const life = (log.get(round.stream(id)) ?? [])
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
            const sport = stateIn(before, round, event.data.roundId)
            const seasonId = 'seasonId' in sport ? sport.seasonId : 0
            expect(sport).toMatchObject({ status: expect.stringMatching(/active|locked/), deletedAt: null })
            expect(stateIn(before, season, seasonId)).toMatchObject({ status: 'open', active: true })
            expect(stateIn(before, player, event.data.playerId)).toMatchObject({ status: 'active' })
          }
        }
      }),
      { numRuns: 80 },
    )
  })

  test('an accepted pick counts at once, unless a lock by hand was decided at the same moment', () => {
    fc.assert(
      fc.property(histories, (commands) => {
        for (const { after, appends } of play(commands).steps) {
          const raced = appends.length > 1
          for (const event of appends.flatMap(({ events }) => events)) {
            if (event.type !== 'PickSubmitted' && event.type !== 'PickEntered') continue
            const { roundId, playerId, picks } = event.data
            if (raced) expect(picksIn(after, roundId, playerId)).not.toBe(picks)
            else expect(picksIn(after, roundId, playerId)).toBe(picks)
          }
        }
      }),
      { numRuns: 80 },
    )
  })

  test('an ended season, and its sports, take no edits', () => {
    const ALLOWED = /^Season(Reopened|Deleted|Restored|Purged|Activated|Deactivated)$|^RoundPurged$/
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

function isEnded(log: Parameters<typeof stateIn>[0], stream: string) {
  const [kind, id] = stream.split('-')
  if (kind === 'season') return stateIn(log, season, Number(id)).status === 'ended'
  if (kind !== 'round' && kind !== 'pick') return false
  const sport = stateIn(log, round, Number(id))
  return 'seasonId' in sport && stateIn(log, season, sport.seasonId).status === 'ended'
}

type Fold = (events: readonly DomainEvent[]) => unknown

function folding<State, Event extends DomainEvent, Id extends readonly unknown[]>({
  initial,
  evolve,
}: Aggregate<State, Event, Id>): Fold {
  // A stream holds only the events of its own aggregate.
  return (events) =>
    (events as readonly Event[]).reduce(
      (state, event) => frozen(evolve(state, frozen(event))),
      frozen(initial),
    )
}

const FOLDS: Record<string, Fold> = {
  settings: folding(settings),
  league: folding(league),
  season: folding(season),
  round: folding(round),
  pick: folding(pick),
  player: folding(player),
  admin: folding(admin),
  admins: folding(admins),
}

function foldFrozen(stream: string, events: readonly DomainEvent[]) {
  const fold = FOLDS[stream.split('-')[0] ?? '']
  expect(fold, stream).toBeDefined()
  fold?.(events)
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
  for (const part of parts) frozen(part)
  return Object.freeze(value)
}
