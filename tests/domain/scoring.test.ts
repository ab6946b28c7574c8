import { describe, expect, test } from 'vitest'
import type { ScoredRound } from '../../domain/seasons/scoring.ts'
import { placeOf } from '../../domain/seasons/scoring.ts'
import { ann, bob, cleo } from './family-cup-events.ts'

const cup: ScoredRound = {
  pickType: 'single',
  result: {
    places: { first: 'Reds', second: 'Blues', third: 'Greens', fourth: 'Hawks', fifth: 'Owls' },
    placements: [],
  },
}

describe('a pick of a team', () => {
  test.each([
    ['Reds', 'first'],
    ['Blues', 'second'],
    ['Greens', 'third'],
    ['Hawks', 'fourth'],
    ['Owls', 'fifth'],
    ['Foxes', 'sixthPlus'],
  ])('of the %s takes their place: %s', (team, place) => {
    expect(placeOf(cup, ann, [team])).toBe(place)
  })

  test('takes the sixth place whenever it is not the champion and only the champion is known', () => {
    const final: ScoredRound = {
      pickType: 'single',
      result: { places: { first: 'Reds' }, placements: [] },
    }
    expect(placeOf(final, ann, ['Reds'])).toBe('first')
    expect(placeOf(final, bob, ['Blues'])).toBe('sixthPlus')
  })
})

describe('a pick of write-ins', () => {
  const sprint: ScoredRound = {
    pickType: 'multiple',
    result: {
      places: { first: 'Norway' },
      placements: [
        { playerId: ann, placement: 'third' },
        { playerId: bob, placement: 'none' },
      ],
    },
  }

  test('takes the place that the admin gave the player, whatever the text', () => {
    expect(placeOf(sprint, ann, ['Chile'])).toBe('third')
  })

  test('takes the sixth place for none, and for a player who is not listed', () => {
    expect(placeOf(sprint, bob, ['Norway'])).toBe('sixthPlus')
    expect(placeOf(sprint, cleo, ['Norway'])).toBe('sixthPlus')
  })

  test('may share its place', () => {
    const shared: ScoredRound = {
      pickType: 'multiple',
      result: {
        places: {},
        placements: [
          { playerId: ann, placement: 'second' },
          { playerId: bob, placement: 'second' },
        ],
      },
    }
    expect([ann, bob].map((player) => placeOf(shared, player, ['Norway']))).toEqual(['second', 'second'])
  })
})

test('no pick, or an empty one, has no place, not even the sixth or one that the admin gave', () => {
  const sprint: ScoredRound = {
    pickType: 'multiple',
    result: { places: {}, placements: [{ playerId: ann, placement: 'first' }] },
  }
  for (const none of [null, []]) {
    expect(placeOf(cup, ann, none)).toBeNull()
    expect(placeOf(sprint, ann, none)).toBeNull()
  }
})
