import { describe, expect, test } from 'vitest'
import { countingPick, countingVersion, type Pick } from '../../domain/picks/pick.ts'
import { type RoundEvent, round } from '../../domain/rounds/round.ts'
import { completeRound } from '../../domain/rounds/round-decisions.ts'
import { addTeams, editRound, teamsGone } from '../../domain/rounds/round-editing.ts'
import { undoRound } from '../../domain/rounds/round-events.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { RENAMES_MAX, renameTeam } from '../../domain/rounds/team-names.ts'
import {
  active,
  activeWriteIn,
  champion,
  completed,
  dayAfter,
  draft,
  football,
  footballDetails,
  justAfter,
  locked,
  longBefore,
  redsWon,
  roundDeleted,
  roundUnlocked,
} from './family-cup-events.ts'
import { ENDED, ended, open, presentState } from './family-cup-states.ts'
import { given, refusalOf, stateOf } from './given-when-then.ts'

const renamed = (from: string, to: string): RoundEvent => ({
  type: 'RoundTeamRenamed',
  data: { roundId: football, from, to },
})
const rename = (history: RoundEvent[], from: string, to: string) =>
  given(round, ...history).when(renameTeam, open, { from, to }, null)
const why = { now: justAfter, reason: 'The club has a new name' }
const twice = [...active, renamed('Reds', 'Crimsons'), renamed('Crimsons', 'Rubies')]
const pickOf = (team: string): Pick => [{ picks: [team], at: longBefore, by: 'player' }]

describe('renaming a team', () => {
  test.each([
    ['a draft', draft],
    ['an open sport', active],
  ])('in %s gives it another name in the list', (_, history) => {
    rename(history, 'Reds', 'Crimsons').then(renamed('Reds', 'Crimsons'))
    expect(presentState(...history, renamed('Reds', 'Crimsons')).teams).toEqual([
      'Crimsons',
      'Blues',
      'Greens',
    ])
  })

  test('changes capitals alone, too, and back', () => {
    rename(active, 'Reds', 'REDS').then(renamed('Reds', 'REDS'))
    rename([...active, renamed('Reds', 'REDS')], 'REDS', 'Reds').then(renamed('REDS', 'Reds'))
  })

  test('to what it is called already changes nothing', () => {
    rename(active, 'Reds', 'Reds').thenNothing()
    rename([...active, renamed('Reds', 'Crimsons')], 'Reds', 'Crimsons').thenNothing()
    rename([...active, renamed('Reds', 'Crimsons')], 'Crimsons', 'Crimsons').thenNothing()
  })

  test('takes a former name for the one of now', () => {
    rename([...active, renamed('Reds', 'Crimsons')], 'Reds', 'Rubies').then(renamed('Crimsons', 'Rubies'))
  })

  test('needs a team of the list, and a name that no other has', () => {
    rename(active, 'Hawks', 'Owls').thenRefused('invalid', 'Hawks is not in the list of teams', 'from')
    rename(active, 'Reds', 'blues ').thenRefused('invalid', 'Blues is in the list of teams already', 'to')
    rename(activeWriteIn, 'Reds', 'Owls').thenRefused('invalid', 'Reds is not in the list of teams', 'from')
  })

  test('does not bring back a name that was given up, but in a draft, where nobody has picked', () => {
    const sentence = 'Reds is called Rubies now. Its former name cannot come back in this sport'
    rename(twice, 'Rubies', 'Reds').thenRefused('invalid', sentence, 'to')
    rename(twice, 'Blues', 'reds').thenRefused(
      'invalid',
      'reds is called Rubies now. Its former name cannot come back in this sport',
      'to',
    )
    rename([...draft, renamed('Reds', 'Rubies')], 'Rubies', 'Reds').then(renamed('Rubies', 'Reds'))
  })

  test('does not give a team the name of one that was taken off the list, which may come back itself', () => {
    const listed = (...teams: string[]): RoundEvent => ({
      type: 'RoundTeamsChanged',
      data: { roundId: football, teams },
    })
    const without = [...active, listed('Reds', 'Greens')]
    const sentence = 'Blues has been a team of this sport, so no other team can have its name'
    for (const history of [without, [...without, listed('Greens', 'Golds', 'Reds')]]) {
      rename(history, 'Reds', ' blues').thenRefused('invalid', sentence, 'to')
    }
    given(round, ...without)
      .when(addTeams, open, ['Blues'], longBefore)
      .then(listed('Reds', 'Greens', 'Blues'))
    rename([...draft, listed('Reds', 'Greens')], 'Reds', 'Blues').then(renamed('Reds', 'Blues'))
  })

  test('takes a reason once the sport has locked', () => {
    const sentence = 'The sport has locked, so say why: everybody can read the reason'
    rename(locked, 'Reds', 'Crimsons').thenRefused('invalid', sentence, 'reason')
    given(round, ...locked)
      .when(renameTeam, open, { from: 'Reds', to: 'Crimsons' }, why.reason)
      .then(renamed('Reds', 'Crimsons'))
  })

  test('waits until a completed sport is unlocked, and a cancelled one reinstated', () => {
    rename(completed, 'Reds', 'Crimsons').thenRefused(
      'wrong_state',
      'A completed sport cannot be edited. Unlock it first',
    )
    const cancelled: RoundEvent = {
      type: 'RoundCancelled',
      data: { roundId: football, cancelledAt: longBefore },
    }
    rename([...active, cancelled], 'Reds', 'Crimsons').thenRefused(
      'wrong_state',
      'The sport is cancelled. Reinstate it first',
    )
    given(round, ...completed, roundUnlocked)
      .when(renameTeam, open, { from: 'Reds', to: 'Crimsons' }, why.reason)
      .then(renamed('Reds', 'Crimsons'))
  })

  test('is refused in a season that has ended, and in a sport that is deleted', () => {
    const names = { from: 'Reds', to: 'Crimsons' }
    given(round, ...active)
      .when(renameTeam, ended, names, null)
      .thenRefused('wrong_state', ENDED)
    given(round, ...active, roundDeleted)
      .when(renameTeam, open, names, null)
      .thenRefused('not_found', 'Sport not found')
  })

  test('is over after so many times', () => {
    const names = Array.from({ length: RENAMES_MAX }, (_, index) => `Reds ${index}`)
    const often = names.map((name, index) => renamed(names[index - 1] ?? 'Reds', name))
    rename([...active, ...often.slice(1)], 'Reds', 'Crimsons').then(renamed('Reds', 'Crimsons'))
    rename([...active, ...often], 'Reds', 'Crimsons').thenRefused(
      'wrong_state',
      'The teams of a sport can be renamed 100 times, and these were',
    )
  })

  test('is not undone', () => {
    const event = renamed('Reds', 'Crimsons')
    const undoing = { event, before: stateOf(round, ...active), now: stateOf(round, ...active, event) }
    const context = { now: longBefore, season: open, rounds: new Map(), pickedTeams: [], ...NOBODY_PLACED }
    expect(refusalOf(() => undoRound(undoing, context)).message).toBe(
      'A name that was given up does not come back. Rename the team once more',
    )
  })
})

