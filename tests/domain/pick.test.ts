import { describe, expect, test } from 'vitest'
import { comparable } from '../../domain/names.ts'
import { askedText, askLate, lateRequest } from '../../domain/picks/late-request.ts'
import {
  countingPick,
  enterPick,
  type PickContext,
  type PickEvent,
  pick,
  pickableRound,
  submitPick,
} from '../../domain/picks/pick.ts'
import { type PlayerEvent, player } from '../../domain/players/player.ts'
import { type PresentRound, type RoundEvent, round } from '../../domain/rounds/round.ts'
import { type SeasonEvent, season } from '../../domain/seasons/season.ts'
import {
  active,
  activeWriteIn,
  ann,
  annAdded,
  completed,
  dayAfter,
  dayBefore,
  draft,
  everybodyJoined,
  football,
  joined,
  justAfter,
  justBefore,
  left,
  locked,
  lockedByHand,
  lockedByHandAt,
  lockedWriteIn,
  lockTime,
  longBefore,
  playerDeactivated,
  playerReactivated,
  playerRemoved,
  redsWon,
  roundDeleted,
  roundLocked,
  roundPurged,
  roundRestored,
  roundUnlocked,
  seasonDeactivated,
  seasonDeleted,
  seasonEnded,
  seasonPurged,
  seasonRestored,
} from './family-cup-events.ts'
import { given, refusalOf, stateOf } from './given-when-then.ts'

/** Ann's pick for the football, after these events. */
const context = (
  histories: { round?: RoundEvent[]; season?: SeasonEvent[]; player?: PlayerEvent[] } = {},
) => ({
  round: stateOf(round, ...(histories.round ?? active)),
  season: stateOf(season, ...(histories.season ?? everybodyJoined)),
  player: stateOf(player, ...(histories.player ?? [annAdded])),
  roundId: football,
  playerId: ann,
})
const writeIn = context({ round: activeWriteIn })

const submitted = (picks: string[], submittedAt = longBefore): PickEvent => ({
  type: 'PickSubmitted',
  data: { roundId: football, playerId: ann, picks, submittedAt },
})
const entered = (picks: string[], enteredAt = longBefore): PickEvent => ({
  type: 'PickEntered',
  data: { roundId: football, playerId: ann, picks, enteredAt },
})

const submit = (where: PickContext, picks: string[], receivedAt = longBefore) =>
  given(pick).when(submitPick, where, picks, receivedAt)
const enter = (where: PickContext, picks: string[], at = longBefore) =>
  given(pick).when(enterPick, where, picks, at)

const HAD_RESULT = 'This sport has had a result. It is too late to ask'
const roundPurgedAfterLock = [...locked, roundDeleted, roundPurged]
const LOCKED = 'Picks are locked for this sport'

test('each player has a stream of picks for each round', () => {
  expect(pick.stream(football, ann)).toBe('pick-20-1')
})

