import { describe, expect, test } from 'vitest'
import {
  lockInstant,
  type PresentRound,
  presentRound,
  type RoundDetails,
  type RoundEvent,
  type RoundResult,
  round,
  statusAt,
} from '#domain/round'
import {
  activateRound,
  completeRound,
  createRound,
  deleteRound,
  editRound,
  lockRoundByHand,
  lockRoundOnTime,
  purgeRound,
  restoreRound,
  unlockRound,
} from '#domain/round-decisions'
import { season } from '#domain/season'
import { given, stateOf } from './given-when-then.ts'
import {
  active,
  activeWriteIn,
  ana,
  ben,
  cleo,
  completed,
  dayAfter,
  dayBefore,
  derby,
  derbyDetails,
  draft,
  everybodyJoined,
  justBefore,
  left,
  lionsWon,
  locked,
  lockedByHand,
  lockedWriteIn,
  lockTime,
  longBefore,
  roundDeleted,
  roundLocked,
  roundPurged,
  roundRestored,
  roundUnlocked,
  seasonDeactivated,
  seasonDeleted,
  seasonEnded,
  springCup,
  stranger,
  writeInDetails,
} from './spring-cup.ts'

const open = stateOf(season, ...everybodyJoined)
const inactive = stateOf(season, ...everybodyJoined, seasonDeactivated)
const ended = stateOf(season, ...everybodyJoined, seasonEnded)
const deleted = stateOf(season, ...everybodyJoined, seasonDeleted)
const ENDED = 'The season has ended. Reopen it to make changes'

const everybody = [
  { playerId: ana, email: 'ana@example.com' },
  { playerId: ben, email: 'ben@example.com' },
  { playerId: cleo, email: null },
]
const champion = (first: string): RoundResult => ({ places: { first }, placements: [] })
const bearsWon: RoundEvent = { type: 'RoundCompleted', data: champion('Bears') }
const nobody: ReadonlySet<number> = new Set()

const presentState = (...history: RoundEvent[]): PresentRound => presentRound(stateOf(round, ...history))

test('each round has a stream', () => {
  expect(round.stream(derby)).toBe('round-20')
})

describe('creating a sport', () => {
  const form = { roundId: derby, seasonId: springCup, ...derbyDetails }

  test('drafts it', () => {
    given(round).when(createRound, open, form).then({ type: 'RoundCreated', data: form })
    expect(stateOf(round, ...draft)).toEqual({ ...form, status: 'draft', deletedAt: null })
  })

  test('takes a draft without teams yet', () => {
    given(round)
      .when(createRound, open, { ...form, teams: [] })
      .then({ type: 'RoundCreated', data: { ...form, teams: [] } })
  })

  test('refuses a team that is listed twice', () => {
    given(round)
      .when(createRound, open, { ...form, teams: ['Lions', 'Bears', 'Lions'] })
      .thenRefused('invalid', 'The team Lions is listed twice', 'teams')
  })

  test('needs a season that is active and has not ended', () => {
    given(round).when(createRound, inactive, form).thenRefused('wrong_state', 'The season is not active')
    given(round).when(createRound, ended, form).thenRefused('wrong_state', ENDED)
    given(round).when(createRound, deleted, form).thenRefused('not_found', 'Season not found')
    given(round).when(createRound, stateOf(season), form).thenRefused('not_found', 'Season not found')
  })

  test.each([
    ['a draft', draft],
    ['completed', completed],
    ['deleted', [...draft, roundDeleted]],
    ['purged', [...draft, roundDeleted, roundPurged]],
  ])('does nothing when it is already there, %s', (_, history) => {
    given(round, ...history)
      .when(createRound, open, form)
      .thenNothing()
  })
})

