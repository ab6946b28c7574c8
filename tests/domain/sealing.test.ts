import { describe, expect, test } from 'vitest'
import {
  enterPick,
  type PickContext,
  type PickEvent,
  pick,
  reenterGuess,
  submitPick,
} from '../../domain/picks/pick.ts'
import { player } from '../../domain/players/player.ts'
import { type RoundEvent, round } from '../../domain/rounds/round.ts'
import { addTeams, editRound, removeTeams } from '../../domain/rounds/round-editing.ts'
import { undoRound } from '../../domain/rounds/round-events.ts'
import { isSealedFromAdmins, lookAtPicks, sealPicks, unsealPicks } from '../../domain/seasons/sealing.ts'
import { createSeason, type SeasonEvent, season } from '../../domain/seasons/season.ts'
import { undoSeason } from '../../domain/seasons/season-events.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { sentenceOfUndo } from '../../domain/undo/undo-sentences.ts'
import {
  active,
  ann,
  annAdded,
  asHockey,
  bob,
  completed,
  dayAfter,
  dayBefore,
  draft,
  everybodyJoined,
  familyCup,
  football,
  joined,
  locked,
  lockTime,
  roundDeleted,
  roundPurged,
  seasonCreated,
  seasonDeleted,
  seasonEnded,
  seasonPurged,
  seasonReopened,
  stranger,
} from './family-cup-events.ts'
import { ENDED, presentState } from './family-cup-states.ts'
import { given, refusalOf, stateOf } from './given-when-then.ts'
import { inverse } from './inverse.ts'

const sealed: SeasonEvent = { type: 'PicksSealedFromAdmins', data: {} }
const unsealed: SeasonEvent = { type: 'PicksUnsealedForAdmins', data: {} }
const lookedAt = (...playerIds: number[]): RoundEvent => ({
  type: 'PicksLookedAt',
  data: { roundId: football, playerIds },
})
const sealedSeason = [...everybodyJoined, sealed]
const WHY = 'Ann asked me to'
const known = { reason: WHY, now: dayBefore }

describe('sealing picks from admins', () => {
  test('can be done at any time until the season has ended, and once', () => {
    given(season, ...everybodyJoined)
      .when(sealPicks)
      .then(sealed)
    given(season, ...sealedSeason)
      .when(sealPicks)
      .thenNothing()
    given(season, ...sealedSeason, unsealed)
      .when(sealPicks)
      .then(sealed)
    given(season, ...everybodyJoined, seasonEnded)
      .when(sealPicks)
      .thenRefused('wrong_state', ENDED)
    given(season, ...everybodyJoined, seasonDeleted)
      .when(sealPicks)
      .thenRefused('not_found', 'Season not found')
  })

  test('can come with the season itself', () => {
    const details = { name: 'Family Cup', yearStart: 2027, yearEnd: 2027, commissioner: null }
    const created = { ...details, seasonId: familyCup, participants: [ann] }
    given(season)
      .when(createSeason, { ...created, picksSealed: true })
      .then(seasonCreated, sealed, joined(ann))
    given(season)
      .when(createSeason, { ...created, picksSealed: false })
      .then(seasonCreated, joined(ann))
  })

  test('outlasts the end of the season, and its deletion', () => {
    const open = presentState(...active)
    const hides = (...events: SeasonEvent[]) =>
      isSealedFromAdmins(stateOf(season, ...everybodyJoined, ...events), open)
    expect(hides()).toBe(false)
    expect(hides(sealed)).toBe(true)
    expect(hides(sealed, seasonEnded, seasonReopened)).toBe(true)
    expect(hides(sealed, seasonDeleted, seasonPurged)).toBe(true)
    expect(hides(seasonDeleted, seasonPurged)).toBe(false)
    expect(hides(sealed, unsealed)).toBe(false)
  })

  test.each<[string, RoundEvent[], boolean]>([
    ['a draft', draft, true],
    ['an open sport', active, true],
    ['a locked sport', locked, false],
    ['a completed sport', completed, false],
    ['a sport that was deleted before it locked', [...active, roundDeleted], true],
    ['a sport that was deleted for ever', [...active, roundDeleted, roundPurged], true],
  ])('concerns %s', (_, events, isHidden) => {
    const state = stateOf(round, ...events)
    expect(isSealedFromAdmins(stateOf(season, ...sealedSeason), state)).toBe(isHidden)
  })
})

