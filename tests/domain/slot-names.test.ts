import { describe, expect, test } from 'vitest'
import { type RoundDetails, type RoundEvent, round } from '../../domain/rounds/round.ts'
import { createRound } from '../../domain/rounds/round-decisions.ts'
import { editRound } from '../../domain/rounds/round-editing.ts'
import { undoRound } from '../../domain/rounds/round-events.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { namedPicks, slotLabels } from '../../domain/rounds/slot-names.ts'
import { familyCup, football, lockTime, longBefore, oscarsDetails } from './family-cup-events.ts'
import { open, presentState } from './family-cup-states.ts'
import { given, refusalOf, stateOf } from './given-when-then.ts'

const NAMES = ['Champion', 'Runner-up']
const ids = { roundId: football, seasonId: familyCup }
const created = (details: Partial<RoundDetails>): RoundEvent => ({
  type: 'RoundCreated',
  data: { ...ids, ...oscarsDetails, ...details },
})
const activated: RoundEvent = { type: 'RoundActivated', data: { roundId: football, recipients: [] } }
const locked: RoundEvent = { type: 'RoundLocked', data: { roundId: football } }
const changed = (picksMax: number, slotNames?: string[]): RoundEvent => ({
  type: 'RoundPickTypeChanged',
  data: { roundId: football, pickType: 'multiple', picksMax, ...(slotNames && { slotNames }) },
})
const named = created({ slotNames: NAMES })
const edit = (history: RoundEvent[], next: Partial<RoundDetails>, now = longBefore) =>
  given(round, ...history).when(
    editRound,
    open,
    { ...presentState(...history), ...next },
    { now, pickedTeams: [] },
  )

describe('the names of write-ins', () => {
  const create = (slotNames: string[], picksMax = 3) =>
    given(round).when(createRound, open, { ...ids, ...oscarsDetails, picksMax, slotNames })

  test('are kept up to the last one that is given', () => {
    create(['Champion', '', 'Golden Boot']).then(created({ slotNames: ['Champion', '', 'Golden Boot'] }))
    create(['Champion', '', '']).then(created({ slotNames: ['Champion'] }))
    create(['', '']).then(created({}))
    create([]).then(created({}))
  })

  test('are not more than the picks, and each is another one', () => {
    const refused = (sentence: string) => ['invalid', sentence, 'slotNames'] as const
    create(['A', 'B', 'C'], 2).thenRefused(
      ...refused('This sport takes 2 picks, so it cannot have more names than that'),
    )
    create(['A', 'B'], 1).thenRefused(
      ...refused('This sport takes 1 pick, so it cannot have more names than that'),
    )
    create(['Golden Boot', '', 'golden boot']).thenRefused(...refused('Each pick needs a name of its own'))
  })

  test('change as they like in a draft, with the number of picks or without', () => {
    edit([created({})], { slotNames: NAMES }).then(changed(3, NAMES))
    edit([named], { slotNames: [] }).then(changed(3))
    edit([named], { slotNames: ['Champion'], picksMax: 1 }).then(changed(1, ['Champion']))
    edit([named], { slotNames: [...NAMES, ''] }).thenNothing()
  })

  test('are fixed from the activation on, and new picks can bring names', () => {
    const sentence =
      'The names of picks are fixed once a sport is active. Cancel it and add another one instead'
    const more = ['Champion', 'Runner-up', '', 'Golden Boot']
    const others = [[], ['Champion'], [...NAMES, 'Golden Boot'], ['', 'Runner-up'], NAMES.toReversed()]
    for (const history of [
      [named, activated],
      [named, activated, locked],
    ]) {
      for (const slotNames of [...others, ['Winner', 'Runner-up']]) {
        edit(history, { slotNames }, lockTime).thenRefused('wrong_state', sentence, 'slotNames')
      }
      edit(history, { slotNames: [...NAMES, ''] }, lockTime).thenNothing()
    }
    for (const slotNames of [
      [],
      ['Winner', 'Runner-up'],
      ['Champion', 'Runner-up', 'Golden Boot', 'Coach'],
    ]) {
      const refused = edit([named, activated], { picksMax: 4, slotNames })
      refused.thenRefused('wrong_state', sentence, 'slotNames')
    }
    edit([named, activated], { picksMax: 4, slotNames: more }).then(changed(4, more))
    edit([named, activated], { picksMax: 4 }).then(changed(4, NAMES))
    edit([created({}), activated], { slotNames: NAMES }).thenRefused('wrong_state', sentence, 'slotNames')
    const last = ['', '', '', 'Golden Boot']
    edit([created({}), activated], { picksMax: 4, slotNames: last }).then(changed(4, last))
  })

  test('go with the list of teams', () => {
    const single = { pickType: 'single', picksMax: 1 } as const
    edit([named], { ...single, slotNames: [] }).then({
      type: 'RoundPickTypeChanged',
      data: { roundId: football, ...single },
    })
    const state = stateOf(round, named, {
      type: 'RoundPickTypeChanged',
      data: { roundId: football, ...single },
    })
    expect(state).not.toHaveProperty('slotNames')
  })

  test('come back when their change is undone, until the activation', () => {
    const event = changed(3)
    const undo = (...later: RoundEvent[]) =>
      undoRound(
        { event, before: stateOf(round, named), now: stateOf(round, named, event, ...later) },
        { now: longBefore, season: open, rounds: new Map(), pickedTeams: [], ...NOBODY_PLACED },
      )
    expect(undo()).toEqual([changed(3, NAMES)])
    expect(refusalOf(() => undo(activated)).message).toContain('fixed once a sport is active')
  })

  test('say what was picked, and a pick without one goes by its number', () => {
    expect(namedPicks(['Kenya', '', 'Chile'], NAMES)).toEqual(['Champion: Kenya', 'Pick 3: Chile'])
    expect(namedPicks(['Kenya', 'Chile'], undefined)).toEqual(['Kenya', 'Chile'])
    expect(slotLabels(NAMES, 3)).toEqual(['Champion', 'Runner-up', 'Pick 3'])
    expect(slotLabels(null, 3)).toEqual([])
  })
})
