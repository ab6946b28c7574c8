import { describe, expect, test } from 'vitest'
import {
  countingGuess,
  enterPick,
  type PickContext,
  type PickEvent,
  pick,
  submitPick,
} from '../../domain/picks/pick.ts'
import { undoPick } from '../../domain/picks/pick-events.ts'
import { player } from '../../domain/players/player.ts'
import { type RoundEvent, round, type TieBreakQuestion } from '../../domain/rounds/round.ts'
import { completeRound, correctRound } from '../../domain/rounds/round-decisions.ts'
import { undoRound } from '../../domain/rounds/round-events.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { askTieBreak, dropTieBreak } from '../../domain/rounds/tie-break-question.ts'
import { season } from '../../domain/seasons/season.ts'
import { sentenceOfUndo } from '../../domain/undo/undo-sentences.ts'
import {
  active,
  ann,
  annAdded,
  asHockey,
  bluesWon,
  champion,
  dayAfter,
  dayBefore,
  draft,
  everybodyJoined,
  football,
  hockey,
  justBefore,
  locked,
  lockedWriteIn,
  lockTime,
  redsWon,
  roundDeleted,
  roundRestored,
  roundUnlocked,
  seasonEnded,
} from './family-cup-events.ts'
import { given, refusalOf, stateOf, withoutPast } from './given-when-then.ts'
import { inverse } from './inverse.ts'

const GOALS = { question: 'How many goals?', unit: 'goals' }
const POINTS = { question: 'How many points?', unit: null }

const asked = (question: TieBreakQuestion = GOALS, roundId = football): RoundEvent => ({
  type: 'TieBreakQuestionSet',
  data: { roundId, ...question },
})
const dropped = (roundId = football): RoundEvent => ({ type: 'TieBreakQuestionDropped', data: { roundId } })
const answered = (value: number | null): RoundEvent => ({
  type: 'TieBreakAnswered',
  data: { roundId: football, value },
})
const cancelled: RoundEvent = { type: 'RoundCancelled', data: { roundId: football, cancelledAt: dayAfter } }
const reinstated: RoundEvent = { type: 'RoundReinstated', data: { roundId: football } }
const guessed = (value: number, submittedAt = dayBefore): PickEvent => ({
  type: 'TieBreakGuessed',
  data: { roundId: football, playerId: ann, value, submittedAt },
})
const guessEntered = (value: number | null, enteredAt = dayAfter): PickEvent => ({
  type: 'TieBreakGuessEntered',
  data: { roundId: football, playerId: ann, value, enteredAt },
})
const picked = (team: string, submittedAt = dayBefore): PickEvent => ({
  type: 'PickSubmitted',
  data: { roundId: football, playerId: ann, picks: [team], submittedAt },
})
const entered = (team: string, enteredAt = dayAfter): PickEvent => ({
  type: 'PickEntered',
  data: { roundId: football, playerId: ann, picks: [team], enteredAt },
})

const open = stateOf(season, ...everybodyJoined)
const ended = stateOf(season, ...everybodyJoined, seasonEnded)
const among = (...others: RoundEvent[]) => ({
  season: open,
  rounds: new Map(others.length > 0 ? [[hockey, stateOf(round, ...others)]] : []),
  now: dayBefore,
})

const QUESTION_STAYS =
  'The tie-break question is fixed once a sport is active. Cancel it and add another one instead'
const draftAsking = [...draft, asked()]

