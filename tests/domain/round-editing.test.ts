import { describe, expect, test } from 'vitest'
import { type RoundDetails, type RoundEvent, round } from '../../domain/rounds/round.ts'
import { addTeams, editRound, removeTeams } from '../../domain/rounds/round-editing.ts'
import {
  active,
  activeWriteIn,
  completed,
  dayAfter,
  dayBefore,
  draft,
  football,
  footballDetails,
  justBefore,
  locked,
  lockedByHand,
  lockTime,
  longBefore,
  oscarsDetails,
  roundLocked,
  roundRenamed,
  roundUnlocked,
} from './family-cup-events.ts'
import { deleted, ENDED, ended, inactive, open, presentState } from './family-cup-states.ts'
import { given, stateOf } from './given-when-then.ts'

describe('editing a sport', () => {
  const at = { now: longBefore, pickedTeams: [] }
  const edit = (history: RoundEvent[], change: Partial<RoundDetails>, now = longBefore) =>
    given(round, ...history).when(editRound, open, { ...footballDetails, ...change }, { ...at, now })

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
    edit(history, { sportName: 'Final', emailMessage: 'Go!' }).then(roundRenamed('Final'), {
      type: 'RoundEmailMessageChanged',
      data: { roundId: football, emailMessage: 'Go!' },
    })
  })

  test('records everything that changed in a draft, and the state follows', () => {
    const next = { ...oscarsDetails, sportName: 'Final', locksAt: dayAfter, emailMessage: 'Go!' }
    const before = stateOf(round, ...draft)
    const events = editRound(before, open, next, at)
    expect(events.map(({ type }) => type)).toEqual([
      'RoundRenamed',
      'RoundRescheduled',
      'RoundEmailMessageChanged',
      'RoundPickTypeChanged',
      'RoundTeamsChanged',
    ])
    expect(events.reduce(round.evolve, before)).toMatchObject(next)
  })

  test('a completed sport takes no edits until it is unlocked', () => {
    const REFUSAL = 'A completed sport cannot be edited. Unlock it first'
    edit(completed, { sportName: 'Final' }).thenRefused('wrong_state', REFUSAL)
    edit(completed, {}).thenRefused('wrong_state', REFUSAL)
    edit([...completed, roundUnlocked], { sportName: 'Final' }).then(roundRenamed('Final'))
  })

  test('a sport of an inactive season may be edited, one of an ended or deleted season may not', () => {
    const renamed = { ...footballDetails, sportName: 'Final' }
    const sport = given(round, ...draft)
    sport.when(editRound, inactive, renamed, at).then(roundRenamed('Final'))
    sport.when(editRound, ended, renamed, at).thenRefused('wrong_state', ENDED)
    sport.when(editRound, deleted, renamed, at).thenRefused('not_found', 'Season not found')
  })

  describe('the lock time', () => {
    const moved = (locksAt: string, timeZone = footballDetails.timeZone): RoundEvent => ({
      type: 'RoundRescheduled',
      data: { roundId: football, locksAt, timeZone },
    })

    test('moves back and forth while the sport is active', () => {
      edit(active, { locksAt: dayAfter }).then(moved(dayAfter))
      edit(active, { locksAt: dayBefore }).then(moved(dayBefore))
      expect(presentState(...active, moved(dayBefore))).toMatchObject({
        status: 'active',
        locksAt: dayBefore,
      })
    })

    test('that comes later takes a reason once somebody has picked', () => {
      const sport = given(round, ...active)
      const move = (locksAt: string, more: object) =>
        sport.when(editRound, open, { ...footballDetails, locksAt }, { ...at, reason: null, ...more })
      const sentence = 'Somebody has picked, so say why the sport locks later: everybody can read the reason'
      move(dayAfter, { hasPicked: true }).thenRefused('invalid', sentence, 'reason')
      move(dayAfter, { hasPicked: true, reason: 'Rain' }).then(moved(dayAfter))
      move(dayAfter, { hasPicked: false }).then(moved(dayAfter))
      move(dayBefore, { hasPicked: true }).then(moved(dayBefore))
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
    const CANNOT = 'Once a sport is active, only more write-in picks can be allowed'

    test('changes only in a draft', () => {
      edit(draft, { pickType: 'multiple', picksMax: 3 }).then({
        type: 'RoundPickTypeChanged',
        data: { roundId: football, pickType: 'multiple', picksMax: 3 },
      })
      for (const history of [active, locked]) {
        edit(history, { pickType: 'multiple' }).thenRefused('wrong_state', CANNOT, 'pickType')
      }
    })

    test('allows more texts while the sport is active, never fewer, and none after the lock', () => {
      const { pickType, picksMax } = oscarsDetails
      const allow = (count: number, history = activeWriteIn) =>
        given(round, ...history).when(editRound, open, { ...oscarsDetails, picksMax: count }, at)
      allow(picksMax + 1).then({
        type: 'RoundPickTypeChanged',
        data: { roundId: football, pickType, picksMax: picksMax + 1 },
      })
      allow(picksMax - 1).thenRefused('wrong_state', CANNOT, 'pickType')
      allow(picksMax + 1, [...activeWriteIn, roundLocked]).thenRefused('wrong_state', CANNOT, 'pickType')
    })
  })

  describe('the teams', () => {
    const editPicked = (teams: string[], pickedTeams: string[], history = active) =>
      given(round, ...history).when(
        editRound,
        open,
        { ...footballDetails, teams },
        { now: longBefore, pickedTeams },
      )
    const teamsAre = (...teams: string[]): RoundEvent => ({
      type: 'RoundTeamsChanged',
      data: { roundId: football, teams },
    })

    test('may be added, dropped and put in another order', () => {
      edit(active, { teams: ['Reds', 'Blues', 'Greens', 'Hawks'] }).then(
        teamsAre('Reds', 'Blues', 'Greens', 'Hawks'),
      )
      edit(active, { teams: ['Reds'] }).then(teamsAre('Reds'))
      edit(draft, { teams: ['Greens', 'Blues', 'Reds'] }).then(teamsAre('Greens', 'Blues', 'Reds'))
    })

    test('cannot be listed twice', () => {
      for (const twin of ['Red Sox', 'Red  Sox', 'Red\u00a0Sox', 'red s\u200box']) {
        edit(draft, { teams: ['Red Sox', twin] }).thenRefused(
          'invalid',
          `The team ${twin} is listed twice`,
          'teams',
        )
      }
    })

    test('that somebody picked cannot vanish', () => {
      editPicked(['Blues', 'Greens'], ['Reds']).thenRefused(
        'wrong_state',
        'These teams have been picked and must stay: Reds',
        'teams',
      )
    })

    test('that would vanish are named, each once', () => {
      editPicked([], ['Reds', 'Blues', 'Reds']).thenRefused(
        'wrong_state',
        'These teams have been picked and must stay: Reds, Blues',
        'teams',
      )
    })

    test('that nobody picked may go', () => {
      editPicked(['Reds'], ['Reds', 'Reds']).then(teamsAre('Reds'))
    })

    test('change until the sport is completed, locked or not', () => {
      const addOne = (history: RoundEvent[], now: string) =>
        edit(history, { teams: ['Reds', 'Nobody’s'] }, now).then(teamsAre('Reds', 'Nobody’s'))
      addOne(active, justBefore)
      addOne(active, lockTime)
      addOne(locked, dayAfter)
      addOne([...completed, roundUnlocked], dayAfter)
    })

    test('that somebody picked cannot vanish after the lock either', () => {
      given(round, ...locked)
        .when(editRound, open, { ...footballDetails, teams: [] }, { now: dayAfter, pickedTeams: ['Reds'] })
        .thenRefused('wrong_state', 'These teams have been picked and must stay: Reds', 'teams')
    })

    test('can be removed and added again with other capitals for one that was picked', () => {
      const picked = { now: longBefore, pickedTeams: ['Reds'] }
      given(round, ...active)
        .when(removeTeams, open, picked)
        .then(teamsAre('Reds'))
      given(round, ...active, teamsAre('Reds'))
        .when(addTeams, open, ['REDS', 'Blues'], longBefore)
        .then(teamsAre('Reds', 'Blues'))
    })
  })
})
