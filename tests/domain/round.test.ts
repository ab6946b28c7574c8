import { describe, expect, test } from 'vitest'
import { NO_REMINDERS_DONE } from '#domain/reminders'
import {
  lockInstant,
  type PresentRound,
  presentRound,
  type RoundDetails,
  type RoundEvent,
  type RoundResult,
  round,
  statusAt,
} from '#domain/round'
import {
  activateRound,
  completeRound,
  createRound,
  deleteRound,
  lockRoundByHand,
  lockRoundOnTime,
  purgeRound,
  restoreRound,
  unlockRound,
} from '#domain/round-decisions'
import { editRound } from '#domain/round-editing'
import { NOBODY_PLACED } from '#domain/round-result'
import { season } from '#domain/season'
import {
  active,
  ann,
  bob,
  cleo,
  completed,
  dayAfter,
  dayBefore,
  draft,
  everybodyJoined,
  familyCup,
  football,
  footballDetails,
  justBefore,
  locked,
  lockedByHand,
  lockTime,
  longBefore,
  oscarsDetails,
  redsWon,
  roundDeleted,
  roundLocked,
  roundPurged,
  roundRestored,
  roundUnlocked,
  seasonDeactivated,
  seasonDeleted,
  seasonEnded,
} from './family-cup-events.ts'
import { given, stateOf } from './given-when-then.ts'

const open = stateOf(season, ...everybodyJoined)
const inactive = stateOf(season, ...everybodyJoined, seasonDeactivated)
const ended = stateOf(season, ...everybodyJoined, seasonEnded)
const deleted = stateOf(season, ...everybodyJoined, seasonDeleted)
const ENDED = 'The season has ended. Reopen it to make changes'

const everybody = [
  { playerId: ann, email: 'ann@example.com' },
  { playerId: bob, email: 'bob@example.com' },
  { playerId: cleo, email: null },
]
const champion = (first: string): RoundResult => ({ places: { first }, placements: [] })

const presentState = (...history: RoundEvent[]): PresentRound => presentRound(stateOf(round, ...history))

test('each round has a stream', () => {
  expect(round.stream(football)).toBe('round-20')
})

describe('creating a sport', () => {
  const form = { roundId: football, seasonId: familyCup, ...footballDetails }

  test('drafts it', () => {
    given(round).when(createRound, open, form).then({ type: 'RoundCreated', data: form })
    expect(stateOf(round, ...draft)).toEqual({
      ...form,
      ...{ status: 'draft', reminders: NO_REMINDERS_DONE, deletedAt: null },
    })
  })

  test('takes a draft without teams yet', () => {
    given(round)
      .when(createRound, open, { ...form, teams: [] })
      .then({ type: 'RoundCreated', data: { ...form, teams: [] } })
  })

  test('refuses a team that is listed twice', () => {
    given(round)
      .when(createRound, open, { ...form, teams: ['Reds', 'Blues', 'Reds'] })
      .thenRefused('invalid', 'The team Reds is listed twice', 'teams')
  })

  test('needs a season that is active and has not ended', () => {
    given(round).when(createRound, inactive, form).thenRefused('wrong_state', 'The season is not active')
    given(round).when(createRound, ended, form).thenRefused('wrong_state', ENDED)
    given(round).when(createRound, deleted, form).thenRefused('not_found', 'Season not found')
    given(round).when(createRound, stateOf(season), form).thenRefused('not_found', 'Season not found')
  })

  test.each([
    ['a draft', draft],
    ['completed', completed],
    ['deleted', [...draft, roundDeleted]],
    ['purged', [...draft, roundDeleted, roundPurged]],
  ])('does nothing when it is already there, %s', (_, history) => {
    given(round, ...history)
      .when(createRound, open, form)
      .thenNothing()
  })
})

