import { describe, expect, test } from 'vitest'
import { type PickEvent, pick } from '#domain/pick'
import { player } from '#domain/player'
import { type RoundEvent, round } from '#domain/round'
import { NOBODY_PLACED } from '#domain/round-result'
import { type SeasonEvent, season } from '#domain/season'
import { settings } from '#domain/settings'
import { inverse, laterChange } from '#domain/undo'
import { undoPick } from '#domain/undo-pick'
import { undoRound } from '#domain/undo-round'
import { undoSeason } from '#domain/undo-season'
import { sentenceOfUndo } from '#domain/undo-sentences'
import { undoSettings } from '#domain/undo-settings'
import {
  active,
  ann,
  annAdded,
  bob,
  completed,
  dayAfter,
  draft,
  football,
  joined,
  left,
  locked,
  longBefore,
  redsWon,
  roundUnlocked,
  seasonCreated,
  seasonDeleted,
  seasonEnded,
} from './family-cup-events.ts'
import { refusalOf, stateOf } from './given-when-then.ts'

const NOW = dayAfter
const POINTS = { first: 10, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 }

const pointsChanged = { type: 'PointsChanged', data: { points: POINTS } } as const
const switchedOff = { type: 'NotificationsSwitchedOff', data: {} } as const
const bluesWon: RoundEvent = {
  type: 'RoundCompleted',
  data: { places: { first: 'Blues' }, placements: [] },
}

const inSeason = stateOf(season, seasonCreated, joined(ann))
const scene = { now: NOW, season: inSeason, pickedTeams: [], ...NOBODY_PLACED }
const ofRound = (...events: RoundEvent[]) =>
  inverse(round, events, events.length - 1, (undoing) => undoRound(undoing, scene))

describe('points that were changed', () => {
  test('are what they were before', () => {
    const [event] = inverse(settings, [pointsChanged], 0, undoSettings)
    expect(event).toMatchObject({ type: 'PointsChanged', data: { points: { first: 6 } } })
    expect(sentenceOfUndo(event ? [event] : [])).toBe(
      'The points from first place down are 6, 5, 4, 3, 2, 1 again.',
    )
  })

  test('and only they, whatever else was changed since', () => {
    const events = inverse(settings, [pointsChanged, switchedOff], 0, undoSettings)
    expect(events.map(({ type }) => type)).toEqual(['PointsChanged'])
  })

  test('cannot be put back when they were changed again since', () => {
    const again = { type: 'PointsChanged', data: { points: { ...POINTS, first: 12 } } } as const
    const events = [pointsChanged, switchedOff, again]
    expect(refusalOf(() => inverse(settings, events, 0, undoSettings))).toMatchObject({
      code: 'wrong_state',
      message: 'It was changed again since',
    })
    expect(laterChange(events, 0)).toBe(2)
    expect(laterChange(events, 2)).toBeNull()
  })
})

test('a switch that was turned back since has been changed again', () => {
  const required = { type: 'SecondFactorRequired', data: {} } as const
  const optional = { type: 'SecondFactorMadeOptional', data: {} } as const
  const switchedOn = { type: 'NotificationsSwitchedOn', data: {} } as const
  expect(laterChange([required, switchedOff, optional], 0)).toBe(2)
  expect(laterChange([switchedOff, required, switchedOn], 0)).toBe(2)
})

describe('a participant who was taken out', () => {
  const undo = (events: SeasonEvent[], index: number) =>
    inverse(season, events, index, (undoing) => undoSeason(undoing, NOW))

  test('takes part again, and whoever else came or went stays as it is', () => {
    expect(undo([seasonCreated, joined(ann), left(ann), joined(bob)], 2)).toEqual([joined(ann)])
    expect(undo([seasonCreated, joined(ann), joined(bob)], 1)).toEqual([left(ann)])
  })

  test('does not, once the season has ended', () => {
    expect(refusalOf(() => undo([seasonCreated, joined(ann), left(ann), seasonEnded], 2)).message).toBe(
      'The season has ended. Reopen it to make changes',
    )
  })

  test('a season that was active before it was deleted is active again', () => {
    const events = undo([seasonCreated, seasonDeleted], 1)
    expect(events.map(({ type }) => type)).toEqual(['SeasonRestored', 'SeasonActivated'])
    expect(sentenceOfUndo(events)).toBe('The season is back. The season is active again.')
  })
})

describe('a result', () => {
  test('no longer counts when its completion is undone', () => {
    expect(ofRound(...completed)).toEqual([roundUnlocked])
  })

  test('counts again when its unlock is undone', () => {
    expect(ofRound(...completed, roundUnlocked)).toEqual([redsWon])
  })

  test('that was corrected comes back by undoing the correction, and then the unlock', () => {
    const history = [...completed, roundUnlocked, bluesWon]
    expect(ofRound(...history)).toEqual([roundUnlocked])
    expect(ofRound(...history, roundUnlocked)).toEqual([bluesWon])
  })
})

test.each<[string, RoundEvent[], string]>([
  ['activation', active, 'The mail that went out with it cannot be called back'],
  ['lock', locked, 'Everybody has been shown the picks since the lock'],
  ['creation', draft, 'A sport that was created is deleted instead'],
])('there is no way back from an %s', (_, events, sentence) => {
  expect(refusalOf(() => ofRound(...events)).message).toBe(sentence)
})

describe('an entered pick', () => {
  const at = {
    round: stateOf(round, ...active),
    season: inSeason,
    player: stateOf(player, annAdded),
    roundId: football,
    playerId: ann,
  }
  const data = { roundId: football, playerId: ann }
  const submitted = {
    type: 'PickSubmitted',
    data: { ...data, picks: ['Reds'], submittedAt: longBefore },
  } as const
  const entered = { type: 'PickEntered', data: { ...data, picks: ['Blues'], enteredAt: NOW } } as const
  const undo = (events: PickEvent[]) =>
    inverse(pick, events, events.length - 1, (undoing) => undoPick(undoing, at, NOW))

  test('gives way to the pick that counted before it', () => {
    expect(undo([submitted, entered])).toEqual([
      { type: 'PickEntered', data: { ...data, picks: ['Reds'], enteredAt: NOW } },
    ])
  })

  test('is withdrawn where there was none', () => {
    const withdrawn = { type: 'PickEntryWithdrawn', data: { ...data, withdrawnAt: NOW } } as const
    expect(undo([entered])).toEqual([withdrawn])
    expect(undo([entered, withdrawn])).toEqual([entered])
  })

  test('is not undone when it is the player’s own', () => {
    expect(refusalOf(() => undo([submitted])).message).toBe(
      'A pick is changed by the player, or by entering another',
    )
  })
})
