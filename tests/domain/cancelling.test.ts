import { describe, expect, test } from 'vitest'
import { enterPick, type PickContext, pick, submitPick } from '../../domain/picks/pick.ts'
import { copyPickLink } from '../../domain/picks/pick-links.ts'
import { player } from '../../domain/players/player.ts'
import { notices, remindByHand, remindOnTime } from '../../domain/rounds/asking.ts'
import { cancelRound, reinstateRound } from '../../domain/rounds/cancelling.ts'
import { type Round, type RoundEvent, round } from '../../domain/rounds/round.ts'
import {
  activateRound,
  activateRounds,
  completeRound,
  deleteRound,
  lockRound,
  lockRoundOnTime,
  restoreRound,
} from '../../domain/rounds/round-decisions.ts'
import { addTeams, editRound, setWeight } from '../../domain/rounds/round-editing.ts'
import { undoRound } from '../../domain/rounds/round-events.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { askTieBreak } from '../../domain/rounds/tie-break-question.ts'
import { isSealed } from '../../domain/seasons/sealing.ts'
import { hasLocked, seasonStream, unfinishedRounds } from '../../domain/seasons/season-stream.ts'
import { DEFAULT_SETTINGS } from '../../domain/settings/settings.ts'
import { sentenceOfUndo } from '../../domain/undo/undo-sentences.ts'
import {
  active,
  ann,
  annAdded,
  asHockey,
  champion,
  completed,
  dayAfter,
  dayBefore,
  draft,
  everybodyJoined,
  football,
  footballDetails,
  justBefore,
  locked,
  lockTime,
  longBefore,
  roundDeleted,
  roundLocked,
  roundRestored,
  roundUnlocked,
} from './family-cup-events.ts'
import { ENDED, ended, open, presentState } from './family-cup-states.ts'
import { given, stateOf, withoutPast } from './given-when-then.ts'
import { inverse } from './inverse.ts'

const cancelled = (cancelledAt = dayBefore): RoundEvent => ({
  type: 'RoundCancelled',
  data: { roundId: football, cancelledAt },
})
const reinstated: RoundEvent = { type: 'RoundReinstated', data: { roundId: football } }
const IS_CANCELLED = 'The sport is cancelled. Reinstate it first'

describe('a sport', () => {
  test.each([
    ['a draft', draft],
    ['one that is open for picks', active],
    ['a locked one', locked],
    ['one that was unlocked', [...completed, roundUnlocked]],
    ['one that was reinstated', [...active, cancelled(), reinstated]],
  ])('is cancelled: %s', (_, history) => {
    given(round, ...history)
      .when(cancelRound, open, dayAfter)
      .then(cancelled(dayAfter))
  })

  test('is unlocked first when it is completed', () => {
    given(round, ...completed)
      .when(cancelRound, open, dayAfter)
      .thenRefused('wrong_state', 'A completed sport cannot be cancelled. Unlock it first')
  })

  test.each<[string, RoundEvent[], string]>([
    ['that is cancelled', [...active, cancelled()], 'The sport is cancelled already'],
    ['that is deleted', [...active, roundDeleted], 'Sport not found'],
    ['that is nowhere', [], 'Sport not found'],
  ])('%s cannot be cancelled', (_, history, sentence) => {
    given(round, ...history)
      .when(cancelRound, open, dayAfter)
      .thenRefused(sentence === 'Sport not found' ? 'not_found' : 'wrong_state', sentence)
  })

  test('of a season that has ended is neither cancelled nor reinstated', () => {
    given(round, ...locked)
      .when(cancelRound, ended, dayAfter)
      .thenRefused('wrong_state', ENDED)
    given(round, ...locked, cancelled())
      .when(reinstateRound, ended, longBefore)
      .thenRefused('wrong_state', ENDED)
  })

  test('is reinstated only where it is cancelled', () => {
    given(round, ...active, cancelled())
      .when(reinstateRound, open, longBefore)
      .then(reinstated)
    given(round, ...active)
      .when(reinstateRound, open, longBefore)
      .thenRefused('wrong_state', 'The sport is not cancelled')
  })
})

