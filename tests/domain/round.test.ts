import { describe, expect, test } from 'vitest'
import { isOpenAt, type RoundDetails, type RoundEvent, round } from '../../domain/rounds/round.ts'
import {
  activateRound,
  activateRounds,
  completeRound,
  createRound,
  deleteRound,
  lockRound,
  lockRoundOnTime,
  purgeRound,
  restoreRound,
  unlockRound,
} from '../../domain/rounds/round-decisions.ts'
import { editRound } from '../../domain/rounds/round-editing.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { isSealed } from '../../domain/seasons/sealing.ts'
import { season } from '../../domain/seasons/season.ts'
import {
  active,
  ann,
  bob,
  champion,
  cleo,
  completed,
  dayAfter,
  dayBefore,
  draft,
  familyCup,
  football,
  footballDetails,
  justBefore,
  locked,
  lockedByHand,
  lockedByHandAt,
  lockTime,
  longBefore,
  oscarsDetails,
  redsWon,
  roundDeleted,
  roundLocked,
  roundPurged,
  roundRestored,
  roundUnlocked,
} from './family-cup-events.ts'
import { deleted, ENDED, ended, inactive, open, presentState } from './family-cup-states.ts'
import { given, stateOf } from './given-when-then.ts'

const everybody = [
  { playerId: ann, email: 'ann@example.com' },
  { playerId: bob, email: 'bob@example.com' },
  { playerId: cleo, email: null },
]

