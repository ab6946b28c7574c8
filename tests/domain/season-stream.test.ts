import { describe, expect, test } from 'vitest'
import { correctionOf } from '../../domain/rounds/published-results.ts'
import { type RoundEvent, round } from '../../domain/rounds/round.ts'
import { deleteRound, lockRound, lockRoundOnTime } from '../../domain/rounds/round-decisions.ts'
import { removeParticipant, season } from '../../domain/seasons/season.ts'
import { isRoundEvent, roundIn, seasonStream, unfinishedRounds } from '../../domain/seasons/season-stream.ts'
import {
  active,
  ann,
  asHockey,
  bluesWon,
  completed,
  dayAfter,
  dayBefore,
  draft,
  everybodyJoined,
  familyCup,
  football,
  hockey,
  left,
  locked,
  lockedByHandAt,
  lockTime,
  redsWon,
  roundDeleted,
  roundLocked,
  roundPurged,
  roundRenamed,
  roundRestored,
  roundUnlocked,
  seasonDeactivated,
  seasonEnded,
} from './family-cup-events.ts'
import { presentState } from './family-cup-states.ts'
import { given, stateOf } from './given-when-then.ts'

test('each season has a stream, which holds its sports as well', () => {
  expect(seasonStream.stream(familyCup)).toBe('season-10')
  expect(seasonStream.initial).toEqual({ season: { status: 'missing' }, rounds: new Map(), results: [] })
})

test('an event is about a sport when it names one', () => {
  const rounds = [...completed, roundUnlocked, roundDeleted, roundRestored, lockedByHandAt(dayBefore)]
  expect(rounds.filter((event) => !isRoundEvent(event))).toEqual([])
  expect([...everybodyJoined, left(ann), seasonEnded].filter(isRoundEvent)).toEqual([])
})

describe('a season with two sports', () => {
  test('adds up to itself and to each of them, however their events are mixed', () => {
    const [created, ...joins] = everybodyJoined
    if (created === undefined) return expect.unreachable('the season is created')
    const [football1, football2, ...football3] = completed
    const [hockey1, ...hockey2] = asHockey(...active, roundDeleted)
    if (!football1 || !football2 || !hockey1) return expect.unreachable('the sports are opened')
    const mixed = stateOf(
      seasonStream,
      created,
      football1,
      hockey1,
      ...joins,
      ...hockey2,
      football2,
      seasonDeactivated,
      ...football3,
    )
    expect(mixed.season).toEqual(stateOf(season, ...everybodyJoined, seasonDeactivated))
    expect(roundIn(mixed, football)).toEqual(stateOf(round, ...completed))
    expect(roundIn(mixed, hockey)).toEqual(stateOf(round, ...asHockey(...active, roundDeleted)))
    expect([...mixed.rounds.keys()]).toEqual([football, hockey])
  })

  test.each<[string, RoundEvent[]]>([
    ['is renamed', [roundRenamed('Ice')]],
    ['is locked by hand', [lockedByHandAt(dayBefore)]],
    ['is completed and unlocked', [roundLocked, redsWon, roundUnlocked]],
    ['is deleted', [roundDeleted]],
    ['is purged', [roundDeleted, roundPurged]],
  ])('keeps the one as it is when the other %s', (_, events) => {
    const before = stateOf(seasonStream, ...everybodyJoined, ...active, ...asHockey(...active))
    const after = asHockey(...events).reduce(seasonStream.evolve, before)
    expect(roundIn(after, football)).toBe(roundIn(before, football))
    expect(roundIn(after, hockey)).toEqual(stateOf(round, ...asHockey(...active, ...events)))
    expect(after.season).toBe(before.season)
  })

  test('keeps both when the season itself changes', () => {
    const before = stateOf(seasonStream, ...everybodyJoined, ...active, ...asHockey(...locked))
    const after = [left(ann), seasonDeactivated].reduce(seasonStream.evolve, before)
    expect(after.rounds).toBe(before.rounds)
  })

  test('decides about the one without a look at the other', () => {
    const playing = given(seasonStream, ...everybodyJoined, ...active, ...asHockey(...locked, redsWon))
    playing
      .when((state) => lockRound(roundIn(state, football), state.season, dayBefore))
      .then(lockedByHandAt(dayBefore))
    playing.when((state) => lockRoundOnTime(roundIn(state, football), lockTime)).then(roundLocked)
    playing
      .when((state) => deleteRound(roundIn(state, hockey), state.season, dayAfter))
      .thenRefused('wrong_state', 'A completed sport cannot be deleted')
    playing.when((state) => removeParticipant(state.season, ann)).then(left(ann))
  })
})