describe("a player's pick", () => {
  test('is recorded with the moment the server received it', () => {
    submit(context(), ['Reds']).then(submitted(['Reds'], longBefore))
  })

  test('may change until the lock: the last one counts, and all stay in the history', () => {
    given(pick, submitted(['Reds']))
      .when(submitPick, context(), ['Blues'], dayBefore)
      .then(submitted(['Blues'], dayBefore))
    const versions = stateOf(pick, submitted(['Reds']), submitted(['Blues'], dayBefore))
    expect(countingPick(versions, { locksAt: lockTime })?.picks).toEqual(['Blues'])
    expect(versions).toEqual([
      { picks: ['Reds'], at: longBefore, by: 'player' },
      { picks: ['Blues'], at: dayBefore, by: 'player' },
    ])
  })

  test('repeated as it is adds nothing: a double click, two tabs, a repeated request', () => {
    given(pick, submitted(['Reds']))
      .when(submitPick, context(), ['Reds'], dayBefore)
      .thenNothing()
    given(pick, submitted(['Reds']))
      .when(submitPick, context(), [' Reds ', ''], dayBefore)
      .thenNothing()
    given(pick, entered(['Reds']))
      .when(submitPick, context(), ['Reds'], dayBefore)
      .thenNothing()
  })

  test('changes five hundred times, and then by an admin alone', () => {
    const many = Array.from({ length: 500 }, (_, index) => submitted([index % 2 ? 'Reds' : 'Blues']))
    given(pick, ...many)
      .when(submitPick, context(), ['Greens'], dayBefore)
      .thenRefused(
        'too_many',
        'This pick was changed 500 times and can no longer change. Please ask an admin to enter another one',
      )
    given(pick, ...many)
      .when(enterPick, context(), ['Greens'], dayBefore)
      .then(entered(['Greens'], dayBefore))
    given(pick, ...many)
      .when(submitPick, context(), ['Reds'], dayBefore)
      .thenNothing()
  })

  test('may go back to an earlier one', () => {
    given(pick, submitted(['Reds']), submitted(['Blues']))
      .when(submitPick, context(), ['Reds'], dayBefore)
      .then(submitted(['Reds'], dayBefore))
  })
})

const lateIn = (round: RoundEvent[], results: { position: string } | null = null) => ({
  ...context({ round }),
  ...(results && { firstResultPosition: results.position }),
})
const askedLate = (picks: string[], position?: string) => ({
  type: 'PickAskedLate' as const,
  data: { roundId: football, playerId: ann, picks, askedAt: dayAfter },
  ...(position !== undefined && { position }),
})
const LATE = { picks: ['Reds'], askedAt: dayAfter }

describe('a late request', () => {
  test('is taken once the sport has locked, and never counts', () => {
    given(pick)
      .when(askLate, lateIn(locked), LATE)
      .then(askedLate(['Reds']))
    const asked = stateOf(pick, askedLate(['Reds']))
    expect(countingPick(asked, { locksAt: lockTime })).toBeNull()
    expect(lateRequest(asked, {})).toMatchObject({ asked: ['Reds'], at: dayAfter })
    given(pick, askedLate(['Reds']))
      .when(enterPick, lateIn(locked), ['Reds'], dayAfter)
      .then(entered(['Reds'], dayAfter))
  })

  test.each([
    ['before the lock', [], lateIn(active), 'This sport has not locked yet'],
    ['with a pick', [submitted(['Blues'])], lateIn(locked), 'You have a pick for this sport'],
    ['a second time', [askedLate(['Blues'])], lateIn(locked), 'You have asked already'],
    ['once there is a result', [], lateIn(completed, { position: '5' }), HAD_RESULT],
    ['once there was one', [], lateIn([...completed, roundUnlocked], { position: '5' }), HAD_RESULT],
  ])('is refused %s', (_, events, where, sentence) => {
    given(pick, ...events)
      .when(askLate, where, LATE)
      .thenRefused('wrong_state', sentence)
  })

  test('takes what a pick takes, from those who may pick', () => {
    const ask = (where: PickContext, body: object) => given(pick).when(askLate, where, { ...LATE, ...body })
    ask(lateIn(locked), { picks: [] }).thenRefused('invalid', 'Please select a team/player', 'picks')
    ask(lateIn(locked), { guess: 3 }).thenRefused('invalid', 'This sport has no tie-break question', 'guess')
    ask(lateIn(roundPurgedAfterLock), {}).thenRefused('not_allowed', 'This sport is no longer available')
    ask({ ...lateIn(locked), player: stateOf(player, annAdded, playerDeactivated) }, {}).thenRefused(
      'not_allowed',
      'You are not an active player',
    )
  })

  test('that came into the log behind a result is none', () => {
    const asked = stateOf(pick, askedLate(['Reds'], '7'))
    expect(lateRequest(asked, { firstResultPosition: '5' })).toBeNull()
    expect(lateRequest(asked, { firstResultPosition: '9' })).not.toBeNull()
  })

  test.each([
    ['2027-01-10T18:00:30.000Z', 'less than a minute'],
    ['2027-01-10T18:04:59.999Z', '4 minutes'],
    ['2027-01-10T19:00:00.000Z', '1 hour'],
    ['2027-01-12T17:59:00.000Z', '47 hours'],
    ['2027-01-12T18:00:00.000Z', '2 days'],
  ])('says at %s how late it is', (at, span) => {
    expect(askedText({ at }, { locksAt: '2027-01-10T18:00:00.000Z' })).toBe(
      `asked ${span} after the lock, when picks were public`,
    )
  })
})