describe('a tie-break question', () => {
  test('is asked, worded differently and taken away in a draft', () => {
    given(round, ...draft)
      .when(askTieBreak, GOALS, among())
      .then(asked())
    given(round, ...draftAsking)
      .when(askTieBreak, POINTS, among())
      .then(asked(POINTS))
    given(round, ...draftAsking)
      .when(askTieBreak, GOALS, among())
      .thenNothing()
    given(round, ...draftAsking)
      .when(dropTieBreak, open)
      .then(dropped())
    given(round, ...draft)
      .when(dropTieBreak, open)
      .thenNothing()
  })

  test('is fixed from the activation on, so that a guess answers what its player read', () => {
    const opened: RoundEvent = { type: 'RoundActivated', data: { roundId: football, recipients: [] } }
    const locking: RoundEvent = { type: 'RoundLocked', data: { roundId: football } }
    const since = [[], [locking], [roundDeleted, roundRestored], [cancelled, reinstated]]
    for (const later of since) {
      given(round, ...draft, opened, ...later)
        .when(askTieBreak, GOALS, among())
        .thenRefused('wrong_state', QUESTION_STAYS)
      for (const other of [POINTS, { ...GOALS, unit: null }, { ...GOALS, question: 'How many own goals?' }]) {
        given(round, ...draftAsking, opened, ...later)
          .when(askTieBreak, other, among())
          .thenRefused('wrong_state', QUESTION_STAYS)
      }
      given(round, ...draftAsking, opened, ...later)
        .when(dropTieBreak, open)
        .thenRefused('wrong_state', QUESTION_STAYS)
      given(round, ...draftAsking, opened, ...later)
        .when(askTieBreak, GOALS, among())
        .thenNothing()
    }
  })

  test('changes in no season that has ended, and with no deleted sport', () => {
    const over = 'The season has ended. Reopen it to make changes'
    given(round, ...active)
      .when(askTieBreak, GOALS, { ...among(), season: ended })
      .thenRefused('wrong_state', over)
    given(round, ...active, asked())
      .when(dropTieBreak, ended)
      .thenRefused('wrong_state', over)
    given(round, ...active, roundDeleted)
      .when(askTieBreak, GOALS, among())
      .thenRefused('not_found', 'Sport not found')
  })

  test('stands with one sport of a season', () => {
    const has = 'Football has the tie-break question of this season'
    given(round, ...draft)
      .when(askTieBreak, GOALS, among(...asHockey(...draftAsking)))
      .thenRefused('wrong_state', `${has}. Remove it there first`)
    for (const history of [active, locked]) {
      given(round, ...draft)
        .when(askTieBreak, GOALS, among(...asHockey(...history), asked(GOALS, hockey)))
        .thenRefused('wrong_state', `${has}, which is fixed once a sport is active`)
    }
  })

  test('leaves a deleted or cancelled sport for another one, whenever that was', () => {
    for (const history of [active, locked]) {
      for (const gone of [roundDeleted, cancelled]) {
        given(round, ...draft)
          .when(askTieBreak, GOALS, among(...asHockey(...history), asked(GOALS, hockey), ...asHockey(gone)))
          .then(dropped(hockey), asked())
      }
    }
  })

  test('is gone from a locked sport that is reinstated after another one took it: its result needs no answer', () => {
    const history = [...locked, asked(), cancelled, dropped(), reinstated]
    expect(withoutPast(stateOf(round, ...history))).toEqual(withoutPast(stateOf(round, ...locked)))
    given(round, ...history)
      .when(completeRound, open, champion('Reds'), { now: dayAfter, ...NOBODY_PLACED })
      .then(redsWon)
  })

  test('takes its answer along from a completed sport that was deleted and comes back', () => {
    const back = stateOf(
      round,
      ...locked,
      asked(),
      answered(3),
      redsWon,
      roundDeleted,
      dropped(),
      roundRestored,
    )
    expect(back).toEqual(stateOf(round, ...locked, redsWon))
  })

  test.each([
    [{ ...GOALS, question: '' }, 'The question must be 1 to 200 characters', 'question'],
    [{ ...GOALS, question: 'x'.repeat(201) }, 'The question must be 1 to 200 characters', 'question'],
    [{ ...GOALS, unit: 'x'.repeat(31) }, 'The unit must be at most 30 characters', 'unit'],
  ])('has its limits: %j', (question, sentence, field) => {
    given(round, ...draft)
      .when(askTieBreak, question, among())
      .thenRefused('invalid', sentence, field)
  })

  const undo = (...events: RoundEvent[]) =>
    inverse(round, events, events.length - 1, (undoing) =>
      undoRound(undoing, { ...among(), pickedTeams: [], ...NOBODY_PLACED }),
    )

  test('is undone and comes back in a draft', () => {
    expect(undo(...draftAsking)).toEqual([dropped()])
    expect(undo(...draftAsking, asked(POINTS))).toEqual([asked()])
    expect(undo(...draftAsking, dropped())).toEqual([asked()])
    for (const later of [asked(), dropped()]) {
      expect(refusalOf(() => undo(...active, asked(POINTS), later)).message).toBe(QUESTION_STAYS)
    }
    expect(sentenceOfUndo([asked()])).toBe('The tie-break question is “How many goals?” again.')
    expect(sentenceOfUndo([dropped()])).toBe('The sport no longer has a tie-break question.')
    expect(refusalOf(() => undo(...locked, asked(), answered(4))).message).toBe(
      'The answer came with the result. Undo the result instead',
    )
  })
})

