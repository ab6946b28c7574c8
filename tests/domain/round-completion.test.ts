import { describe, expect, test } from 'vitest'
import { type RoundEvent, type RoundResult, round, sameResult } from '../../domain/rounds/round.ts'
import { completeRound, correctRound, unlockRound } from '../../domain/rounds/round-decisions.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { season } from '../../domain/seasons/season.ts'
import {
  active,
  ann,
  bluesWon,
  bob,
  champion,
  cleo,
  completed,
  dayAfter,
  dayBefore,
  draft,
  everybodyJoined,
  football,
  justBefore,
  left,
  locked,
  lockedByHand,
  lockedWriteIn,
  lockTime,
  redsWon,
  roundUnlocked,
  stranger,
} from './family-cup-events.ts'
import { deleted, ENDED, ended, inactive, open } from './family-cup-states.ts'
import { given, stateOf, withoutPast } from './given-when-then.ts'

describe('completing a sport with teams', () => {
  const complete = (history: RoundEvent[], result: RoundResult, now = dayAfter, context = open) =>
    given(round, ...history).when(completeRound, context, result, { now, ...NOBODY_PLACED })

  test('records the champion', () => {
    complete(locked, champion('Reds')).then(redsWon)
    expect(stateOf(round, ...completed)).toMatchObject({
      status: 'completed',
      locksAt: lockTime,
      result: champion('Reds'),
    })
  })

  test('records as many places as are known', () => {
    const places = { first: 'Greens', second: 'Reds', third: 'Blues' }
    complete(locked, { places, placements: [] }).then({
      type: 'RoundCompleted',
      data: { roundId: football, places, placements: [] },
    })
  })

  test('leaves no placements of players behind', () => {
    const result: RoundResult = {
      ...champion('Reds'),
      placements: [{ playerId: stranger, placement: 'first' }],
    }
    complete(locked, result).then(redsWon)
  })

  test('needs the lock to have come', () => {
    complete(active, champion('Reds'), justBefore).thenRefused(
      'wrong_state',
      'An active sport cannot be completed',
    )
    complete(draft, champion('Reds')).thenRefused('wrong_state', 'A draft sport cannot be completed')
    complete(lockedByHand, champion('Reds'), dayBefore).then(redsWon)
  })

  test('happens once: repeating it is refused', () => {
    complete(completed, champion('Reds')).thenRefused('wrong_state', 'A completed sport cannot be completed')
  })

  test('needs a champion', () => {
    const CHAMPION = 'Champion (1st Place) is required'
    complete(locked, { places: {}, placements: [] }).thenRefused('invalid', CHAMPION, 'firstPlaceTeam')
    complete(locked, champion('')).thenRefused('invalid', CHAMPION, 'firstPlaceTeam')
    complete(locked, { places: { second: 'Reds' }, placements: [] }).thenRefused(
      'invalid',
      CHAMPION,
      'firstPlaceTeam',
    )
  })

  test('takes only teams of the list', () => {
    complete(locked, champion('Hawks')).thenRefused('invalid', 'Hawks is not in the list of teams')
    complete(locked, { places: { first: 'Reds', fifth: 'Hawks' }, placements: [] }).thenRefused(
      'invalid',
      'Hawks is not in the list of teams',
    )
  })

  test('gives a team one place', () => {
    complete(locked, { places: { first: 'Reds', third: 'Reds' }, placements: [] }).thenRefused(
      'invalid',
      'Reds cannot finish in two places',
    )
  })

  test('works in an inactive season, not in an ended or deleted one', () => {
    complete(locked, champion('Reds'), dayAfter, inactive).then(redsWon)
    complete(locked, champion('Reds'), dayAfter, ended).thenRefused('wrong_state', ENDED)
    complete(locked, champion('Reds'), dayAfter, deleted).thenRefused('not_found', 'Season not found')
  })
})

