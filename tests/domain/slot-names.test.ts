import { describe, expect, test } from 'vitest'
import { type Answers, type RoundDetails, type RoundEvent, round } from '../../domain/rounds/round.ts'
import { createRound } from '../../domain/rounds/round-decisions.ts'
import { editRound } from '../../domain/rounds/round-editing.ts'
import { undoRound } from '../../domain/rounds/round-events.ts'
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
const edit = (
  history: RoundEvent[],
  next: Partial<RoundDetails>,
  now = longBefore,
  answers: Answers = 'none',
) =>
  given(round, ...history).when(
    editRound,
    open,
    { ...presentState(...history), ...next },
    { now, pickedTeams: [], answers },
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

  test('can only be worded differently once the sport is active', () => {
    const active = [named, activated]
    edit(active, { slotNames: ['Winner', 'Runner-up'] }).then(changed(3, ['Winner', 'Runner-up']))
    const cannot = 'Once a sport is active, you can reword the names of its picks, but not add or remove any'
    for (const slotNames of [[], ['Champion'], [...NAMES, 'Golden Boot'], ['', 'Runner-up']]) {
      edit(active, { slotNames }).thenRefused('wrong_state', cannot, 'slotNames')
    }
    edit([created({}), activated], { slotNames: NAMES }).thenRefused('wrong_state', cannot, 'slotNames')
  })

  test('stay once somebody has picked, so that every pick stays what it is', () => {
    const cannot = 'Somebody has picked: the picks of this sport keep their names'
    const others = [[], ['Champion'], [...NAMES, 'Golden Boot'], ['', 'Runner-up'], NAMES.toReversed()]
    for (const slotNames of [...others, ['Winner', 'Runner-up']]) {
      const refused = edit([named, activated], { slotNames }, longBefore, 'picks')
      refused.thenRefused('wrong_state', cannot, 'slotNames')
    }
    const more = { picksMax: 4, slotNames: [...NAMES, '', 'Golden Boot'] }
    edit([named, activated], more, longBefore, 'picks').then(changed(4, more.slotNames))
  })

  test('may be given to picks that are newly allowed', () => {
    const more = ['Champion', 'Runner-up', '', 'Golden Boot']
    edit([named, activated], { picksMax: 4, slotNames: more }).then(changed(4, more))
    edit([named, activated], { picksMax: 4 }).then(changed(4, NAMES))
  })

  test('stay once the sport has locked', () => {
    const sentence = 'The sport has locked: its picks keep their names'
    edit([named, activated, locked], { slotNames: ['Winner', 'Runner-up'] }, lockTime).thenRefused(
      'wrong_state',
      sentence,
      'slotNames',
    )
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

  test('come back when their change is undone, while they may change', () => {
    const event = changed(3)
    const undo = (answers: Answers, ...later: RoundEvent[]) =>
      undoRound(
        { event, before: stateOf(round, named), now: stateOf(round, named, event, ...later) },
        {
          now: longBefore,
          season: open,
          rounds: new Map(),
          pickedTeams: [],
          answers,
          picked: new Set(),
          nameOf: () => '',
        },
      )
    expect(undo('none')).toEqual([changed(3, NAMES)])
    expect(refusalOf(() => undo('none', activated)).message).toContain('not add or remove')
    expect(refusalOf(() => undo('picks', activated)).message).toContain('keep their names')
  })

  test('say what was picked, and a pick without one goes by its number', () => {
    expect(namedPicks(['Kenya', '', 'Chile'], NAMES)).toEqual(['Champion: Kenya', 'Pick 3: Chile'])
    expect(namedPicks(['Kenya', 'Chile'], undefined)).toEqual(['Kenya', 'Chile'])
    expect(slotLabels(NAMES, 3)).toEqual(['Champion', 'Runner-up', 'Pick 3'])
    expect(slotLabels(null, 3)).toEqual([])
  })
})
