import { describe, expect, test } from 'vitest'
import { type RoundEvent, round } from '../../domain/rounds/round.ts'
import { activateRound } from '../../domain/rounds/round-decisions.ts'
import { editRound } from '../../domain/rounds/round-editing.ts'
import { undoRound } from '../../domain/rounds/round-events.ts'
import { activateOnTime, planActivation, unplanActivation } from '../../domain/rounds/round-opening.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { season } from '../../domain/seasons/season.ts'
import { sentenceOfUndo } from '../../domain/undo/undo-sentences.ts'
import {
  active,
  ann,
  bob,
  dayBefore,
  draft,
  everybodyJoined,
  football,
  footballDetails,
  justBefore,
  lockTime,
  longBefore,
  roundDeleted,
  seasonDeactivated,
  seasonEnded,
} from './family-cup-events.ts'
import { given, refusalOf, stateOf } from './given-when-then.ts'
import { inverse } from './inverse.ts'

const planned = (opensAt = dayBefore): RoundEvent => ({
  type: 'ActivationPlanned',
  data: { roundId: football, opensAt },
})
const unplanned: RoundEvent = { type: 'ActivationUnplanned', data: { roundId: football } }
const failed = (why = 'Add at least one team first'): RoundEvent => ({
  type: 'ActivationFailed',
  data: { roundId: football, why },
})
const cancelled: RoundEvent = {
  type: 'RoundCancelled',
  data: { roundId: football, cancelledAt: longBefore },
}
const activated: RoundEvent = { type: 'RoundActivated', data: { roundId: football, recipients: [ann] } }

const open = stateOf(season, ...everybodyJoined)
const inactive = stateOf(season, ...everybodyJoined, seasonDeactivated)
const PEOPLE = [
  { playerId: ann, email: 'ann@example.com' },
  { playerId: bob, email: null },
]