describe('editing a sport', () => {
  const at = { now: longBefore, pickedTeams: [] }
  const edit = (history: RoundEvent[], change: Partial<RoundDetails>, now = longBefore) =>
    given(round, ...history).when(editRound, open, { ...derbyDetails, ...change }, { ...at, now })

  test.each([
    ['draft', draft],
    ['active', active],
    ['locked', locked],
  ])('saving a sport that is %s without a change records nothing', (_, history) => {
    edit(history, {}).thenNothing()
  })

  test.each([
    ['draft', draft],
    ['active', active],
    ['locked', locked],
  ])('the name and the message of a sport that is %s may change', (_, history) => {
    edit(history, { sportName: 'Final', emailMessage: 'Go!' }).then(
      { type: 'RoundRenamed', data: { sportName: 'Final' } },
      { type: 'RoundEmailMessageChanged', data: { emailMessage: 'Go!' } },
    )
  })

  test('records everything that changed in a draft, and the state follows', () => {
    const next = { ...writeInDetails, sportName: 'Final', locksAt: dayAfter, emailMessage: 'Go!' }
    const before = stateOf(round, ...draft)
    const events = editRound(before, open, next, at)
    expect(events.map(({ type }) => type)).toEqual([
      'RoundRenamed',
      'RoundRescheduled',
      'RoundEmailMessageChanged',
      'RoundPickTypeChanged',
      'RoundTeamsChanged',
    ])
    expect(events.reduce(round.evolve, before)).toEqual({ ...before, ...next })
  })

  test('a completed sport takes no edits until it is unlocked', () => {
    const REFUSAL = 'A completed sport cannot be edited. Unlock it first'
    edit(completed, { sportName: 'Final' }).thenRefused('wrong_state', REFUSAL)
    edit(completed, {}).thenRefused('wrong_state', REFUSAL)
    edit([...completed, roundUnlocked], { sportName: 'Final' }).then({
      type: 'RoundRenamed',
      data: { sportName: 'Final' },
    })
  })

  test('a sport of an inactive season may be edited, one of an ended or deleted season may not', () => {
    const renamed = { ...derbyDetails, sportName: 'Final' }
    const sport = given(round, ...draft)
    sport.when(editRound, inactive, renamed, at).then({ type: 'RoundRenamed', data: { sportName: 'Final' } })
    sport.when(editRound, ended, renamed, at).thenRefused('wrong_state', ENDED)
    sport.when(editRound, deleted, renamed, at).thenRefused('not_found', 'Season not found')
  })

  describe('the lock time', () => {
    const moved = (locksAt: string, timeZone = derbyDetails.timeZone): RoundEvent => ({
      type: 'RoundRescheduled',
      data: { locksAt, timeZone },
    })

    test('moves back and forth while the sport is active', () => {
      edit(active, { locksAt: dayAfter }).then(moved(dayAfter))
      edit(active, { locksAt: dayBefore }).then(moved(dayBefore))
      expect(presentState(...active, moved(dayBefore))).toMatchObject({
        status: 'active',
        locksAt: dayBefore,
      })
    })

    test('of an active sport must stay in the future, to the millisecond', () => {
      edit(active, { locksAt: justBefore }, dayBefore).then(moved(justBefore))
      for (const locksAt of [dayBefore, longBefore]) {
        edit(active, { locksAt }, dayBefore).thenRefused(
          'invalid',
          'The lock time must be in the future. Use Lock Now to lock at once',
          'lockTime',
        )
      }
    })

    test('of a draft may lie in the past', () => {
      edit(draft, { locksAt: longBefore }, dayAfter).then(moved(longBefore))
    })

    test.each([
      ['locked on time', locked, dayAfter],
      ['locked by hand', lockedByHand, dayBefore],
      ['overdue at this very millisecond', active, lockTime],
      ['unlocked after its completion', [...completed, roundUnlocked], dayAfter],
    ])('stands for a sport that is %s', (_, history, now) => {
      edit(history, { locksAt: '2027-04-01T18:00:00.000Z' }, now).thenRefused(
        'wrong_state',
        'The sport has locked: its lock time can no longer change',
        'lockTime',
      )
    })

    test('can still move one millisecond before it comes', () => {
      edit(active, { locksAt: dayAfter }, justBefore).then(moved(dayAfter))
    })

    test('may be shown in another zone at any time before completion', () => {
      for (const history of [draft, active, locked]) {
        edit(history, { timeZone: 'UTC' }, dayAfter).then(moved(lockTime, 'UTC'))
      }
    })
  })

  describe('the kind of pick', () => {
    const CANNOT = 'The kind of pick can only change before activation'

    test('changes only in a draft', () => {
      edit(draft, { pickType: 'multiple', picksMax: 3 }).then({
        type: 'RoundPickTypeChanged',
        data: { pickType: 'multiple', picksMax: 3 },
      })
      for (const history of [active, locked]) {
        edit(history, { pickType: 'multiple' }).thenRefused('wrong_state', CANNOT, 'pickType')
      }
    })

    test('includes how many texts may be written in', () => {
      given(round, ...activeWriteIn)
        .when(editRound, open, { ...writeInDetails, picksMax: 4 }, at)
        .thenRefused('wrong_state', CANNOT, 'pickType')
    })
  })

  describe('the teams', () => {
    const editPicked = (teams: string[], pickedTeams: string[], history = active) =>
      given(round, ...history).when(
        editRound,
        open,
        { ...derbyDetails, teams },
        { now: longBefore, pickedTeams },
      )
    const teamsAre = (...teams: string[]): RoundEvent => ({ type: 'RoundTeamsChanged', data: { teams } })

    test('may be added, dropped and put in another order', () => {
      edit(active, { teams: ['Lions', 'Bears', 'Wolves', 'Hawks'] }).then(
        teamsAre('Lions', 'Bears', 'Wolves', 'Hawks'),
      )
      edit(active, { teams: ['Lions'] }).then(teamsAre('Lions'))
      edit(draft, { teams: ['Wolves', 'Bears', 'Lions'] }).then(teamsAre('Wolves', 'Bears', 'Lions'))
    })

    test('cannot be listed twice', () => {
      edit(draft, { teams: ['Lions', 'Lions'] }).thenRefused(
        'invalid',
        'The team Lions is listed twice',
        'teams',
      )
    })

    test('that somebody picked cannot vanish', () => {
      editPicked(['Bears', 'Wolves'], ['Lions']).thenRefused(
        'wrong_state',
        'These teams have been picked and must stay: Lions',
        'teams',
      )
    })

    test('that would vanish are named, each once', () => {
      editPicked([], ['Lions', 'Bears', 'Lions']).thenRefused(
        'wrong_state',
        'These teams have been picked and must stay: Lions, Bears',
        'teams',
      )
    })

    test('that nobody picked may go', () => {
      editPicked(['Lions'], ['Lions', 'Lions']).then(teamsAre('Lions'))
    })

    test('stand once the sport has locked, published or not', () => {
      const REFUSAL = 'The sport has locked: its teams can no longer change'
      edit(locked, { teams: ['Lions'] }).thenRefused('wrong_state', REFUSAL, 'teams')
      edit(active, { teams: ['Lions'] }, lockTime).thenRefused('wrong_state', REFUSAL, 'teams')
      edit(active, { teams: ['Lions'] }, justBefore).then(teamsAre('Lions'))
    })
  })
})