/** By the signs that spell a country behind a black flag. */
const tagged = (letters: string) =>
  [...letters].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')

describe('the lock', () => {
  test('lets a pick in one millisecond before, and none from the very instant on', () => {
    submit(context(), ['Reds'], justBefore).then(submitted(['Reds'], justBefore))
    for (const late of [lockTime, justAfter, dayAfter]) {
      submit(context(), ['Reds'], late).thenRefused('not_allowed', LOCKED)
    }
  })

  test('holds whether or not the scheduler has published it', () => {
    submit(context({ round: locked }), ['Reds'], lockTime).thenRefused('not_allowed', LOCKED)
  })

  test('opens no more when it has been published, even if the clock goes back', () => {
    for (const round of [locked, lockedByHand]) {
      for (const receivedAt of [longBefore, justBefore])
        submit(context({ round }), ['Reds'], receivedAt).thenRefused('not_allowed', LOCKED)
    }
  })

  test('follows a lock time that moved', () => {
    const moved: RoundEvent = {
      type: 'RoundRescheduled',
      data: { roundId: football, locksAt: dayBefore, timeZone: 'UTC' },
    }
    const earlier = context({ round: [...active, moved] })
    submit(earlier, ['Reds'], dayBefore).thenRefused('not_allowed', LOCKED)
    submit(earlier, ['Reds'], longBefore).then(submitted(['Reds']))
  })

  test('stays when a completed sport is unlocked', () => {
    const unlocked = context({ round: [...completed, roundUnlocked] })
    submit(unlocked, ['Reds'], dayAfter).thenRefused('not_allowed', LOCKED)
  })

  test('is final once the sport is completed, even for a pick received in time', () => {
    submit(context({ round: completed }), ['Reds'], dayAfter).thenRefused('not_allowed', LOCKED)
    submit(context({ round: completed }), ['Reds'], justBefore).thenRefused('not_allowed', LOCKED)
  })
})

