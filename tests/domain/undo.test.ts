import { describe, expect, test } from 'vitest'
import type { Undoing } from '../../domain/event-descriptor.ts'
import { clearPick, enterPick, type PickEvent, pick } from '../../domain/picks/pick.ts'
import { undoPick } from '../../domain/picks/pick-events.ts'
import { player } from '../../domain/players/player.ts'
import { type NoticeEvent, notices } from '../../domain/rounds/asking.ts'
import { undoNotice } from '../../domain/rounds/asking-events.ts'
import { type RoundEvent, round } from '../../domain/rounds/round.ts'
import { undoRound } from '../../domain/rounds/round-events.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { type SeasonEvent, season } from '../../domain/seasons/season.ts'
import { undoSeason } from '../../domain/seasons/season-events.ts'
import {
  isRoundEvent,
  roundIn,
  type SeasonAndRounds,
  seasonStream,
} from '../../domain/seasons/season-stream.ts'
import { settings } from '../../domain/settings/settings.ts'
import { undoSettings } from '../../domain/settings/settings-events.ts'
import { inverseOfAll, laterChange } from '../../domain/undo/undo.ts'
import { sentenceOfUndo } from '../../domain/undo/undo-sentences.ts'
import {
  active,
  ann,
  annAdded,
  asHockey,
  bluesWon,
  bob,
  completed,
  dayAfter,
  draft,
  familyCup,
  football,
  joined,
  left,
  locked,
  lockedByHandAt,
  longBefore,
  redsWon,
  roundDeleted,
  roundRenamed,
  roundRestored,
  roundUnlocked,
  seasonCreated,
  seasonDeleted,
  seasonEnded,
} from './family-cup-events.ts'
import { refusalOf, stateOf } from './given-when-then.ts'
import { inverse } from './inverse.ts'

const NOW = dayAfter
const POINTS = { first: 10, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 }

const pointsChanged = { type: 'PointsChanged', data: { points: POINTS } } as const
const switchedOff = { type: 'NotificationsSwitchedOff', data: {} } as const

const inSeason = stateOf(season, seasonCreated, joined(ann))
const context = { now: NOW, season: inSeason, rounds: new Map(), pickedTeams: [], ...NOBODY_PLACED }
type InSeason = SeasonEvent | RoundEvent
/** By the rules for a season, or for the sport that the event is about. */
const undoInSeason = ({ event, before, now }: Undoing<SeasonAndRounds, InSeason>): InSeason[] => {
  if (!isRoundEvent(event)) return undoSeason({ event, before: before.season, now: now.season }, NOW)
  const { roundId } = event.data
  return undoRound({ event, before: roundIn(before, roundId), now: roundIn(now, roundId) }, context)
}
const ofRound = (...events: RoundEvent[]) => inverse(seasonStream, events, events.length - 1, undoInSeason)

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
      kind: 'wrong_state',
      message: 'It was changed again later',
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
  const undo = (events: SeasonEvent[], index: number) => inverse(seasonStream, events, index, undoInSeason)

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

describe('of two sports in one season', () => {
  const played = [seasonCreated, ...draft, ...asHockey(...draft)]
  const rescheduled: RoundEvent = {
    type: 'RoundRescheduled',
    data: { roundId: football, locksAt: longBefore, timeZone: 'UTC' },
  }

  test('one is put back as it was, although the other changed in the same way since', () => {
    const events = [...played, roundRenamed('Final'), ...asHockey(roundRenamed('Ice'), redsWon)]
    expect(inverse(seasonStream, events, played.length, undoInSeason)).toEqual([roundRenamed('Football')])
    expect(refusalOf(() => inverse(seasonStream, events, played.length + 1, undoInSeason)).message).toBe(
      'A completed sport cannot be edited. Unlock it first',
    )
  })

  test('both are put back at once, the last one first', () => {
    const events = [...played, roundRenamed('Final'), ...asHockey(roundRenamed('Ice'))]
    const both = [played.length, played.length + 1]
    expect(inverseOfAll(seasonStream, events, both, undoInSeason)).toEqual([
      ...asHockey(roundRenamed('Football')),
      roundRenamed('Football'),
    ])
  })

  test('one that was changed again since is left as it is, and the other put back', () => {
    const events = [...played, roundRenamed('Final'), ...asHockey(roundRenamed('Ice')), roundRenamed('Cup')]
    const both = [played.length, played.length + 1]
    expect(inverseOfAll(seasonStream, events, both, undoInSeason)).toEqual(asHockey(roundRenamed('Football')))
    expect(refusalOf(() => inverse(seasonStream, events, played.length, undoInSeason)).message).toBe(
      'It was changed again later',
    )
  })

  test.each<[string, RoundEvent, RoundEvent]>([
    ['the name', roundRenamed('Final'), roundRenamed('Cup')],
    ['the lock time', rescheduled, rescheduled],
    ['the result', redsWon, roundUnlocked],
    ['the deletion', roundDeleted, roundRestored],
  ])('%s of one is changed again by its own events alone', (_, event, again) => {
    const since = [...played, event, ...asHockey(event, again), seasonDeleted]
    expect(laterChange(since, played.length)).toBeNull()
    expect(laterChange([...since, again], played.length)).toBe(since.length)
  })

  test('a deleted one comes back alone', () => {
    const events = [...played, roundDeleted, ...asHockey(roundDeleted)]
    expect(inverse(seasonStream, events, played.length, undoInSeason)).toEqual([roundRestored])
  })
})