describe('what was said by a former name is taken by the one of now', () => {
  test('a pick counts for the team, and its version says what was picked', () => {
    const now = presentState(...twice)
    for (const team of ['Reds', 'Crimsons', 'Rubies']) {
      expect(countingPick(pickOf(team), now)?.picks).toEqual(['Rubies'])
      expect(countingVersion(pickOf(team), now)?.picks).toEqual([team])
    }
    expect(countingPick(pickOf('Blues'), now)?.picks).toEqual(['Blues'])
    expect(teamsGone(now, ['Reds', 'Hawks'])).toEqual(['Hawks'])
  })

  test('a result places the team', () => {
    given(round, ...twice, { type: 'RoundLocked', data: { roundId: football } })
      .when(completeRound, open, champion('Reds'), NOBODY_PLACED)
      .then({ type: 'RoundCompleted', data: { roundId: football, ...champion('Rubies') } })
  })

  test('a list keeps the team', () => {
    const at = { now: longBefore, pickedTeams: ['Rubies'] }
    const edit = (teams: string[]) =>
      given(round, ...twice).when(editRound, open, { ...footballDetails, teams }, at)
    edit(['Reds', 'Blues', 'Greens']).thenNothing()
    edit(['Crimsons', 'Blues']).then({
      type: 'RoundTeamsChanged',
      data: { roundId: football, teams: ['Rubies', 'Blues'] },
    })
    const sentence = 'Reds is called Rubies now. Its former name cannot come back in this sport'
    edit(['Rubies', 'Blues', 'Greens', 'reds']).thenRefused('invalid', sentence, 'teams')
    given(round, ...twice)
      .when(addTeams, open, ['Reds'], longBefore)
      .thenRefused('invalid', sentence, 'teams')
  })

  test('an undo of the list before it keeps the new name', () => {
    const added: RoundEvent = {
      type: 'RoundTeamsChanged',
      data: { roundId: football, teams: ['Reds', 'Blues', 'Greens', 'Hawks'] },
    }
    const history = [...active, added, renamed('Reds', 'Crimsons')]
    const undoing = {
      event: added,
      before: stateOf(round, ...active),
      now: stateOf(round, ...history),
    }
    const context = { now: longBefore, season: open, rounds: new Map(), pickedTeams: [], ...NOBODY_PLACED }
    expect(undoRound(undoing, context)).toEqual([
      { type: 'RoundTeamsChanged', data: { roundId: football, teams: ['Crimsons', 'Blues', 'Greens'] } },
    ])
  })

  test('an undo of the unlocking publishes the result by the new name', () => {
    const history = [...locked, redsWon, roundUnlocked, renamed('Reds', 'Crimsons')]
    const undoing = {
      event: roundUnlocked,
      before: stateOf(round, ...completed),
      now: stateOf(round, ...history),
    }
    const context = { now: dayAfter, season: open, rounds: new Map(), pickedTeams: [], ...NOBODY_PLACED }
    expect(undoRound(undoing, context)).toEqual([
      { type: 'RoundCompleted', data: { roundId: football, ...champion('Crimsons') } },
    ])
  })
})