describe('creating a sport', () => {
  const form = { roundId: football, seasonId: familyCup, ...footballDetails }

  test('drafts it', () => {
    given(round).when(createRound, open, form).then({ type: 'RoundCreated', data: form })
    expect(stateOf(round, ...draft)).toMatchObject({
      ...form,
      ...{ weight: 1, tieBreak: null, opening: null, status: 'draft', cancelled: null, deletedAt: null },
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
  ])('is refused under the id of one that is there, %s', (_, history) => {
    given(round, ...history)
      .when(createRound, open, form)
      .thenRefused('busy', `The number ${form.roundId} belongs to another sport. Please try again`)
  })
})

describe('activating several sports', () => {
  const tennis: RoundEvent[] = draft.map((event) => ({
    ...event,
    data: { ...event.data, roundId: 99, sportName: 'Tennis' },
  })) as RoundEvent[]
  const both =
    (first: RoundEvent[], now = longBefore) =>
    () =>
      activateRounds([stateOf(round, ...first), stateOf(round, ...tennis)], open, everybody, now)

  test('opens each of them for the same players', () => {
    expect(both(draft)()).toEqual(
      [football, 99].map((roundId) => ({
        type: 'RoundActivated',
        data: { roundId, recipients: [ann, bob] },
      })),
    )
  })

  test('opens none when one is refused, and names that one', () => {
    expect(both(active)).toThrow(
      `No sport was activated, because of Football: An active sport cannot be activated`,
    )
    expect(both(draft, lockTime)).toThrow(
      `No sport was activated, because of Football: The lock time has passed. Choose one in the future first`,
    )
    expect(both([])).toThrow('Sport not found')
  })
})

describe('activating a sport', () => {
  const activate = (history: RoundEvent[], now = longBefore, participants = everybody, context = open) =>
    given(round, ...history).when(activateRound, context, participants, now)

  test('opens it, and names who gets a link by mail', () => {
    activate(draft).then({ type: 'RoundActivated', data: { roundId: football, recipients: [ann, bob] } })
    expect(presentState(...active)).toMatchObject({ status: 'active' })
  })

  test('works when nobody has an address: an admin enters the picks', () => {
    activate(draft, longBefore, [{ playerId: cleo, email: null }]).then({
      type: 'RoundActivated',
      data: { roundId: football, recipients: [] },
    })
  })

  test('needs an active participant', () => {
    activate(draft, longBefore, []).thenRefused(
      'wrong_state',
      'Add at least one active participant to the season first',
    )
  })

  test('needs a lock time in the future, to the millisecond', () => {
    activate(draft, justBefore).then({
      type: 'RoundActivated',
      data: { roundId: football, recipients: [ann, bob] },
    })
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
    activate([without(oscarsDetails)]).then({
      type: 'RoundActivated',
      data: { roundId: football, recipients: [ann, bob] },
    })
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
  const lock = (history: RoundEvent[], now = dayBefore, season = open) =>
    given(round, ...history).when(lockRound, season, now)

  test('locks it at once', () => {
    lock(active).then(lockedByHandAt(dayBefore))
    expect(presentState(...lockedByHand)).toEqual({
      ...presentState(...active),
      status: 'locked',
      locksAt: dayBefore,
      plannedLocksAt: lockTime,
      calendarSequence: 1,
      lockChanges: [{ at: '', from: lockTime, to: dayBefore, reason: null, early: true }],
    })
  })

  test('locks it for its lock time where that has come', () => {
    for (const now of [lockTime, dayAfter]) lock(active, now).then(lockedByHandAt(lockTime))
  })

  test('is refused where it has locked', () => {
    const LOCKED = 'The sport is locked already'
    lock(locked, dayAfter).thenRefused('wrong_state', LOCKED)
    lock(lockedByHand).thenRefused('wrong_state', LOCKED)
  })

  test('is for active sports of a season that is open', () => {
    lock(draft).thenRefused('wrong_state', 'A draft sport cannot be locked')
    lock(completed, dayAfter).thenRefused('wrong_state', 'A completed sport cannot be locked')
    lock(active, dayBefore, ended).thenRefused('wrong_state', ENDED)
  })
})

describe('locking a sport on time', () => {
  test('publishes the lock time, however late the scheduler is', () => {
    for (const now of [lockTime, dayAfter]) {
      given(round, ...active)
        .when(lockRoundOnTime, now)
        .then(roundLocked)
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
      data: { roundId: football, locksAt: dayAfter, timeZone: 'America/New_York' },
    }
    given(round, ...active, moved)
      .when(lockRoundOnTime, lockTime)
      .thenNothing()
    given(round, ...active, moved)
      .when(lockRoundOnTime, dayAfter)
      .then(roundLocked)
  })

  test('catches up with a sport that was deleted over its lock time and restored', () => {
    given(round, ...active, roundDeleted, roundRestored)
      .when(lockRoundOnTime, dayAfter)
      .then(roundLocked)
  })
})

describe('the lock', () => {
  test('comes with its event: its time alone ends only the picks', () => {
    const sport = presentState(...active)
    expect([justBefore, lockTime].map((now) => isOpenAt(sport, now))).toEqual([true, false])
    expect(isSealed(sport)).toBe(true)
    expect(isSealed(presentState(...locked))).toBe(false)
  })

  test('falls at the lock time, or at the earlier one by hand, and stays there', () => {
    expect(presentState(...locked).locksAt).toBe(lockTime)
    expect(presentState(...lockedByHand).locksAt).toBe(dayBefore)
    expect(presentState(...lockedByHand, redsWon).locksAt).toBe(dayBefore)
    expect(presentState(...lockedByHand, redsWon, roundUnlocked).locksAt).toBe(dayBefore)
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
      .when(restoreRound, open, dayBefore)
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
    gone.when(restoreRound, ended, dayBefore).thenRefused('wrong_state', ENDED)
    gone.when(restoreRound, deleted, dayBefore).thenRefused('not_found', 'Season not found')
  })

  test('can be made permanent, and nothing stays in the state but until when one was open', () => {
    given(round, ...active, roundDeleted)
      .when(purgeRound)
      .then(roundPurged)
    expect(stateOf(round, ...draft, roundDeleted, roundPurged)).toEqual({ status: 'purged' })
    expect(stateOf(round, ...active, roundDeleted, roundPurged)).toEqual({
      status: 'purged',
      wasOpen: { sportName: 'Football', locksAt: lockTime },
    })
  })

  test('comes before restoring it or deleting it permanently', () => {
    for (const history of [draft, active, locked, completed, [...active, roundDeleted, roundRestored]]) {
      const present = given(round, ...history)
      present.when(restoreRound, open, dayBefore).thenRefused('wrong_state', 'The sport is not deleted')
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
    gone.when(lockRound, open, longBefore).thenRefused('not_found', NOT_FOUND)
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
    .when(restoreRound, open, dayBefore)
    .thenRefused('not_found', 'Sport not found')
  given(round, ...history)
    .when(purgeRound)
    .thenRefused('not_found', 'Sport not found')
  expect(stateOf(round, ...history, roundRestored)).toEqual(stateOf(round, ...history))
})