describe('unsealing', () => {
  const inStream = (...events: (SeasonEvent | RoundEvent)[]) =>
    given(seasonStream, ...sealedSeason, ...events)

  test('takes a reason', () => {
    inStream(...completed)
      .when(unsealPicks, known)
      .then(unsealed)
    inStream()
      .when(unsealPicks, { ...known, reason: null })
      .thenRefused('invalid', 'Say why admins may see the picks: everybody can read the reason', 'reason')
    given(seasonStream, ...everybodyJoined)
      .when(unsealPicks, known)
      .thenNothing()
  })

  test('is refused while a sport is open, also one that was deleted meanwhile, be it for ever', () => {
    const refusal = (names: string) => `Picks stay hidden until the lock time of these sports: ${names}`
    inStream(...active, ...asHockey(...active, roundDeleted))
      .when(unsealPicks, known)
      .thenRefused('wrong_state', refusal('Football, Football (deleted)'))
    const purged = inStream(...active, roundDeleted, roundPurged)
    purged.when(unsealPicks, known).thenRefused('wrong_state', refusal('Football (deleted)'))
    purged.when(unsealPicks, { ...known, now: lockTime }).then(unsealed)
    inStream(...active)
      .when(unsealPicks, { ...known, now: dayAfter })
      .thenRefused('wrong_state', refusal('Football'))
    inStream(...locked, ...asHockey(...draft))
      .when(unsealPicks, known)
      .then(unsealed)
  })

  test('and while one is cancelled that could still be reinstated for picks', () => {
    const data = { roundId: football, cancelledAt: dayBefore }
    const cancelled = inStream(...active, { type: 'RoundCancelled', data })
    cancelled
      .when(unsealPicks, known)
      .thenRefused(
        'wrong_state',
        'Picks stay hidden until the lock time of these sports: Football (cancelled)',
      )
    cancelled.when(unsealPicks, { ...known, now: lockTime }).then(unsealed)
  })
})

describe('looking', () => {
  const look = (
    state: Parameters<typeof roundIn>[0] & { season: Parameters<typeof sealPicks>[0] },
    more = {},
  ) => lookAtPicks(roundIn(state, football), state.season, { ...known, playerIds: [ann], ...more })

  test('is a deed of its own each time', () => {
    const open = given(seasonStream, ...sealedSeason, ...active)
    open.when(look).then(lookedAt(ann))
    open.when(look, { playerIds: [bob, ann, bob] }).then(lookedAt(bob, ann))
    given(seasonStream, ...sealedSeason, ...active, lookedAt(ann))
      .when(look)
      .then(lookedAt(ann))
  })

  test.each<[string, (SeasonEvent | RoundEvent)[], object, Parameters<ReturnType<typeof refused>>]>([
    [
      'a season that is not sealed',
      [...everybodyJoined, ...active],
      {},
      ['wrong_state', 'The picks of this season are not hidden from admins'],
    ],
    ['a draft', [...sealedSeason, ...draft], {}, ['wrong_state', 'This sport is not open for picks yet']],
    [
      'a locked sport',
      [...sealedSeason, ...locked],
      {},
      ['wrong_state', 'This sport has locked: everybody sees its picks'],
    ],
    [
      'no reason',
      [...sealedSeason, ...active],
      { reason: null },
      ['invalid', 'Say why you look: everybody can read the reason'],
    ],
    [
      'a stranger',
      [...sealedSeason, ...active],
      { playerIds: [ann, stranger] },
      ['not_found', 'This player is not a participant of the season'],
    ],
    ['a deleted sport', [...sealedSeason, ...active, roundDeleted], {}, ['not_found', 'Sport not found']],
  ])('is refused for %s', (_, events, more, [kind, message]) => {
    refused(() => look(stateOf(seasonStream, ...events), more))(kind, message)
  })

  const refused = (ask: () => unknown) => (kind: string, message: string) =>
    expect(refusalOf(ask)).toMatchObject({ kind, message })

  test('cannot be undone, nor the sealing; an unsealing can', () => {
    const context = { now: dayBefore, pickedTeams: [], rounds: new Map(), picked: new Set<number>() }
    const before = presentState(...active)
    const ofRound = { ...context, season: stateOf(season, ...sealedSeason), nameOf: () => '' }
    expect(refusalOf(() => undoRound({ event: lookedAt(ann), before, now: before }, ofRound)).message).toBe(
      'What was looked at cannot be unseen',
    )
    const undone = (...events: SeasonEvent[]) =>
      inverse(season, [...everybodyJoined, ...events], 3 + events.length, (undoing) =>
        undoSeason(undoing, dayBefore),
      )
    expect(refusalOf(() => undone(sealed)).message).toBe(
      'Use Show Picks to Admins instead, and give a reason',
    )
    expect(undone(sealed, unsealed)).toEqual([sealed])
    expect(sentenceOfUndo([sealed])).toBe('Picks are hidden from admins again.')
  })
})