describe('a sport of a season', () => {
  test('is missing where the season never had it', () => {
    expect(roundIn(stateOf(seasonStream, ...everybodyJoined, ...draft), hockey)).toEqual({
      status: 'missing',
    })
  })

  test('is known even after it was purged, so that nobody takes it for one that never was', () => {
    const { rounds } = stateOf(seasonStream, ...everybodyJoined, ...draft, roundDeleted, roundPurged)
    expect([...rounds]).toEqual([[football, { status: 'purged' }]])
  })
})

describe('the sports that keep a season from ending', () => {
  const unfinished = (...events: RoundEvent[]) =>
    unfinishedRounds(stateOf(seasonStream, ...everybodyJoined, ...events))

  test.each<[string, RoundEvent[]]>([
    ['a draft', draft],
    ['active', active],
    ['locked by hand', [...active, lockedByHandAt(dayBefore)]],
    ['locked', locked],
    ['unlocked after its completion', [...completed, roundUnlocked]],
    ['restored', [...active, roundDeleted, roundRestored]],
  ])('include one that is %s, by its name of today', (_, events) => {
    expect(unfinished(...events, roundRenamed('Final'))).toEqual(['Final'])
  })

  test.each<[string, RoundEvent[]]>([
    ['completed', completed],
    ['deleted', [...active, roundDeleted]],
    ['purged', [...active, roundDeleted, roundPurged]],
  ])('leave out one that is %s', (_, events) => {
    expect(unfinished(...events)).toEqual([])
  })

  test('are all of them, and none of the others', () => {
    const hockeyToo = [...asHockey(...active), ...asHockey(roundRenamed('Hockey'))]
    expect(unfinished(...active, ...hockeyToo)).toEqual(['Football', 'Hockey'])
    expect(unfinished(...completed, ...hockeyToo)).toEqual(['Hockey'])
    expect(unfinished()).toEqual([])
  })
})

test('calendars have to take over another lock, and that it is cancelled or not; another zone alone moves nothing', () => {
  const moved = (locksAt: string, timeZone: string): RoundEvent => ({
    ...{ type: 'RoundRescheduled', data: { roundId: football, locksAt, timeZone } },
  })
  const cancelled: RoundEvent = {
    type: 'RoundCancelled',
    data: { roundId: football, cancelledAt: dayBefore },
  }
  const events = [
    ...[...draft, moved(dayAfter, 'UTC'), ...active.slice(1), moved(dayAfter, 'Europe/Berlin')],
    ...[moved(lockTime, 'Europe/Berlin'), cancelled],
    { type: 'RoundReinstated', data: { roundId: football } } as const,
  ]
  const sequences = events.map((_, index) => presentState(...events.slice(0, index + 1)).calendarSequence)
  expect(sequences.slice(2)).toEqual([0, 0, 1, 2, 3])
})

test('another result than the one that was published is a correction, and the same one is none', () => {
  const why = (event: RoundEvent, occurredAt: string, reason: string) => ({
    ...event,
    metadata: { actor: { kind: 'admin', id: 1 } as const, occurredAt, reason },
  })
  const twice = [...completed, roundUnlocked, why(redsWon, dayBefore, 'Looked twice')]
  const correctionAfter = (...events: RoundEvent[]) =>
    correctionOf(stateOf(seasonStream, ...everybodyJoined, ...events).results, football)
  expect(correctionAfter(...twice)).toBeNull()
  const dropped: RoundEvent = { type: 'TieBreakQuestionDropped', data: { roundId: football } }
  const withAnswer = why(redsWon, dayBefore, 'Final')
  const answered: RoundEvent = { type: 'TieBreakAnswered', data: { roundId: football, value: 4 } }
  const asked: RoundEvent = {
    type: 'TieBreakQuestionSet',
    data: { roundId: football, question: 'Goals?', unit: null },
  }
  expect(
    correctionAfter(
      ...draft,
      asked,
      ...completed.slice(draft.length, -1),
      answered,
      withAnswer,
      roundUnlocked,
      dropped,
      redsWon,
    ),
  ).toBeNull()
  expect(correctionAfter(...twice, roundUnlocked, why(bluesWon, dayAfter, 'Mixed up'))).toMatchObject({
    ...{ at: dayAfter, reason: 'Mixed up' },
  })
})