test.each<[NoticeEvent, string]>([
  [
    {
      type: 'PlayersReminded',
      data: { roundId: football, seasonId: familyCup, kind: 'by_hand', recipients: [ann] },
    },
    'Its mail has gone out and cannot be called back',
  ],
  [
    { type: 'PickLinkResent', data: { roundId: football, seasonId: familyCup, playerId: ann } },
    'Its mail has gone out and cannot be called back',
  ],
  [
    {
      type: 'ReminderSkipped',
      data: { roundId: football, seasonId: familyCup, kind: 'first', slot: longBefore, why: 'nobody_left' },
    },
    'It changed nothing that could be undone',
  ],
  [
    { type: 'PickLinkCopied', data: { roundId: football, seasonId: familyCup, playerId: ann } },
    'It changed nothing that could be undone',
  ],
])('there is no way back from a notice: %j', (event, sentence) => {
  const undo = () => inverse(notices, [event], 0, undoNotice)
  expect(refusalOf(undo).message).toBe(sentence)
})

test.each<[string, RoundEvent[], string]>([
  ['activation', active, 'Its mail has gone out and cannot be called back'],
  ['lock', locked, 'Everybody has seen the picks since the lock'],
  ['lock by hand', [...active, lockedByHandAt(longBefore)], 'Everybody has seen the picks since the lock'],
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
  const withdrawnAs = ({ cleared }: { cleared: boolean }): PickEvent => ({
    type: 'PickEntryWithdrawn',
    data: { ...data, withdrawnAt: NOW, cleared },
  })
  const undo = (events: PickEvent[]) =>
    inverse(pick, events, events.length - 1, (undoing) => undoPick(undoing, { ...at, at: NOW }))

  test('gives way to the pick that counted before it', () => {
    expect(undo([submitted, entered])).toEqual([
      { type: 'PickEntered', data: { ...data, picks: ['Reds'], enteredAt: NOW } },
    ])
  })

  test('is withdrawn where there was none', () => {
    const withdrawn = withdrawnAs({ cleared: false })
    expect(undo([entered])).toEqual([withdrawn])
    expect(undo([entered, withdrawn])).toEqual([entered])
  })

  test('leaves a pick cleared where it was cleared before', () => {
    const cleared = withdrawnAs({ cleared: true })
    expect(clearPick(stateOf(pick, entered), at, NOW)).toEqual([cleared])
    expect(undo([entered, cleared, entered])).toEqual([cleared])
  })

  describe('with a guess', () => {
    const question = { question: 'How many goals?', unit: null }
    const asked: RoundEvent = { type: 'TieBreakQuestionSet', data: { roundId: football, ...question } }
    const asking = { ...at, round: stateOf(round, ...draft, asked, ...active.slice(1)) }
    const guessed: PickEvent = {
      type: 'TieBreakGuessed',
      data: { ...data, value: 12, submittedAt: longBefore },
    }
    const guessIs = (value: number | null, enteredAt = NOW): PickEvent => ({
      type: 'TieBreakGuessEntered',
      data: { ...data, value, enteredAt },
    })
    const later = { ...asking, at: dayAfter }
    const undoAt = (index: number, events: PickEvent[]) =>
      inverse(pick, events, index, (undoing) => undoPick(undoing, later))

    test('comes back with it where both were cleared', () => {
      const made: PickEvent[] = [guessed, submitted]
      const cleared = clearPick(stateOf(pick, ...made), asking, NOW)
      expect(cleared).toEqual([guessIs(null), withdrawnAs({ cleared: true })])
      expect(undoAt(3, [...made, ...cleared])).toEqual([
        guessIs(12, dayAfter),
        { type: 'PickEntered', data: { ...data, picks: ['Reds'], enteredAt: dayAfter } },
      ])
      expect(refusalOf(() => undoAt(2, [...made, ...cleared]))).toMatchObject({
        kind: 'wrong_state',
        message: 'Undo the cleared pick instead',
      })
    })

    test.each<[string, PickEvent[], PickEvent[]]>([
      [
        'nothing',
        [],
        [
          guessIs(null, dayAfter),
          { type: 'PickEntryWithdrawn', data: { ...data, withdrawnAt: dayAfter, cleared: false } },
        ],
      ],
      [
        'a pick without a guess',
        [submitted],
        [
          guessIs(null, dayAfter),
          { type: 'PickEntered', data: { ...data, picks: ['Reds'], enteredAt: dayAfter } },
        ],
      ],
      [
        'a pick with another guess',
        [guessed, submitted],
        [
          guessIs(12, dayAfter),
          { type: 'PickEntered', data: { ...data, picks: ['Reds'], enteredAt: dayAfter } },
        ],
      ],
      [
        'the same pick',
        [guessed, { ...submitted, data: { ...submitted.data, picks: ['Blues'] } }],
        [guessIs(12, dayAfter)],
      ],
    ])('takes it back too where there was %s before', (_, made, back) => {
      const entry = enterPick(stateOf(pick, ...made), asking, ['Blues'], NOW, 40)
      expect(entry).toEqual([guessIs(40), entered])
      expect(undoAt(made.length + 1, [...made, ...entry])).toEqual(back)
    })

    test('keeps a guess that was entered earlier', () => {
      expect(undoAt(2, [guessIs(40, longBefore), submitted, entered])).toEqual([
        { type: 'PickEntered', data: { ...data, picks: ['Reds'], enteredAt: dayAfter } },
      ])
    })
  })

  test('is not undone when it is the player’s own', () => {
    expect(refusalOf(() => undo([submitted])).message).toBe(
      'The player can change the pick, or an admin can enter another',
    )
  })
})