describe('activating a sport', () => {
  const activate = (history: RoundEvent[], now = longBefore, participants = everybody, scene = open) =>
    given(round, ...history).when(activateRound, scene, participants, now)

  test('opens it, and names who gets a link by mail', () => {
    activate(draft).then({ type: 'RoundActivated', data: { recipients: [ann, bob] } })
    expect(presentState(...active)).toMatchObject({ status: 'active' })
  })

  test('works when nobody has an address: an admin enters the picks', () => {
    activate(draft, longBefore, [{ playerId: cleo, email: null }]).then({
      type: 'RoundActivated',
      data: { recipients: [] },
    })
  })

  test('needs an active participant', () => {
    activate(draft, longBefore, []).thenRefused(
      'wrong_state',
      'Add at least one active participant to the season first',
    )
  })

  test('needs a lock time in the future, to the millisecond', () => {
    activate(draft, justBefore).then({ type: 'RoundActivated', data: { recipients: [ann, bob] } })
    for (const now of [lockTime, dayAfter]) {
      activate(draft, now).thenRefused(
        'wrong_state',
        'The lock time has passed. Choose one in the future first',
      )
    }
  })

  test('needs a team for a single pick, and none for write-ins', () => {
    const without = (details: RoundDetails): RoundEvent => ({
      type: 'RoundCreated',
      data: { roundId: football, seasonId: familyCup, ...details, teams: [] },
    })
    activate([without(footballDetails)]).thenRefused('wrong_state', 'Add at least one team first')
    activate([without(oscarsDetails)]).then({ type: 'RoundActivated', data: { recipients: [ann, bob] } })
  })

  test('happens once', () => {
    activate(active).thenRefused('wrong_state', 'An active sport cannot be activated')
    activate(locked).thenRefused('wrong_state', 'A locked sport cannot be activated')
    activate(completed).thenRefused('wrong_state', 'A completed sport cannot be activated')
  })

  test('needs a season that is active and has not ended', () => {
    activate(draft, longBefore, everybody, inactive).thenRefused('wrong_state', 'The season is not active')
    activate(draft, longBefore, everybody, ended).thenRefused('wrong_state', ENDED)
    activate(draft, longBefore, everybody, deleted).thenRefused('not_found', 'Season not found')
  })
})

describe('locking a sport by hand', () => {
  test('works at once, before the lock time', () => {
    given(round, ...active)
      .when(lockRoundByHand, dayBefore)
      .then(roundLocked(dayBefore))
    given(round, ...active)
      .when(lockRoundByHand, justBefore)
      .then(roundLocked(justBefore))
    expect(presentState(...lockedByHand)).toMatchObject({ status: 'locked', lockedAt: dayBefore })
  })

  test('is refused when it has locked already, published or not', () => {
    const LOCKED = 'The sport is locked already'
    given(round, ...locked)
      .when(lockRoundByHand, dayAfter)
      .thenRefused('wrong_state', LOCKED)
    given(round, ...lockedByHand)
      .when(lockRoundByHand, dayBefore)
      .thenRefused('wrong_state', LOCKED)
    given(round, ...active)
      .when(lockRoundByHand, lockTime)
      .thenRefused('wrong_state', LOCKED)
  })

  test('is for active sports alone', () => {
    given(round, ...draft)
      .when(lockRoundByHand, dayBefore)
      .thenRefused('wrong_state', 'A draft sport cannot be locked')
    given(round, ...completed)
      .when(lockRoundByHand, dayAfter)
      .thenRefused('wrong_state', 'A completed sport cannot be locked')
  })
})

describe('locking a sport on time', () => {
  test('publishes the lock time, however late the scheduler is', () => {
    for (const now of [lockTime, dayAfter]) {
      given(round, ...active)
        .when(lockRoundOnTime, now)
        .then(roundLocked(lockTime))
    }
  })

  test('has nothing to do one millisecond before', () => {
    given(round, ...active)
      .when(lockRoundOnTime, justBefore)
      .thenNothing()
  })

  test.each([
    ['missing', []],
    ['a draft', draft],
    ['locked by another scheduler', locked],
    ['locked by hand', lockedByHand],
    ['completed', completed],
    ['deleted', [...active, roundDeleted]],
    ['purged', [...active, roundDeleted, roundPurged]],
  ])('has nothing to do when the sport is %s', (_, history) => {
    given(round, ...history)
      .when(lockRoundOnTime, dayAfter)
      .thenNothing()
  })

  test('follows a lock time that moved', () => {
    const moved: RoundEvent = {
      type: 'RoundRescheduled',
      data: { locksAt: dayAfter, timeZone: 'America/New_York' },
    }
    given(round, ...active, moved)
      .when(lockRoundOnTime, lockTime)
      .thenNothing()
    given(round, ...active, moved)
      .when(lockRoundOnTime, dayAfter)
      .then(roundLocked(dayAfter))
  })

  test('catches up with a sport that was deleted over its lock time and restored', () => {
    given(round, ...active, roundDeleted, roundRestored)
      .when(lockRoundOnTime, dayAfter)
      .then(roundLocked(lockTime))
  })
})

