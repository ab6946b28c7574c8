import { describe, expect, test } from 'vitest'
import type { ScoredRound } from '#domain/scoring'
import { placeOf } from '#domain/scoring'
import { ana, ben, cleo } from './spring-cup.ts'

const cup: ScoredRound = {
  pickType: 'single',
  result: {
    places: { first: 'Lions', second: 'Bears', third: 'Wolves', fourth: 'Hawks', fifth: 'Owls' },
    placements: [],
  },
}

describe('a pick of a team', () => {
  test.each([
    ['Lions', 'first'],
    ['Bears', 'second'],
    ['Wolves', 'third'],
    ['Hawks', 'fourth'],
    ['Owls', 'fifth'],
    ['Foxes', 'sixthPlus'],
  ])('of the %s takes their place: %s', (team, place) => {
    expect(placeOf(cup, ana, [team])).toBe(place)
  })

  test('takes the sixth place whenever it is not the champion and only the champion is known', () => {
    const final: ScoredRound = {
      pickType: 'single',
      result: { places: { first: 'Lions' }, placements: [] },
    }
    expect(placeOf(final, ana, ['Lions'])).toBe('first')
    expect(placeOf(final, ben, ['Bears'])).toBe('sixthPlus')
  })
})

describe('a pick of write-ins', () => {
  const sprint: ScoredRound = {
    pickType: 'multiple',
    result: {
      places: { first: 'Norway' },
      placements: [
        { playerId: ana, placement: 'third' },
        { playerId: ben, placement: 'none' },
      ],
    },
  }

  test('takes the place that the admin gave the player, whatever the text', () => {
    expect(placeOf(sprint, ana, ['Chile'])).toBe('third')
  })

  test('takes the sixth place for none, and for a player who is not listed', () => {
    expect(placeOf(sprint, ben, ['Norway'])).toBe('sixthPlus')
    expect(placeOf(sprint, cleo, ['Norway'])).toBe('sixthPlus')
  })

  test('may share its place', () => {
    const shared: ScoredRound = {
      pickType: 'multiple',
      result: {
        places: {},
        placements: [
          { playerId: ana, placement: 'second' },
          { playerId: ben, placement: 'second' },
        ],
      },
    }
    expect([ana, ben].map((player) => placeOf(shared, player, ['Norway']))).toEqual(['second', 'second'])
  })
})

test('no pick, or an empty one, has no place, not even the sixth or one that the admin gave', () => {
  const sprint: ScoredRound = {
    pickType: 'multiple',
    result: { places: {}, placements: [{ playerId: ana, placement: 'first' }] },
  }
  for (const none of [null, []]) {
    expect(placeOf(cup, ana, none)).toBeNull()
    expect(placeOf(sprint, ana, none)).toBeNull()
  }
})