describe('completing a sport with write-ins', () => {
  const NAMES: Record<number, string> = { [ann]: 'Ann', [bob]: 'Bob', [cleo]: 'Cleo' }
  const annAndBobPicked = new Set([ann, bob])
  const complete = (
    placements: RoundResult['placements'],
    picked: ReadonlySet<number> = annAndBobPicked,
    context = open,
  ) => {
    const result = { places: { first: 'Norway' }, placements }
    const outcome = given(round, ...lockedWriteIn).when(completeRound, context, result, {
      now: dayAfter,
      picked,
      nameOf: (playerId) => NAMES[playerId] ?? 'An unknown player',
    })
    return {
      ...outcome,
      thenCompleted: () => outcome.then({ type: 'RoundCompleted', data: { roundId: football, ...result } }),
    }
  }

  test('places the players', () => {
    complete([
      { playerId: ann, placement: 'first' },
      { playerId: bob, placement: 'fifth' },
    ]).thenCompleted()
  })

  test('keeps what was right under each name in place of teams, and nothing for names without an answer', () => {
    const named: RoundEvent = {
      type: 'RoundPickTypeChanged',
      data: { roundId: football, pickType: 'multiple', picksMax: 3, slotNames: ['Champion', '', 'Boot'] },
    }
    const right = (rightAnswers: string[][], history = [...lockedWriteIn, named]) =>
      given(round, ...history).when(
        completeRound,
        open,
        { ...champion('Spain'), rightAnswers },
        {
          now: dayAfter,
          ...NOBODY_PLACED,
        },
      )
    const judged = (rightAnswers?: string[][]): RoundEvent => ({
      type: 'RoundCompleted',
      data: {
        roundId: football,
        ...champion('Spain'),
        ...(rightAnswers && { places: {}, rightAnswers }),
      },
    })
    right([['Spain'], [], ['Mbappé', 'K. Mbappé']]).then(judged([['Spain'], [], ['Mbappé', 'K. Mbappé']]))
    right([['Spain'], [], []]).then(judged([['Spain']]))
    right([[], []]).then(judged())
    expect(stateOf(round, ...lockedWriteIn, named, judged([['Spain']]))).toMatchObject({
      result: { places: {}, rightAnswers: [['Spain']] },
    })
    right([['Spain'], [], [], ['Kane']]).thenRefused(
      'invalid',
      'This sport takes 3 picks, so it cannot have these right answers',
      'rightAnswers',
    )
    right([['Spain']], lockedWriteIn).thenRefused(
      'invalid',
      'The picks of this sport have no names, so it cannot have these right answers',
      'rightAnswers',
    )
    for (const former of [judged([['Spain']]), judged()]) {
      given(round, ...lockedWriteIn, named, former)
        .when(
          correctRound,
          open,
          { ...champion('Spain'), rightAnswers: [['Spain'], ['France']] },
          NOBODY_PLACED,
        )
        .then(judged([['Spain'], ['France']]))
    }
    const result = (text: string) => ({ ...champion('A'), rightAnswers: [['A', text]] })
    expect(sameResult(result('A'), result('B'))).toBe(false)
    expect(sameResult(result('B'), result('A'))).toBe(false)
    expect(sameResult(result('B'), { ...champion('A'), rightAnswers: [['B', 'A']] })).toBe(true)
  })

  test('needs nobody to be placed', () => {
    complete([]).thenCompleted()
  })

  test('may give several players one place', () => {
    complete([
      { playerId: ann, placement: 'second' },
      { playerId: bob, placement: 'second' },
    ]).thenCompleted()
  })

  test('may list somebody without a pick as none, but not with a place', () => {
    complete([{ playerId: cleo, placement: 'none' }]).thenCompleted()
    complete([{ playerId: cleo, placement: 'fifth' }]).thenRefused(
      'invalid',
      'Cleo has no pick and cannot hold a place',
      'manualScores',
    )
  })

  test('refuses a player listed twice', () => {
    complete([
      { playerId: ann, placement: 'first' },
      { playerId: ann, placement: 'none' },
    ]).thenRefused('invalid', 'Ann is listed twice', 'manualScores')
  })

  test('refuses strangers, with a pick or without', () => {
    const STRANGER = 'An unknown player is not a participant of the season'
    complete([{ playerId: stranger, placement: 'none' }]).thenRefused('invalid', STRANGER, 'manualScores')
    complete([{ playerId: stranger, placement: 'first' }], new Set([stranger])).thenRefused(
      'invalid',
      STRANGER,
      'manualScores',
    )
  })

  test('refuses a participant who was removed', () => {
    const without = stateOf(season, ...everybodyJoined, left(ann))
    complete([{ playerId: ann, placement: 'first' }], annAndBobPicked, without).thenRefused(
      'invalid',
      'Ann is not a participant of the season',
      'manualScores',
    )
  })
})

describe('unlocking a completed sport', () => {
  const reopened = [...completed, roundUnlocked]

  test('takes the result away and leaves players locked out', () => {
    given(round, ...completed)
      .when(unlockRound, open)
      .then(roundUnlocked)
    expect(withoutPast(stateOf(round, ...reopened))).toEqual(withoutPast(stateOf(round, ...locked)))
  })

  test('makes way for another champion, as if it had been completed once', () => {
    given(round, ...reopened)
      .when(completeRound, open, champion('Blues'), { now: dayAfter, ...NOBODY_PLACED })
      .then(bluesWon)
    const corrected = stateOf(round, ...reopened, bluesWon)
    expect(withoutPast(corrected)).toEqual(withoutPast(stateOf(round, ...locked, bluesWon)))
  })

  test('happens once', () => {
    given(round, ...reopened)
      .when(unlockRound, open)
      .thenRefused('wrong_state', 'A locked sport cannot be unlocked')
  })

  test('is for completed sports alone', () => {
    given(round, ...draft)
      .when(unlockRound, open)
      .thenRefused('wrong_state', 'A draft sport cannot be unlocked')
    given(round, ...active)
      .when(unlockRound, open)
      .thenRefused('wrong_state', 'An active sport cannot be unlocked')
  })

  test('is refused in an ended or deleted season', () => {
    given(round, ...completed)
      .when(unlockRound, ended)
      .thenRefused('wrong_state', ENDED)
    given(round, ...completed)
      .when(unlockRound, deleted)
      .thenRefused('not_found', 'Season not found')
  })
})

describe('correcting a published result', () => {
  const correct = (history: RoundEvent[], result: RoundResult, context = open) =>
    given(round, ...history).when(correctRound, context, result, NOBODY_PLACED)

  test('publishes the other result in one deed', () => {
    correct(completed, champion('Blues')).then(bluesWon)
    expect(stateOf(round, ...completed, bluesWon)).toMatchObject({
      status: 'completed',
      locksAt: lockTime,
      result: champion('Blues'),
    })
  })

  test('does nothing when it is the same result', () => {
    correct(completed, champion('Reds')).then()
  })

  test('needs a result that is published', () => {
    const NONE = 'Only a completed sport has a result to correct'
    correct(locked, champion('Blues')).thenRefused('wrong_state', NONE)
    correct([...completed, roundUnlocked], champion('Blues')).thenRefused('wrong_state', NONE)
  })

  test('follows the rules of a completion', () => {
    correct(completed, champion('Golds')).thenRefused('invalid', 'Golds is not in the list of teams')
    correct(completed, champion('Blues'), ended).thenRefused('wrong_state', ENDED)
  })
})