describe('the pick that counts', () => {
  const inTime = submitted(['Reds'], longBefore)
  const racing = submitted(['Blues'], dayBefore)
  const moved = (locksAt: string): RoundEvent => ({
    type: 'RoundRescheduled',
    data: { roundId: football, locksAt, timeZone: 'America/New_York' },
  })

  test('is none where nobody picked', () => {
    expect(countingPick(stateOf(pick), { locksAt: lockTime })).toBeNull()
  })

  test('is the last one received before the lock, to the millisecond', () => {
    const versions = stateOf(pick, inTime, submitted(['Blues'], justBefore), submitted(['Greens'], lockTime))
    expect(countingPick(versions, { locksAt: lockTime })?.picks).toEqual(['Blues'])
  })

  test('falls back to the earlier version when the last one raced a lock by hand', () => {
    const versions = stateOf(pick, inTime, racing)
    expect(countingPick(versions, { locksAt: lockTime })?.picks).toEqual(['Blues'])
    expect(countingPick(versions, { locksAt: dayBefore })?.picks).toEqual(['Reds'])
  })

  test('is none that is in the log after the lock was published, whatever its time says', () => {
    const lock = stateOf(round, ...active, { ...roundLocked, position: '05' }) as PresentRound
    const [before, after] = [
      { ...inTime, position: '04' },
      { ...racing, position: '06' },
    ]
    expect(countingPick(stateOf(pick, before, after), lock)?.picks).toEqual(['Reds'])
    expect(countingPick(stateOf(pick, after), lock)).toBeNull()
    const byAdmin = { ...entered(['Greens'], dayBefore), position: '07' }
    expect(countingPick(stateOf(pick, before, byAdmin), lock)?.picks).toEqual(['Greens'])
  })

  test('is not changed by what is published after the first lock', () => {
    const lock = stateOf(
      round,
      ...[...active, { ...roundLocked, position: '05' }, redsWon, roundUnlocked, redsWon],
      ...[
        { ...roundLocked, position: '09' },
        { ...moved(longBefore), position: '10' },
      ],
    ) as PresentRound
    expect(lock).toMatchObject({ locksAt: lockTime, lockPosition: '05' })
  })

  test('is none when the only one raced a lock', () => {
    expect(countingPick(stateOf(pick, racing), { locksAt: dayBefore })).toBeNull()
  })

  test('is judged by the lock time that was in force when it came into the log', () => {
    const pickAt = (position: string) => stateOf(pick, { ...racing, position })
    const [earlier, byHand] = [moved(longBefore), lockedByHandAt(longBefore)].map(
      (event) => stateOf(round, ...active, { ...event, position: '05' }) as PresentRound,
    ) as [PresentRound, PresentRound]
    for (const lock of [earlier, byHand]) {
      expect(countingPick(pickAt('04'), lock)?.picks).toEqual(['Blues'])
      expect(countingPick(pickAt('06'), lock)).toBeNull()
    }
    const movedAgain = stateOf(
      round,
      ...[...active, { ...moved(longBefore), position: '05' }, { ...moved(dayAfter), position: '07' }],
    ) as PresentRound
    expect(countingPick(pickAt('04'), movedAgain)?.picks).toEqual(['Blues'])
    expect(countingPick(pickAt('08'), movedAgain)?.picks).toEqual(['Blues'])
  })

  test("is an admin's entry, however late", () => {
    const versions = stateOf(pick, inTime, entered(['Greens'], dayAfter))
    expect(countingPick(versions, { locksAt: lockTime })).toEqual({
      picks: ['Greens'],
      at: dayAfter,
      by: 'admin',
    })
  })

  test("is the player's own when that came last", () => {
    const versions = stateOf(pick, entered(['Greens']), submitted(['Reds'], dayBefore))
    expect(countingPick(versions, { locksAt: lockTime })?.by).toBe('player')
  })

  test("is an admin's entry again when the player's own raced a lock by hand", () => {
    const versions = stateOf(pick, entered(['Greens']), racing)
    expect(countingPick(versions, { locksAt: dayBefore })?.picks).toEqual(['Greens'])
  })
})