describe('activating a sport', () => {
  const activate = (history: RoundEvent[], now = longBefore, participants = everybody, scene = open) =>
    given(round, ...history).when(activateRound, scene, participants, now)

  test('opens it, and names who gets a link by mail', () => {
    activate(draft).then({ type: 'RoundActivated', data: { recipients: [ana, ben] } })
    expect(presentState(...active)).toMatchObject({ status: 'active' })
  })

  test('works when nobody has an address: an admin enters the picks', () => {
    activate(draft, longBefore, [{ playerId: cleo, email: null }]).then({
      type: 'RoundActivated',
      data: { recipients: [] },
    })
  })

  test('needs an active participant', () => {
    activate(draft, longBefore, []).thenRefused(
      'wrong_state',
      'Add at least one active participant to the season first',
    )
  })

  test('needs a lock time in the future, to the millisecond', () => {
    activate(draft, justBefore).then({ type: 'RoundActivated', data: { recipients: [ana, ben] } })
    for (const now of [lockTime, dayAfter]) {
      activate(draft, now).thenRefused(
        'wrong_state',
        'The lock time has passed. Choose one in the future first',
      )
    }
  })

  test('needs a team for a single pick, and none for write-ins', () => {
    const without = (details: RoundDetails): RoundEvent => ({
      type: 'RoundCreated',
      data: { roundId: derby, seasonId: springCup, ...details, teams: [] },
    })
    activate([without(derbyDetails)]).thenRefused('wrong_state', 'Add at least one team first')
    activate([without(writeInDetails)]).then({ type: 'RoundActivated', data: { recipients: [ana, ben] } })
  })

  test('happens once', () => {
    activate(active).thenRefused('wrong_state', 'An active sport cannot be activated')
    activate(locked).thenRefused('wrong_state', 'A locked sport cannot be activated')
    activate(completed).thenRefused('wrong_state', 'A completed sport cannot be activated')
  })

  test('needs a season that is active and has not ended', () => {
    activate(draft, longBefore, everybody, inactive).thenRefused('wrong_state', 'The season is not active')
    activate(draft, longBefore, everybody, ended).thenRefused('wrong_state', ENDED)
    activate(draft, longBefore, everybody, deleted).thenRefused('not_found', 'Season not found')
  })
})

