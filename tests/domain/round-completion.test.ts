import { describe, expect, test } from 'vitest'
import { type RoundEvent, type RoundResult, round } from '#domain/round'
import { completeRound, unlockRound } from '#domain/round-decisions'
import { season } from '#domain/season'
import { given, stateOf } from './given-when-then.ts'
import {
  active,
  ana,
  ben,
  cleo,
  completed,
  dayAfter,
  dayBefore,
  draft,
  everybodyJoined,
  justBefore,
  left,
  lionsWon,
  locked,
  lockedByHand,
  lockedWriteIn,
  lockTime,
  roundLocked,
  roundUnlocked,
  seasonDeactivated,
  seasonDeleted,
  seasonEnded,
  stranger,
} from './spring-cup.ts'

const open = stateOf(season, ...everybodyJoined)
const inactive = stateOf(season, ...everybodyJoined, seasonDeactivated)
const ended = stateOf(season, ...everybodyJoined, seasonEnded)
const deleted = stateOf(season, ...everybodyJoined, seasonDeleted)
const ENDED = 'The season has ended. Reopen it to make changes'

const champion = (first: string): RoundResult => ({ places: { first }, placements: [] })
const bearsWon: RoundEvent = { type: 'RoundCompleted', data: champion('Bears') }
const nobody: ReadonlySet<number> = new Set()

describe('completing a sport with teams', () => {
  const complete = (history: RoundEvent[], result: RoundResult, now = dayAfter, scene = open) =>
    given(round, ...history).when(completeRound, scene, result, { now, picked: nobody })

  test('records the champion', () => {
    complete(locked, champion('Lions')).then(lionsWon)
    expect(stateOf(round, ...completed)).toMatchObject({
      status: 'completed',
      lockedAt: lockTime,
      result: champion('Lions'),
    })
  })

  test('records as many places as are known', () => {
    const places = { first: 'Wolves', second: 'Lions', third: 'Bears' }
    complete(locked, { places, placements: [] }).then({
      type: 'RoundCompleted',
      data: { places, placements: [] },
    })
  })

  test('leaves no placements of players behind', () => {
    const result: RoundResult = {
      ...champion('Lions'),
      placements: [{ playerId: stranger, placement: 'first' }],
    }
    complete(locked, result).then(lionsWon)
  })

  test('publishes the lock as well when the scheduler has not', () => {
    complete(active, champion('Lions'), lockTime).then(roundLocked(lockTime), lionsWon)
    complete(active, champion('Lions'), dayAfter).then(roundLocked(lockTime), lionsWon)
  })

  test('needs the lock to have come', () => {
    complete(active, champion('Lions'), justBefore).thenRefused(
      'wrong_state',
      'An active sport cannot be completed',
    )
    complete(draft, champion('Lions')).thenRefused('wrong_state', 'A draft sport cannot be completed')
    complete(lockedByHand, champion('Lions'), dayBefore).then(lionsWon)
  })

  test('happens once: repeating it is refused', () => {
    complete(completed, champion('Lions')).thenRefused('wrong_state', 'A completed sport cannot be completed')
  })

  test('needs a champion', () => {
    const CHAMPION = 'Champion (1st Place) is required'
    complete(locked, { places: {}, placements: [] }).thenRefused('invalid', CHAMPION, 'firstPlaceTeam')
    complete(locked, champion('')).thenRefused('invalid', CHAMPION, 'firstPlaceTeam')
    complete(locked, { places: { second: 'Lions' }, placements: [] }).thenRefused(
      'invalid',
      CHAMPION,
      'firstPlaceTeam',
    )
  })

  test('takes only teams of the list', () => {
    complete(locked, champion('Hawks')).thenRefused('invalid', 'Hawks is not in the list of teams')
    complete(locked, { places: { first: 'Lions', fifth: 'Hawks' }, placements: [] }).thenRefused(
      'invalid',
      'Hawks is not in the list of teams',
    )
  })

  test('gives a team one place', () => {
    complete(locked, { places: { first: 'Lions', third: 'Lions' }, placements: [] }).thenRefused(
      'invalid',
      'Lions cannot hold two places',
    )
  })

  test('works in an inactive season, not in an ended or deleted one', () => {
    complete(locked, champion('Lions'), dayAfter, inactive).then(lionsWon)
    complete(locked, champion('Lions'), dayAfter, ended).thenRefused('wrong_state', ENDED)
    complete(locked, champion('Lions'), dayAfter, deleted).thenRefused('not_found', 'Season not found')
  })
})

describe('completing a sport with write-ins', () => {
  const anaAndBenPicked = new Set([ana, ben])
  const complete = (
    placements: RoundResult['placements'],
    picked: ReadonlySet<number> = anaAndBenPicked,
    scene = open,
  ) => {
    const result = { places: { first: 'Norway' }, placements }
    const outcome = given(round, ...lockedWriteIn).when(completeRound, scene, result, {
      now: dayAfter,
      picked,
    })
    return { ...outcome, thenCompleted: () => outcome.then({ type: 'RoundCompleted', data: result }) }
  }

  test('places the players', () => {
    complete([
      { playerId: ana, placement: 'first' },
      { playerId: ben, placement: 'fifth' },
    ]).thenCompleted()
  })

  test('needs nobody to be placed', () => {
    complete([]).thenCompleted()
  })

  test('may give several players one place', () => {
    complete([
      { playerId: ana, placement: 'second' },
      { playerId: ben, placement: 'second' },
    ]).thenCompleted()
  })

  test('may list somebody without a pick as none, but not with a place', () => {
    complete([{ playerId: cleo, placement: 'none' }]).thenCompleted()
    complete([{ playerId: cleo, placement: 'fifth' }]).thenRefused(
      'invalid',
      'Player 3 has no pick and cannot hold a place',
      'manualScores',
    )
  })

  test('refuses a player listed twice', () => {
    complete([
      { playerId: ana, placement: 'first' },
      { playerId: ana, placement: 'none' },
    ]).thenRefused('invalid', 'Player 1 is listed twice', 'manualScores')
  })

  test('refuses strangers, with a pick or without', () => {
    const STRANGER = 'Player 99 is not a participant of the season'
    complete([{ playerId: stranger, placement: 'none' }]).thenRefused('invalid', STRANGER, 'manualScores')
    complete([{ playerId: stranger, placement: 'first' }], new Set([stranger])).thenRefused(
      'invalid',
      STRANGER,
      'manualScores',
    )
  })

  test('refuses a participant who was removed', () => {
    const without = stateOf(season, ...everybodyJoined, left(ana))
    complete([{ playerId: ana, placement: 'first' }], anaAndBenPicked, without).thenRefused(
      'invalid',
      'Player 1 is not a participant of the season',
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
    expect(stateOf(round, ...reopened)).toEqual(stateOf(round, ...locked))
  })

  test('makes way for another champion, as if it had been completed once', () => {
    given(round, ...reopened)
      .when(completeRound, open, champion('Bears'), { now: dayAfter, picked: nobody })
      .then(bearsWon)
    expect(stateOf(round, ...reopened, bearsWon)).toEqual(stateOf(round, ...locked, bearsWon))
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