describe("an admin's entry", () => {
  test('is recorded before the lock and after it', () => {
    enter(context(), ['Reds']).then(entered(['Reds']))
    enter(context(), ['Reds'], dayAfter).then(entered(['Reds'], dayAfter))
    enter(context({ round: locked }), ['Reds'], dayAfter).then(entered(['Reds'], dayAfter))
    enter(context({ round: [...completed, roundUnlocked] }), ['Reds'], dayAfter).then(
      entered(['Reds'], dayAfter),
    )
  })

  test('that is the pick already adds nothing', () => {
    given(pick, submitted(['Reds']))
      .when(enterPick, context(), ['Reds'], dayAfter)
      .thenNothing()
    given(pick, entered(['Reds']))
      .when(enterPick, context(), ['Reds'], dayAfter)
      .thenNothing()
  })

  test('counts where the same pick by the player came too late', () => {
    given(pick, submitted(['Reds'], lockTime))
      .when(enterPick, context({ round: locked }), ['Reds'], dayAfter)
      .then(entered(['Reds'], dayAfter))
  })

  test('is refused before activation and after completion', () => {
    enter(context({ round: draft }), ['Reds']).thenRefused(
      'wrong_state',
      'Activate the sport before entering picks',
    )
    enter(context({ round: completed }), ['Reds']).thenRefused(
      'wrong_state',
      'Completed sports cannot be edited',
    )
  })

  test('is refused for a sport that is missing, deleted or purged', () => {
    for (const history of [[], [...active, roundDeleted], [...active, roundDeleted, roundPurged]]) {
      enter(context({ round: history }), ['Reds']).thenRefused('not_found', 'Sport not found')
    }
  })

  test('is refused for a season that ended, is inactive, deleted or missing', () => {
    const enterIn = (...history: SeasonEvent[]) => enter(context({ season: history }), ['Reds'])
    enterIn(...everybodyJoined, seasonEnded).thenRefused(
      'wrong_state',
      'The season has ended. Reopen it to make changes',
    )
    enterIn(...everybodyJoined, seasonDeactivated).thenRefused('wrong_state', 'The season is not active')
    enterIn(...everybodyJoined, seasonDeleted).thenRefused('not_found', 'Season not found')
    enterIn().thenRefused('not_found', 'Season not found')
  })

  test('is refused for a player who is deactivated, removed or unknown', () => {
    const enterFor = (...history: PlayerEvent[]) => enter(context({ player: history }), ['Reds'])
    enterFor(annAdded, playerDeactivated).thenRefused('wrong_state', 'This player is not active')
    enterFor(annAdded, playerRemoved).thenRefused('not_found', 'Player not found')
    enterFor().thenRefused('not_found', 'Player not found')
  })

  test('is refused for a player who is not in the season', () => {
    enter(context({ season: [...everybodyJoined, left(ann)] }), ['Reds']).thenRefused(
      'not_found',
      'This player is not a participant of the season',
    )
  })

  test('follows the rules of the pick', () => {
    enter(context(), []).thenRefused('invalid', 'Please select a team/player', 'picks')
    enter(context(), ['Hawks']).thenRefused('invalid', 'Hawks is not in the list of teams', 'picks')
    enter(context({ round: lockedWriteIn }), ['x', 'X']).thenRefused(
      'invalid',
      'Each pick must be different',
      'picks',
    )
    enter(context({ round: lockedWriteIn }), [' Norway ', ''], dayAfter).then(entered(['Norway'], dayAfter))
  })
})

describe('a link', () => {
  const opens = (where: PickContext, now = longBefore) => expect(pickableRound(where, now)).toBe(where.round)
  const isClosed = (where: PickContext, message: string) => {
    expect(refusalOf(() => pickableRound(where, longBefore))).toMatchObject({ kind: 'not_allowed', message })
    submit(where, ['Reds']).thenRefused('not_allowed', message)
  }

  test('opens the round until the lock', () => {
    opens(context(), justBefore)
    expect(refusalOf(() => pickableRound(context(), lockTime))).toMatchObject({
      kind: 'not_allowed',
      message: LOCKED,
    })
  })

  test('is closed for a draft', () => {
    isClosed(context({ round: draft }), 'This sport is not open for picks yet')
  })

  test('is closed for a sport that is missing, deleted or purged, and opens again when it is restored', () => {
    for (const history of [[], [...active, roundDeleted], [...active, roundDeleted, roundPurged]]) {
      isClosed(context({ round: history }), 'This sport is no longer available')
    }
    opens(context({ round: [...active, roundDeleted, roundRestored] }))
  })

  test('is closed for a season that is missing, deleted or purged', () => {
    const gone = [...everybodyJoined, seasonDeleted]
    for (const history of [[], gone, [...gone, seasonPurged]]) {
      isClosed(context({ season: history }), 'This season is no longer available')
    }
  })

  test('is closed for a season that is inactive, also when it is back from deletion', () => {
    isClosed(context({ season: [...everybodyJoined, seasonDeactivated] }), 'This season is not active')
    isClosed(
      context({ season: [...everybodyJoined, seasonDeleted, seasonRestored] }),
      'This season is not active',
    )
  })

  test('is closed for a season that has ended', () => {
    isClosed(context({ season: [...everybodyJoined, seasonEnded] }), 'This season has ended')
  })

  test('is closed for a player who is deactivated, removed or unknown, and opens again on reactivation', () => {
    for (const history of [[], [annAdded, playerDeactivated], [annAdded, playerRemoved]]) {
      isClosed(context({ player: history }), 'You are not an active player')
    }
    opens(context({ player: [annAdded, playerDeactivated, playerReactivated] }))
  })

  test('is closed for a removed participant, and opens again for one who was added again', () => {
    isClosed(context({ season: [...everybodyJoined, left(ann)] }), 'You are not a participant of this season')
    opens(context({ season: [...everybodyJoined, left(ann), joined(ann)] }))
  })
})