describe('while it is cancelled', () => {
  const off = presentState(...active, cancelled())

  test('the clock does not move its status, and its picks stay sealed', () => {
    expect(isSealed(off)).toBe(true)
    given(round, ...active, cancelled())
      .when(lockRoundOnTime, dayAfter)
      .thenNothing()
  })

  const refused: [string, (state: Round) => unknown[]][] = [
    ['activated', (state) => activateRound(state, open, [{ playerId: ann, email: null }], longBefore)],
    ['locked', (state) => lockRound(state, open, longBefore)],
    ['completed', (state) => completeRound(state, open, champion('Reds'), NOBODY_PLACED)],
    ['edited', (state) => editRound(state, open, footballDetails, { now: longBefore, pickedTeams: [] })],
    ['given teams', (state) => addTeams(state, open, ['Golds'], longBefore)],
    ['given a weight', (state) => setWeight(state, open, 2, { isFrozen: false, reason: null })],
    [
      'given a tie-break question',
      (state) =>
        askTieBreak(state, { question: 'How many?', unit: null }, { season: open, rounds: new Map() }),
    ],
    ['reminded of', (state) => remindByHand(state, open, [ann], longBefore)],
    [
      'linked to',
      (state) =>
        copyPickLink(
          { round: state, season: open, player: stateOf(player, annAdded), playerId: ann },
          longBefore,
        ),
    ],
    ['picked for by an admin', (state) => enterPick(pick.initial, contextOf(state), ['Reds'], longBefore)],
  ]
  test.each(refused)('it is not %s', (_, decide) => {
    for (const history of [draft, active]) {
      given(round, ...history, cancelled())
        .when((state) => decide(state) as RoundEvent[])
        .thenRefused('wrong_state', IS_CANCELLED)
    }
  })

  test('drafts of which one is cancelled are not activated together', () => {
    const states = [stateOf(round, ...draft, cancelled()), stateOf(round, ...asHockey(...draft))]
    given(round)
      .when(() => activateRounds(states, open, [{ playerId: ann, email: null }], longBefore))
      .thenRefused('wrong_state', `No sport was activated, because of Football: ${IS_CANCELLED}`)
  })

  test('links say so', () => {
    given(pick)
      .when(submitPick, contextOf(off), ['Reds'], longBefore)
      .thenRefused('not_allowed', 'This sport was cancelled')
  })

  test('nobody is reminded', () => {
    const times = {
      settings: { ...DEFAULT_SETTINGS.reminders, type: 'daily' as const },
      locksAt: lockTime,
      today: { date: '2027-03-13', instant: longBefore },
      armedAt: { daily: '2027-01-01T00:00:00.000Z', beforeLock: '2027-01-01T00:00:00.000Z' },
    }
    const at = { times, recipients: [ann], now: dayBefore }
    const due = { kind: 'daily' as const, slot: '2027-03-13' }
    const remind = (state: Round) => remindOnTime(notices.initial, { round: state, season: open }, due, at)
    expect(remind(stateOf(round, ...active))).toMatchObject([{ type: 'PlayersReminded' }])
    expect(remind(off)).toEqual([])
  })

  test('it can be deleted, and comes back cancelled', () => {
    given(round, ...active, cancelled())
      .when(deleteRound, open, dayBefore)
      .then(roundDeleted)
    given(round, ...active, cancelled(), roundDeleted)
      .when(restoreRound, open, longBefore)
      .then(roundRestored)
    expect(presentState(...active, cancelled(), roundDeleted, roundRestored).cancelled?.at).toBe(dayBefore)
  })

  test('it does not keep the season from ending, and locks nothing that had not locked', () => {
    const inSeason = (...events: RoundEvent[]) => stateOf(seasonStream, ...everybodyJoined, ...events)
    expect(unfinishedRounds(inSeason(...active, cancelled()))).toEqual([])
    expect(unfinishedRounds(inSeason(...active, cancelled(), reinstated))).toEqual(['Football'])
    expect(hasLocked(inSeason(...active, cancelled()))).toBe(false)
    expect(hasLocked(inSeason(...locked, cancelled(dayAfter)))).toBe(true)
  })
})

describe('reinstated', () => {
  test('it is what it is by the clock', () => {
    const back = presentState(...active, cancelled(), reinstated)
    expect(back.cancelled).toBeNull()
    expect(back.status).toBe('active')
    expect(presentState(...draft, cancelled(), reinstated).status).toBe('draft')
  })

  test('it locks at once where its lock time has passed: its picks may have been shown', () => {
    const off = given(round, ...active, cancelled())
    off.when(reinstateRound, open, justBefore).then(reinstated)
    off.when(reinstateRound, open, lockTime).then(reinstated, roundLocked)
    given(round, ...active, roundDeleted)
      .when(restoreRound, open, lockTime)
      .then(roundRestored, roundLocked)
  })

  test('it is as if it had never been cancelled', () => {
    for (const history of [draft, active, locked, [...completed, roundUnlocked]]) {
      const back = stateOf(round, ...history, cancelled(), reinstated)
      expect(withoutPast(back)).toEqual(withoutPast(stateOf(round, ...history)))
    }
  })
})

describe('undone', () => {
  const undo = (...history: RoundEvent[]) => {
    const context = { now: dayBefore, season: open, rounds: new Map(), pickedTeams: [], ...NOBODY_PLACED }
    const of = round
    return () => inverse(of, history, history.length - 1, (undoing) => undoRound(undoing, context))
  }

  test('a cancelled sport is reinstated, and never cancelled without a reason', () => {
    const back = undo(...active, cancelled())()
    expect(back).toEqual([reinstated])
    expect(sentenceOfUndo(back)).toBe('The sport takes place again.')
    given(round)
      .when(undo(...active, cancelled(), reinstated))
      .thenRefused('wrong_state', 'Cancel the sport again instead, and give a reason')
  })

  test('a cancellation that was taken back already stays so', () => {
    const history = [...active, cancelled(), reinstated]
    const context = { now: dayAfter, season: open, rounds: new Map(), pickedTeams: [], ...NOBODY_PLACED }
    given(round)
      .when(() => inverse(round, history, history.length - 2, (undoing) => undoRound(undoing, context)))
      .thenRefused('wrong_state', 'It was changed again later')
  })
})

const contextOf = (state: Round): PickContext => ({
  ...{ round: state, season: open, player: stateOf(player, annAdded), roundId: football, playerId: ann },
})