describe('locking a sport by hand', () => {
  test('works at once, before the lock time', () => {
    given(round, ...active)
      .when(lockRoundByHand, dayBefore)
      .then(roundLocked(dayBefore))
    given(round, ...active)
      .when(lockRoundByHand, justBefore)
      .then(roundLocked(justBefore))
    expect(presentState(...lockedByHand)).toMatchObject({ status: 'locked', lockedAt: dayBefore })
  })

  test('is refused when it has locked already, published or not', () => {
    const LOCKED = 'The sport is locked already'
    given(round, ...locked)
      .when(lockRoundByHand, dayAfter)
      .thenRefused('wrong_state', LOCKED)
    given(round, ...lockedByHand)
      .when(lockRoundByHand, dayBefore)
      .thenRefused('wrong_state', LOCKED)
    given(round, ...active)
      .when(lockRoundByHand, lockTime)
      .thenRefused('wrong_state', LOCKED)
  })

  test('is for active sports alone', () => {
    given(round, ...draft)
      .when(lockRoundByHand, dayBefore)
      .thenRefused('wrong_state', 'A draft sport cannot be locked')
    given(round, ...completed)
      .when(lockRoundByHand, dayAfter)
      .thenRefused('wrong_state', 'A completed sport cannot be locked')
  })
})

describe('locking a sport on time', () => {
  test('publishes the lock time, however late the scheduler is', () => {
    for (const now of [lockTime, dayAfter]) {
      given(round, ...active)
        .when(lockRoundOnTime, now)
        .then(roundLocked(lockTime))
    }
  })

  test('has nothing to do one millisecond before', () => {
    given(round, ...active)
      .when(lockRoundOnTime, justBefore)
      .thenNothing()
  })

  test.each([
    ['missing', []],
    ['a draft', draft],
    ['locked by another scheduler', locked],
    ['locked by hand', lockedByHand],
    ['completed', completed],
    ['deleted', [...active, roundDeleted]],
    ['purged', [...active, roundDeleted, roundPurged]],
  ])('has nothing to do when the sport is %s', (_, history) => {
    given(round, ...history)
      .when(lockRoundOnTime, dayAfter)
      .thenNothing()
  })

  test('follows a lock time that moved', () => {
    const moved: RoundEvent = {
      type: 'RoundRescheduled',
      data: { locksAt: dayAfter, timeZone: 'America/New_York' },
    }
    given(round, ...active, moved)
      .when(lockRoundOnTime, lockTime)
      .thenNothing()
    given(round, ...active, moved)
      .when(lockRoundOnTime, dayAfter)
      .then(roundLocked(dayAfter))
  })

  test('catches up with a sport that was deleted over its lock time and restored', () => {
    given(round, ...active, roundDeleted, roundRestored)
      .when(lockRoundOnTime, dayAfter)
      .then(roundLocked(lockTime))
  })
})

describe('the lock', () => {
  test('is a rule about time: a sport is locked from its lock time on', () => {
    const sport = presentState(...active)
    expect(statusAt(sport, justBefore)).toBe('active')
    expect(statusAt(sport, lockTime)).toBe('locked')
    expect(statusAt(sport, dayAfter)).toBe('locked')
  })

  test('changes no other status by time', () => {
    expect(statusAt(presentState(...draft), dayAfter)).toBe('draft')
    expect(statusAt(presentState(...lockedByHand), dayBefore)).toBe('locked')
    expect(statusAt(presentState(...completed), dayAfter)).toBe('completed')
  })

  test('falls at the lock time, or earlier by hand', () => {
    expect(lockInstant(presentState(...active))).toBe(lockTime)
    expect(lockInstant(presentState(...locked))).toBe(lockTime)
    expect(lockInstant(presentState(...lockedByHand))).toBe(dayBefore)
    expect(lockInstant(presentState(...lockedByHand, lionsWon))).toBe(dayBefore)
    expect(lockInstant(presentState(...lockedByHand, lionsWon, roundUnlocked))).toBe(dayBefore)
  })

  test('never falls after the lock time, even when it is published late', () => {
    expect(lockInstant({ locksAt: lockTime, lockedAt: dayAfter })).toBe(lockTime)
    expect(lockInstant({ locksAt: lockTime, lockedAt: null })).toBe(lockTime)
  })
})

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