describe('a guess', () => {
  const context = (...history: RoundEvent[]): PickContext => ({
    ...{ round: stateOf(round, ...history), season: open, player: stateOf(player, annAdded) },
    ...{ roundId: football, playerId: ann },
  })
  const asking = context(...active, asked())

  test('comes with a pick, in one append', () => {
    given(pick).when(submitPick, asking, ['Reds'], dayBefore, 41.5).then(guessed(41.5), picked('Reds'))
  })

  test('that is another brings the pick again, so that a receipt tells of both', () => {
    given(pick, guessed(40), picked('Reds'))
      .when(submitPick, asking, ['Reds'], justBefore, 41)
      .then(guessed(41, justBefore), picked('Reds', justBefore))
  })

  test('that is the same is not made twice, and one that is left out stays', () => {
    given(pick, guessed(40), picked('Reds')).when(submitPick, asking, ['Reds'], justBefore, 40).thenNothing()
    given(pick, guessed(40), picked('Reds')).when(submitPick, asking, ['Reds'], justBefore).thenNothing()
    given(pick, guessed(40), picked('Reds'))
      .when(submitPick, asking, ['Blues'], justBefore)
      .then(picked('Blues', justBefore))
  })

  test('of an admin counts after the lock as well', () => {
    const late = context(...locked, asked())
    given(pick, guessed(40), picked('Reds'))
      .when(enterPick, late, ['Reds'], dayAfter, 0)
      .then(guessEntered(0), entered('Reds'))
  })

  test('is refused from the lock on, with its pick', () => {
    const refused = refusalOf(() => submitPick([], asking, ['Reds'], lockTime, 4))
    expect(refused.code).toBe('picks-locked')
  })

  test.each([
    [1_000_000_001, 'A guess must be a number between -1000000000 and 1000000000'],
    [Number.NaN, 'A guess must be a number between -1000000000 and 1000000000'],
    [Number.NEGATIVE_INFINITY, 'A guess must be a number between -1000000000 and 1000000000'],
    [0.0001, 'A guess can have at most 3 decimals'],
  ])('has its limits: %d', (value, sentence) => {
    given(pick).when(submitPick, asking, ['Reds'], dayBefore, value).thenRefused('invalid', sentence, 'guess')
    given(pick).when(enterPick, asking, ['Reds'], dayBefore, value).thenRefused('invalid', sentence, 'guess')
  })

  test('takes three decimals, however large', () => {
    given(pick)
      .when(submitPick, asking, ['Reds'], dayBefore, 999_999_999.999)
      .then(guessed(999_999_999.999), picked('Reds'))
  })

  test('is refused where nothing is asked', () => {
    given(pick)
      .when(submitPick, context(...active), ['Reds'], dayBefore, 4)
      .thenRefused('invalid', 'This sport has no tie-break question', 'guess')
  })

  test('is the last before the lock, or what an admin entered since', () => {
    const versions = (...events: PickEvent[]) =>
      countingGuess(stateOf(pick, ...events), { locksAt: lockTime })
    expect(versions()).toBeNull()
    expect(versions(guessed(3), guessed(4, justBefore), guessed(5, lockTime))).toBe(4)
    const published = { locksAt: lockTime, lockPosition: '05' }
    const placed = (event: PickEvent, position: string) => stateOf(pick, { ...event, position })
    expect(countingGuess(placed(guessed(3), '04'), published)).toBe(3)
    expect(countingGuess(placed(guessed(3), '06'), published)).toBeNull()
    expect(versions(guessed(3), picked('Reds'), guessEntered(9))).toBe(9)
    expect(versions(guessed(3), guessEntered(null))).toBeNull()
  })

  test('that an admin entered is undone: the one before counts again, or none', () => {
    const late = context(...locked, asked())
    const undo = (...events: PickEvent[]) =>
      inverse(pick, events, events.length - 1, (undoing) => undoPick(undoing, { ...late, at: dayAfter }))
    expect(undo(guessed(3), picked('Reds'), guessEntered(9))).toEqual([guessEntered(3)])
    expect(undo(guessEntered(9))).toEqual([guessEntered(null)])
    expect(sentenceOfUndo([guessEntered(3)])).toBe('The guess is 3 again.')
    expect(sentenceOfUndo([guessEntered(null)])).toBe('The player no longer has a guess.')
    expect(refusalOf(() => undo(guessed(3))).message).toBe(
      'The player can change the guess, or an admin can enter another',
    )
  })
})