describe('what an admin could try out', () => {
  const entered = (...picks: string[]): PickEvent => ({
    type: 'PickEntered',
    data: { roundId: football, playerId: ann, picks, enteredAt: dayBefore },
  })
  const submitted: PickEvent = {
    type: 'PickSubmitted',
    data: { roundId: football, playerId: ann, picks: ['Reds'], submittedAt: dayBefore },
  }
  const context = (...events: SeasonEvent[]): PickContext => ({
    ...{ roundId: football, playerId: ann, player: stateOf(player, annAdded) },
    ...{ round: presentState(...active), season: stateOf(season, ...everybodyJoined, ...events) },
  })

  test('the pick that is there: entering it once more tells as much as entering another', () => {
    given(pick, submitted).when(enterPick, context(), ['Reds'], dayBefore).thenNothing()
    given(pick, submitted).when(enterPick, context(sealed), ['Reds'], dayBefore).then(entered('Reds'))
  })

  test('the list of teams: none can be taken away before the lock, picked or not', () => {
    const TEAMS = 'The picks of this sport are hidden from admins: until the lock you can only add teams'
    const inSeason = stateOf(season, ...sealedSeason)
    const at = { now: dayBefore, pickedTeams: ['Reds'] }
    const details = presentState(...active)
    for (const pickedTeams of [[], ['Reds'], details.teams]) {
      given(round, ...active)
        .when(removeTeams, inSeason, { ...at, pickedTeams })
        .thenRefused('wrong_state', TEAMS, 'teams')
    }
    given(round, ...active)
      .when(editRound, inSeason, { ...details, teams: ['Reds', 'Blues'] }, at)
      .thenRefused('wrong_state', TEAMS, 'teams')
    given(round, ...active)
      .when(addTeams, inSeason, ['Golds'], dayBefore)
      .then({ type: 'RoundTeamsChanged', data: { roundId: football, teams: [...details.teams, 'Golds'] } })
    given(round, ...draft)
      .when(removeTeams, inSeason, { ...at, pickedTeams: [] })
      .then({ type: 'RoundTeamsChanged', data: { roundId: football, teams: [] } })
  })

  test('what is not in the history: a player who saves what an admin has entered is in it as well', () => {
    const asked = stateOf(round, ...active, {
      type: 'TieBreakQuestionSet',
      data: { roundId: football, question: 'How many goals?', unit: null },
    })
    const guessed = (type: 'TieBreakGuessed' | 'TieBreakGuessEntered', value: number) =>
      ({
        type,
        data: {
          ...{ roundId: football, playerId: ann, value },
          ...(type === 'TieBreakGuessed' ? { submittedAt: dayBefore } : { enteredAt: dayBefore }),
        },
      }) as PickEvent
    const sealedSport = { ...context(sealed), round: asked }
    const openSport = { ...context(), round: asked }
    const known = given(pick, guessed('TieBreakGuessEntered', 7), entered('Reds'))
    known.when(submitPick, openSport, ['Reds'], dayBefore, 7).thenNothing()
    known.when(submitPick, sealedSport, ['Reds'], dayBefore, 7).then(guessed('TieBreakGuessed', 7), submitted)
    known.when(submitPick, sealedSport, ['Reds'], dayBefore).then(submitted)
    given(pick, guessed('TieBreakGuessed', 7), submitted)
      .when(submitPick, sealedSport, ['Reds'], dayBefore, 7)
      .thenNothing()

    given(pick, guessed('TieBreakGuessed', 7)).when(reenterGuess, openSport, 7, dayBefore).thenNothing()
    given(pick, guessed('TieBreakGuessed', 7))
      .when(reenterGuess, sealedSport, 7, dayBefore)
      .then(guessed('TieBreakGuessEntered', 7))
  })

  test('an undo: its sentence does not say which pick comes back', () => {
    const guess: PickEvent = {
      type: 'TieBreakGuessEntered',
      data: { roundId: football, playerId: ann, value: 41, enteredAt: dayBefore },
    }
    expect(sentenceOfUndo([guess, entered('Reds')])).toBe('The guess is 41 again. The pick is Reds again.')
    expect(sentenceOfUndo([guess, entered('Reds')], { sealed: true })).toBe(
      'The previous guess counts again. The previous pick counts again.',
    )
  })
})