describe('picking a team', () => {
  test.each([[[]], [['']], [['  ', '\t']]])('needs one: %j is none', (picks) => {
    submit(context(), picks).thenRefused('invalid', 'Please select a team/player', 'picks')
  })

  test('takes one alone', () => {
    submit(context(), ['Reds', 'Blues']).thenRefused('invalid', 'This sport takes one pick', 'picks')
    submit(context(), ['', 'Reds', ' ']).then(submitted(['Reds']))
  })

  test('takes only a team of the list, as it is written there', () => {
    for (const team of ['Hawks', 'reds']) {
      submit(context(), [team]).thenRefused('invalid', `${team} is not in the list of teams`, 'picks')
    }
    submit(context(), [' Greens ']).then(submitted(['Greens']))
  })

  test('follows a list that changed', () => {
    const changed: RoundEvent = { type: 'RoundTeamsChanged', data: { roundId: football, teams: ['Hawks'] } }
    submit(context({ round: [...active, changed] }), ['Hawks']).then(submitted(['Hawks']))
    submit(context({ round: [...active, changed] }), ['Reds']).thenRefused(
      'invalid',
      'Reds is not in the list of teams',
      'picks',
    )
  })
})

describe('writing in', () => {
  test.each([[[]], [['', ' ']]])('needs at least one text: %j is none', (picks) => {
    submit(writeIn, picks).thenRefused('invalid', 'Please enter at least one pick', 'picks')
  })

  test('takes one text up to as many as the sport asks for', () => {
    submit(writeIn, ['Norway']).then(submitted(['Norway']))
    submit(writeIn, ['Norway', 'Kenya', 'Chile']).then(submitted(['Norway', 'Kenya', 'Chile']))
    submit(writeIn, ['Norway', 'Kenya', 'Chile', 'Japan']).thenRefused(
      'invalid',
      'This sport takes at most 3 picks',
      'picks',
    )
  })

  test('for one text says so', () => {
    const one: RoundEvent = {
      type: 'RoundPickTypeChanged',
      data: { roundId: football, pickType: 'multiple', picksMax: 1 },
    }
    submit(context({ round: [...activeWriteIn, one] }), ['Norway', 'Kenya']).thenRefused(
      'invalid',
      'This sport takes one pick',
      'picks',
    )
  })

  test('trims the texts, drops blanks and keeps the order', () => {
    submit(writeIn, ['  Norway ', '', ' ', 'Kenya', '\n']).then(submitted(['Norway', 'Kenya']))
  })

  test('keeps the number of each text where the picks have names, also after an empty one', () => {
    const named: RoundEvent = {
      type: 'RoundPickTypeChanged',
      data: { roundId: football, pickType: 'multiple', picksMax: 3, slotNames: ['', 'Runner-up'] },
    }
    const context3 = context({ round: [...activeWriteIn, named] })
    submit(context3, [' ', 'Kenya ', '']).then(submitted(['', 'Kenya']))
    submit(context3, ['', '', 'Chile']).then(submitted(['', '', 'Chile']))
    given(pick, submitted(['', 'Kenya']))
      .when(submitPick, context3, ['', 'Kenya', ' '], longBefore)
      .thenNothing()
    submit(context3, ['Mbappé', '', ' MBAPPÉ']).then(submitted(['Mbappé', '', 'MBAPPÉ']))
    submit(context3, ['', ' ']).thenRefused('invalid', 'Please enter at least one pick', 'picks')
    submit(context3, ['', '', '', 'Chile']).thenRefused(
      'invalid',
      'This sport takes at most 3 picks',
      'picks',
    )
  })

  test('takes other texts, or the same in another order, as another pick', () => {
    const before = given(pick, submitted(['Norway', 'Kenya']))
    before.when(submitPick, writeIn, ['Kenya', 'Norway'], longBefore).then(submitted(['Kenya', 'Norway']))
    before.when(submitPick, writeIn, ['Norway', 'Chile'], longBefore).then(submitted(['Norway', 'Chile']))
    before.when(submitPick, writeIn, ['Norway'], longBefore).then(submitted(['Norway']))
    before.when(submitPick, writeIn, ['Norway', 'Kenya'], longBefore).thenNothing()
  })

  test('counts a hundred characters, not their bytes: emoji are one each', () => {
    for (const longest of ['x'.repeat(100), '🏈'.repeat(100), ` ${'x'.repeat(100)} `]) {
      submit(writeIn, [longest]).then(submitted([longest.trim()]))
    }
    for (const tooLong of ['x'.repeat(101), '🏈'.repeat(101)]) {
      submit(writeIn, [tooLong]).thenRefused('invalid', 'A pick must be 1 to 100 characters', 'picks')
      submit(writeIn, ['x', tooLong]).thenRefused('invalid', 'A pick must be 1 to 100 characters', 'picks')
    }
  })

  test.each([
    ['nothing', 'Norway', 'Norway'],
    ['case', 'Norway', 'NORWAY'],
    ['outer spaces', 'Norway', ' Norway\t'],
    ['Unicode form', 'S\u00e3o Paulo', 'Sa\u0303o Paulo'],
    ['width', 'Norway', '\uff2e\uff4f\uff52\uff57\uff41\uff59'],
    ['spaces inside', 'Red Sox', 'Red \u00a0\t Sox'],
    ['what nobody sees', 'Norway', 'Nor\u200bway\u00ad\u202c\ufe0f\u2800\ufeff'],
    ['signs that join nothing', 'Norway', 'No\u200dr\ufeffw\u2060a\u200cy\u{e0067}\u{e007f}'],
    ['case, spaces and form together', '\u00c9ric', ' e\u0301RIC '],
  ])('takes no text twice, differing in %s', (_, one, other) => {
    submit(writeIn, [one, other]).thenRefused('invalid', 'Each pick must be different', 'picks')
    expect(comparable(one)).toBe(comparable(other))
  })

  test('keeps texts apart that differ in an accent or a space inside', () => {
    submit(writeIn, ['Eric', '\u00c9ric', 'E ric']).then(submitted(['Eric', '\u00c9ric', 'E ric']))
  })

  test('keeps apart flags of countries, emoji that are joined, and Persian words with a joint', () => {
    const apart = [
      ...['eng', 'sct', 'wls'].map((country) => `\u{1f3f4}${tagged(`gb${country}`)}\u{e007f}`),
      ...[
        '\u{1f3f4}',
        '\u{1f3f4}\u200d\u2620\ufe0f',
        '\u{1f3f4}\u2620',
        '\u0645\u06cc\u200c\u062e',
        '\u0645\u06cc\u062e',
      ],
    ]
    expect(new Set(apart.map(comparable)).size).toBe(apart.length)
  })

  test('falls back as a team does when it raced a lock', () => {
    const lockedNow = stateOf(round, ...activeWriteIn, {
      ...lockedByHandAt(dayBefore),
      position: '05',
    })
    const made = [submitted(['Norway'], longBefore), submitted(['Kenya'], longBefore)]
    const placed = made.map((event, index) => Object.assign(event, { position: `0${index + 4 + index}` }))
    given(pick, ...placed)
      .when(enterPick, { ...writeIn, round: lockedNow }, ['Norway'], dayAfter)
      .thenNothing()
  })
})