describe('the answer', () => {
  const asking = [...locked, asked()]
  const won = { ...champion('Reds'), answer: 41 }
  const placed = { now: dayAfter, ...NOBODY_PLACED }

  test('comes with the result, in one append', () => {
    given(round, ...asking)
      .when(completeRound, open, won, placed)
      .then(answered(41), redsWon)
    given(round, ...asking)
      .when(completeRound, open, { ...won, answer: null }, placed)
      .then(answered(null), redsWon)
  })

  test('is required where something is asked, and refused where nothing is', () => {
    const please = 'Please answer the tie-break question: How many goals?'
    given(round, ...asking)
      .when(completeRound, open, champion('Reds'), placed)
      .thenRefused('invalid', please, 'tieBreakAnswer')
    given(round, ...asking, answered(41), redsWon)
      .when(correctRound, open, champion('Blues'), NOBODY_PLACED)
      .thenRefused('invalid', please, 'tieBreakAnswer')
    given(round, ...locked)
      .when(completeRound, open, won, placed)
      .thenRefused('invalid', 'This sport has no tie-break question to answer', 'tieBreakAnswer')
    given(round, ...locked)
      .when(completeRound, open, { ...won, answer: null }, placed)
      .then(redsWon)
  })

  test('is corrected with the result or by itself, and comes along only where it is another', () => {
    const completed = [...asking, answered(41), redsWon]
    given(round, ...completed)
      .when(correctRound, open, won, NOBODY_PLACED)
      .thenNothing()
    given(round, ...completed)
      .when(correctRound, open, { ...won, answer: 40 }, NOBODY_PLACED)
      .then(answered(40), redsWon)
    given(round, ...completed)
      .when(correctRound, open, { ...champion('Blues'), answer: 41 }, NOBODY_PLACED)
      .then(bluesWon)
  })

  test('comes with the result of write-ins as well', () => {
    const writeIns = [...lockedWriteIn, asked()]
    const result = { places: {}, placements: [], answer: 41 }
    given(round, ...writeIns)
      .when(completeRound, open, result, placed)
      .then(answered(41), { type: 'RoundCompleted', data: { roundId: football, places: {}, placements: [] } })
    given(round, ...writeIns)
      .when(completeRound, open, { places: {}, placements: [] }, placed)
      .thenRefused('invalid', 'Please answer the tie-break question: How many goals?', 'tieBreakAnswer')
  })

  test('has its limits', () => {
    given(round, ...asking)
      .when(completeRound, open, { ...won, answer: 2e9 }, placed)
      .thenRefused(
        'invalid',
        'The answer must be a number between -1000000000 and 1000000000',
        'tieBreakAnswer',
      )
  })

  test('goes back with the result that is undone', () => {
    const undo = (...events: RoundEvent[]) =>
      inverse(round, events, events.length - 1, (undoing) =>
        undoRound(undoing, { ...among(), now: dayAfter, pickedTeams: [], ...NOBODY_PLACED }),
      )
    const first = [...asking, answered(41), redsWon]
    expect(undo(...first)).toEqual([roundUnlocked])
    expect(undo(...first, answered(40), redsWon)).toEqual([answered(41), redsWon])
    expect(undo(...first, roundUnlocked)).toEqual([answered(41), redsWon])
  })
})