describe('deleting a sport', () => {
  test.each([
    ['a draft', draft],
    ['active', active],
    ['locked', locked],
    ['unlocked after its completion', [...completed, roundUnlocked]],
  ])('works when it is %s, and restoring brings back exactly what was there', (_, history) => {
    given(round, ...history)
      .when(deleteRound, open, dayBefore)
      .then(roundDeleted)
    given(round, ...history, roundDeleted)
      .when(restoreRound, open)
      .then(roundRestored)
    expect(stateOf(round, ...history, roundDeleted, roundRestored)).toEqual(stateOf(round, ...history))
  })

  test('is refused once it is completed', () => {
    given(round, ...completed)
      .when(deleteRound, open, dayAfter)
      .thenRefused('wrong_state', 'A completed sport cannot be deleted')
  })

  test('and restoring are refused in an ended or deleted season', () => {
    const present = given(round, ...draft)
    const gone = given(round, ...draft, roundDeleted)
    present.when(deleteRound, ended, dayAfter).thenRefused('wrong_state', ENDED)
    present.when(deleteRound, deleted, dayAfter).thenRefused('not_found', 'Season not found')
    gone.when(restoreRound, ended).thenRefused('wrong_state', ENDED)
    gone.when(restoreRound, deleted).thenRefused('not_found', 'Season not found')
  })

  test('can be made permanent, and nothing stays in the state', () => {
    given(round, ...active, roundDeleted)
      .when(purgeRound)
      .then(roundPurged)
    expect(stateOf(round, ...active, roundDeleted, roundPurged)).toEqual({ status: 'purged' })
  })

  test('comes before restoring it or deleting it permanently', () => {
    for (const history of [draft, active, locked, completed, [...active, roundDeleted, roundRestored]]) {
      const present = given(round, ...history)
      present.when(restoreRound, open).thenRefused('wrong_state', 'The sport is not deleted')
      present.when(purgeRound).thenRefused('wrong_state', 'The sport is not deleted')
    }
  })
})

describe.each([
  ['never existed', []],
  ['is deleted', [...active, roundDeleted]],
  ['is purged', [...active, roundDeleted, roundPurged]],
])('a sport that %s', (_, history) => {
  test('is not found', () => {
    const NOT_FOUND = 'Sport not found'
    const gone = given(round, ...history)
    const edit = { now: longBefore, pickedTeams: [] }
    const completion = { now: dayAfter, picked: nobody }
    gone.when(editRound, open, derbyDetails, edit).thenRefused('not_found', NOT_FOUND)
    gone.when(activateRound, open, everybody, longBefore).thenRefused('not_found', NOT_FOUND)
    gone.when(lockRoundByHand, longBefore).thenRefused('not_found', NOT_FOUND)
    gone.when(completeRound, open, champion('Lions'), completion).thenRefused('not_found', NOT_FOUND)
    gone.when(unlockRound, open).thenRefused('not_found', NOT_FOUND)
    gone.when(deleteRound, open, dayAfter).thenRefused('not_found', NOT_FOUND)
  })
})

test.each([
  ['never existed', []],
  ['is purged', [...active, roundDeleted, roundPurged]],
])('a sport that %s can be neither restored nor purged, and no event brings it back', (_, history) => {
  given(round, ...history)
    .when(restoreRound, open)
    .thenRefused('not_found', 'Sport not found')
  given(round, ...history)
    .when(purgeRound)
    .thenRefused('not_found', 'Sport not found')
  expect(stateOf(round, ...history, roundRestored)).toEqual(stateOf(round, ...history))
})