describe('a draft that opens by itself', () => {
  test('is planned, planned anew, and planned no more', () => {
    given(round, ...draft)
      .when(planActivation, open, dayBefore, longBefore)
      .then(planned())
    given(round, ...draft, planned())
      .when(planActivation, open, justBefore, longBefore)
      .then(planned(justBefore))
    given(round, ...draft, planned())
      .when(planActivation, open, dayBefore, longBefore)
      .thenNothing()
    given(round, ...draft, planned())
      .when(unplanActivation, open)
      .then(unplanned)
    given(round, ...draft)
      .when(unplanActivation, open)
      .thenNothing()
    given(round, ...draft, planned(), unplanned)
      .when(unplanActivation, open)
      .thenNothing()
  })

  test('does so in the future, and before its lock', () => {
    const before = 'The sport must open before its lock time'
    const future = 'The time must be in the future. Use Activate to open the sport now'
    for (const opensAt of [lockTime, '2028-01-01T00:00:00.000Z']) {
      given(round, ...draft)
        .when(planActivation, open, opensAt, longBefore)
        .thenRefused('invalid', before, 'opensAt')
    }
    for (const opensAt of [longBefore, dayBefore]) {
      given(round, ...draft)
        .when(planActivation, open, opensAt, dayBefore)
        .thenRefused('invalid', future, 'opensAt')
    }
  })

  test('is a draft, of a season that is active', () => {
    for (const decide of [
      () => planActivation(stateOf(round, ...active), open, dayBefore, longBefore),
      () => unplanActivation(stateOf(round, ...active), open),
    ]) {
      expect(refusalOf(decide)).toMatchObject({
        code: 'wrong_state',
        message: 'Only a draft can be scheduled to open',
      })
    }
    given(round, ...draft)
      .when(planActivation, inactive, dayBefore, longBefore)
      .thenRefused('wrong_state', 'The season is not active')
    given(round, ...draft, roundDeleted)
      .when(planActivation, open, dayBefore, longBefore)
      .thenRefused('not_found', 'Sport not found')
    given(round, ...draft, planned())
      .when(unplanActivation, stateOf(season, ...everybodyJoined, seasonEnded))
      .thenRefused('wrong_state', 'The season has ended. Reopen it to make changes')
  })

  test('opens from its time on as an admin would open it, and no sooner', () => {
    given(round, ...draft, planned())
      .when(activateOnTime, open, PEOPLE, longBefore)
      .thenNothing()
    for (const now of [dayBefore, justBefore]) {
      given(round, ...draft, planned())
        .when(activateOnTime, open, PEOPLE, now)
        .then(...activateRound(stateOf(round, ...draft), open, PEOPLE, now))
    }
    given(round, ...draft)
      .when(activateOnTime, open, PEOPLE, dayBefore)
      .thenNothing()
  })

  test('opens once: not when it is open already, planned no more, cancelled or deleted', () => {
    for (const history of [
      [...draft, planned(), activated],
      [...draft, planned(), unplanned],
      [...draft, planned(), cancelled],
      [...draft, planned(), roundDeleted],
    ]) {
      given(round, ...history)
        .when(activateOnTime, open, PEOPLE, dayBefore)
        .thenNothing()
    }
  })

  test('that cannot be opened says why, once, and never opens after its lock', () => {
    given(round, ...draft, planned())
      .when(activateOnTime, open, PEOPLE, lockTime)
      .then(failed('The lock time has passed. Choose one in the future first'))
    given(round, ...draft, planned())
      .when(activateOnTime, open, [], dayBefore)
      .then(failed('Add at least one active participant to the season first'))
    given(round, ...draft, planned())
      .when(activateOnTime, inactive, PEOPLE, dayBefore)
      .then(failed('The season is not active'))
    given(round, ...draft, planned(), failed())
      .when(activateOnTime, open, PEOPLE, justBefore)
      .thenNothing()
  })

  test('that failed is planned anew, at any time before the lock, or forgotten', () => {
    given(round, ...draft, planned(), failed())
      .when(planActivation, open, justBefore, dayBefore)
      .then(planned(justBefore))
    given(round, ...draft, planned(), failed(), planned(justBefore))
      .when(activateOnTime, open, PEOPLE, justBefore)
      .then(activated)
    given(round, ...draft, planned(), failed())
      .when(unplanActivation, open)
      .then(unplanned)
  })

  test('does not come to lock before it opens', () => {
    const sentence =
      'The sport would lock before it opens. Choose a later lock time, or change when it opens first'
    const at = { now: longBefore, pickedTeams: [] }
    const earlier = { ...footballDetails, locksAt: dayBefore }
    given(round, ...draft, planned())
      .when(editRound, open, earlier, at)
      .thenRefused('wrong_state', sentence, 'lockTime')
    for (const history of [draft, [...draft, planned(), failed()], [...draft, planned(), unplanned]]) {
      given(round, ...history)
        .when(editRound, open, earlier, at)
        .then({
          type: 'RoundRescheduled',
          data: { roundId: football, locksAt: dayBefore, timeZone: footballDetails.timeZone },
        })
    }
  })
})

describe('the undo', () => {
  const undo = (...history: RoundEvent[]) =>
    inverse(round, history, history.length - 1, (undoing) =>
      undoRound(undoing, {
        ...{ now: longBefore, season: open, rounds: new Map(), pickedTeams: [] },
        ...NOBODY_PLACED,
      }),
    )

  test('of a plan takes it back, or brings the one before back', () => {
    expect(undo(...draft, planned())).toEqual([unplanned])
    expect(undo(...draft, planned(justBefore), planned())).toEqual([planned(justBefore)])
    expect(undo(...draft, planned(), unplanned)).toEqual([planned()])
    expect(sentenceOfUndo([unplanned])).toBe('The sport no longer opens by itself.')
    expect(sentenceOfUndo([planned()])).toBe('The sport opens at its scheduled time again.')
  })

  test('of a failure is none', () => {
    expect(refusalOf(() => undo(...draft, planned(), failed())).message).toBe(
      'Its time has passed. Schedule another one, or activate the sport',
    )
  })
})