describe('the lock', () => {
  test('is a rule about time: a sport is locked from its lock time on', () => {
    const sport = presentState(...active)
    expect(statusAt(sport, justBefore)).toBe('active')
    expect(statusAt(sport, lockTime)).toBe('locked')
    expect(statusAt(sport, dayAfter)).toBe('locked')
  })

  test('changes no other status by time', () => {
    expect(statusAt(presentState(...draft), dayAfter)).toBe('draft')
    expect(statusAt(presentState(...lockedByHand), dayBefore)).toBe('locked')
    expect(statusAt(presentState(...completed), dayAfter)).toBe('completed')
  })

  test('falls at the lock time, or earlier by hand', () => {
    expect(lockInstant(presentState(...active))).toBe(lockTime)
    expect(lockInstant(presentState(...locked))).toBe(lockTime)
    expect(lockInstant(presentState(...lockedByHand))).toBe(dayBefore)
    expect(lockInstant(presentState(...lockedByHand, redsWon))).toBe(dayBefore)
    expect(lockInstant(presentState(...lockedByHand, redsWon, roundUnlocked))).toBe(dayBefore)
  })

  test('never falls after the lock time, even when it is published late', () => {
    expect(lockInstant({ locksAt: lockTime, lockedAt: dayAfter })).toBe(lockTime)
    expect(lockInstant({ locksAt: lockTime, lockedAt: null })).toBe(lockTime)
  })
})

describe('deleting a sport', () => {
  test.each([
    ['a draft', draft],
    ['active', active],
    ['locked', locked],
    ['unlocked after its completion', [...completed, roundUnlocked]],
  ])('works when it is %s, and restoring brings back exactly what was there', (_, history) => {
    given(round, ...history)
      .when(deleteRound, open, dayBefore)
      .then(roundDeleted)
    given(round, ...history, roundDeleted)
      .when(restoreRound, open)
      .then(roundRestored)
    expect(stateOf(round, ...history, roundDeleted, roundRestored)).toEqual(stateOf(round, ...history))
  })

  test('is refused once it is completed', () => {
    given(round, ...completed)
      .when(deleteRound, open, dayAfter)
      .thenRefused('wrong_state', 'A completed sport cannot be deleted')
  })

  test('and restoring are refused in an ended or deleted season', () => {
    const present = given(round, ...draft)
    const gone = given(round, ...draft, roundDeleted)
    present.when(deleteRound, ended, dayAfter).thenRefused('wrong_state', ENDED)
    present.when(deleteRound, deleted, dayAfter).thenRefused('not_found', 'Season not found')
    gone.when(restoreRound, ended).thenRefused('wrong_state', ENDED)
    gone.when(restoreRound, deleted).thenRefused('not_found', 'Season not found')
  })

  test('can be made permanent, and nothing stays in the state', () => {
    given(round, ...active, roundDeleted)
      .when(purgeRound)
      .then(roundPurged)
    expect(stateOf(round, ...active, roundDeleted, roundPurged)).toEqual({ status: 'purged' })
  })

  test('comes before restoring it or deleting it permanently', () => {
    for (const history of [draft, active, locked, completed, [...active, roundDeleted, roundRestored]]) {
      const present = given(round, ...history)
      present.when(restoreRound, open).thenRefused('wrong_state', 'The sport is not deleted')
      present.when(purgeRound).thenRefused('wrong_state', 'The sport is not deleted')
    }
  })
})

describe.each([
  ['never existed', []],
  ['is deleted', [...active, roundDeleted]],
  ['is purged', [...active, roundDeleted, roundPurged]],
])('a sport that %s', (_, history) => {
  test('is not found', () => {
    const NOT_FOUND = 'Sport not found'
    const gone = given(round, ...history)
    const edit = { now: longBefore, pickedTeams: [] }
    const completion = { now: dayAfter, ...NOBODY_PLACED }
    gone.when(editRound, open, footballDetails, edit).thenRefused('not_found', NOT_FOUND)
    gone.when(activateRound, open, everybody, longBefore).thenRefused('not_found', NOT_FOUND)
    gone.when(lockRoundByHand, longBefore).thenRefused('not_found', NOT_FOUND)
    gone.when(completeRound, open, champion('Reds'), completion).thenRefused('not_found', NOT_FOUND)
    gone.when(unlockRound, open).thenRefused('not_found', NOT_FOUND)
    gone.when(deleteRound, open, dayAfter).thenRefused('not_found', NOT_FOUND)
  })
})

test.each([
  ['never existed', []],
  ['is purged', [...active, roundDeleted, roundPurged]],
])('a sport that %s can be neither restored nor purged, and no event brings it back', (_, history) => {
  given(round, ...history)
    .when(restoreRound, open)
    .thenRefused('not_found', 'Sport not found')
  given(round, ...history)
    .when(purgeRound)
    .thenRefused('not_found', 'Sport not found')
  expect(stateOf(round, ...history, roundRestored)).toEqual(stateOf(round, ...history))
})
