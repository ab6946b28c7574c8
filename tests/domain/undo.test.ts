import { describe, expect, test } from 'vitest'
import { type PickEvent, pick } from '#domain/pick'
import { type RoundEvent, round } from '#domain/round'
import { type SeasonEvent, season } from '#domain/season'
import { settings } from '#domain/settings'
import { inverse, laterChange } from '#domain/undo'
import { undoPick } from '#domain/undo-pick'
import { undoRound } from '#domain/undo-round'
import { undoSeason } from '#domain/undo-season'
import { sentenceOfUndo } from '#domain/undo-sentences'
import { undoSettings } from '#domain/undo-settings'
import { refusalOf, stateOf } from './given-when-then.ts'

const NOW = '2027-03-01T12:00:00.000Z'
const POINTS = { first: 10, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 }

const pointsChanged = { type: 'PointsChanged', data: { points: POINTS } } as const
const switchedOff = { type: 'NotificationsSwitchedOff', data: {} } as const
const seasonCreated = {
  type: 'SeasonCreated',
  data: { seasonId: 1, name: 'Cup', yearStart: 2027, yearEnd: 2027, commissioner: null },
} as const
const annJoined = { type: 'ParticipantAdded', data: { playerId: 1 } } as const
const annLeft = { type: 'ParticipantRemoved', data: { playerId: 1 } } as const
const bobJoined = { type: 'ParticipantAdded', data: { playerId: 2 } } as const
const seasonEnded: SeasonEvent = {
  type: 'SeasonEnded',
  data: { endedAt: NOW, points: POINTS, winners: [] },
}
const roundCreated: RoundEvent = {
  type: 'RoundCreated',
  data: {
    ...{ roundId: 7, seasonId: 1, sportName: 'Derby', pickType: 'single', picksMax: 1, emailMessage: null },
    ...{ locksAt: '2027-02-01T12:00:00.000Z', timeZone: 'UTC', teams: ['Lions', 'Bears'] },
  },
}
const activated = { type: 'RoundActivated', data: { recipients: [1] } } as const
const locked = { type: 'RoundLocked', data: { lockedAt: '2027-02-01T12:00:00.000Z' } } as const
const lionsWon = { type: 'RoundCompleted', data: { places: { first: 'Lions' }, placements: [] } } as const
const bearsWon = { type: 'RoundCompleted', data: { places: { first: 'Bears' }, placements: [] } } as const
const unlocked = { type: 'RoundUnlocked', data: {} } as const

const inSeason = stateOf(season, seasonCreated, annJoined)
const scene = { now: NOW, season: inSeason, pickedTeams: [], picked: new Set<number>() }
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

describe('a participant who was taken out', () => {
  const undo = (events: SeasonEvent[], index: number) =>
    inverse(season, events, index, (undoing) => undoSeason(undoing, NOW))

  test('takes part again, and whoever else came or went stays as it is', () => {
    expect(undo([seasonCreated, annJoined, annLeft, bobJoined], 2)).toEqual([annJoined])
    expect(undo([seasonCreated, annJoined, bobJoined], 1)).toEqual([annLeft])
  })

  test('does not, once the season has ended', () => {
    expect(refusalOf(() => undo([seasonCreated, annJoined, annLeft, seasonEnded], 2)).message).toBe(
      'The season has ended. Reopen it to make changes',
    )
  })

  test('a season that was active before it was deleted is active again', () => {
    const deleted = { type: 'SeasonDeleted', data: { deletedAt: NOW } } as const
    const events = undo([seasonCreated, deleted], 1)
    expect(events.map(({ type }) => type)).toEqual(['SeasonRestored', 'SeasonActivated'])
    expect(sentenceOfUndo(events)).toBe('The season is back. The season is active again.')
  })
})

describe('a result', () => {
  test('no longer counts when its completion is undone', () => {
    expect(ofRound(roundCreated, activated, locked, lionsWon)).toEqual([unlocked])
  })

  test('counts again when its unlock is undone', () => {
    expect(ofRound(roundCreated, activated, locked, lionsWon, unlocked)).toEqual([lionsWon])
  })

  test('that was corrected comes back by undoing the correction, and then the unlock', () => {
    const history = [roundCreated, activated, locked, lionsWon, unlocked, bearsWon]
    expect(ofRound(...history)).toEqual([unlocked])
    expect(ofRound(...history, unlocked)).toEqual([bearsWon])
  })
})

test.each<[string, RoundEvent[], string]>([
  ['activation', [roundCreated, activated], 'The mail that went out with it cannot be called back'],
  ['lock', [roundCreated, activated, locked], 'Everybody has been shown the picks since the lock'],
  ['creation', [roundCreated], 'A sport that was created is deleted instead'],
])('there is no way back from an %s', (_, events, sentence) => {
  expect(refusalOf(() => ofRound(...events)).message).toBe(sentence)
})

describe('an entered pick', () => {
  const annAdded = {
    playerId: 1,
    name: 'Ann',
    email: null,
    status: 'active',
    remindersDeclined: false,
  } as const
  const at = {
    round: stateOf(round, roundCreated, activated),
    season: inSeason,
    player: annAdded,
    roundId: 7,
    playerId: 1,
  }
  const data = { roundId: 7, playerId: 1 }
  const submitted = {
    type: 'PickSubmitted',
    data: { ...data, picks: ['Lions'], submittedAt: '2027-01-01T12:00:00.000Z' },
  } as const
  const entered = { type: 'PickEntered', data: { ...data, picks: ['Bears'], enteredAt: NOW } } as const
  const undo = (events: PickEvent[]) =>
    inverse(pick, events, events.length - 1, (undoing) => undoPick(undoing, at, NOW))

  test('gives way to the pick that counted before it', () => {
    expect(undo([submitted, entered])).toEqual([
      { type: 'PickEntered', data: { ...data, picks: ['Lions'], enteredAt: NOW } },
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
