import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { raceOf } from '../../domain/season-story/race.ts'
import type { RaceFacts } from '../../domain/season-story/remaining.ts'
import { NAMED_PLACES, PLACES } from '../../domain/seasons/points.ts'
import type { SeasonRules, TieBreak } from '../../domain/seasons/rules.ts'
import { depth } from '../deep/depth.ts'
import { type NaiveCell, type NaiveSeason, type NaiveSport, naiveRace } from './naive-race.ts'

const PLAYERS = ['Ann', 'Bo', 'Cleo']
const TEAMS = ['Reds', 'Blues', 'Greens', 'Hawks']

const rulesWith = (chain: readonly TieBreak[]): fc.Arbitrary<SeasonRules> =>
  fc.record({
    points: fc
      .array(fc.integer({ min: 0, max: 6 }), { minLength: 6, maxLength: 6 })
      .map((values) => values.toSorted((one, other) => other - one))
      .chain((values) =>
        fc.constantFrom(
          values,
          values,
          values,
          values,
          values,
          values.map(() => 0),
        ),
      )
      .map(([first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixthPlus = 0]) => ({
        ...{ first, second, third, fourth, fifth, sixthPlus },
      })),
    noPick: fc.oneof(fc.constant(0), fc.integer({ min: -3, max: 8 })),
    dropWorst: fc.integer({ min: 0, max: 2 }),
    tieBreak: fc.oneof(fc.constant([]), fc.shuffledSubarray([...chain])),
  })

const each = <One>(one: fc.Arbitrary<One>) => fc.array(one, { minLength: 3, maxLength: 3 })
const weight = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 5 }))
const owed = each(fc.boolean())
const cell = fc.constantFrom<NaiveCell>(1, 2, 3, 4, 5, 6, '.', '-')
const of = { weight, asks: fc.constant(false) }
const completed = fc.record({
  ...{ ...of, status: fc.constant('completed' as const), cells: each(cell) },
  answer: fc.constantFrom(null, 1, 2, 2.5),
})
const open = fc.record({ ...of, status: fc.constant('open' as const), owed })
const locked = fc.record({
  ...{ ...of, status: fc.constant('locked' as const), owed },
  writeIn: fc.constantFrom(false, false, true),
  picks: each(fc.option(fc.constantFrom(...TEAMS), { freq: 5 })),
})

const seasonsWith = (chain: readonly TieBreak[]): fc.Arbitrary<NaiveSeason> =>
  fc
    .record({
      rules: rulesWith(chain),
      players: fc.constantFrom(3, 3, 3, 2, 1),
      completed: fc.array(completed, { maxLength: 3 }),
      open: fc.array(open, { maxLength: 2 }),
      locked: fc.array(locked, { maxLength: 2 }),
      asks: fc.nat(7),
      guesses: each(fc.constantFrom(null, 1, 2, 3)),
    })
    .map(({ completed, open, locked, asks, ...season }) => ({
      ...season,
      sports: [...completed, ...open, ...locked].map((sport, index) => ({ ...sport, asks: index === asks })),
    }))

/** A season of which only the picks of open sports are left to say. */
function raceFactsOf(
  { rules, players, sports, guesses }: NaiveSeason,
  openPick: () => string[] | null = () => null,
): RaceFacts {
  const sport = (roundId: number): NaiveSport | undefined => sports[roundId - 1]
  return {
    facts: {
      rules,
      participants: PLAYERS.slice(0, players).map((name, index) => ({ playerId: index + 1, name })),
      rounds: sports.map((one, index) => ({
        roundId: index + 1,
        ...{ locksAt: `2027-03-0${index + 1}T18:00:00.000Z`, weight: one.weight, scored: scoredIn(one) },
      })),
      picksOf: (roundId, playerId) => {
        const one = sport(roundId)
        if (one?.status !== 'completed')
          return one?.status === 'locked' ? pickIn(one.picks[playerId - 1]) : openPick()
        const cell = one.cells[playerId - 1]
        return typeof cell === 'number' ? [PLACES[cell - 1] ?? ''] : null
      },
      guessOf: (roundId, playerId) => (sport(roundId)?.asks ? (guesses[playerId - 1] ?? null) : null),
      owed: (roundId, playerId) => {
        const one = sport(roundId)
        return one?.status === 'completed'
          ? one.cells[playerId - 1] !== '-'
          : (one?.owed[playerId - 1] ?? false)
      },
    },
    rounds: sports.map((one, index) => ({
      ...{ roundId: index + 1, sportName: `Sport ${index + 1}`, cancelled: null, deletedAt: null },
      status: one.status === 'open' ? 'active' : one.status,
      pickType: one.status === 'locked' && one.writeIn ? 'multiple' : 'single',
      tieBreak: one.asks ? { question: 'How many?', unit: null } : null,
    })),
  }
}

const pickIn = (team: string | null | undefined) => (typeof team === 'string' ? [team] : null)

function scoredIn(sport: NaiveSport) {
  if (sport.status !== 'completed') return null
  const places = Object.fromEntries(NAMED_PLACES.map((place) => [place, place]))
  const answer = sport.asks ? { answer: sport.answer } : {}
  return { pickType: 'single' as const, result: { places, placements: [], ...answer } }
}

const rowsOf = (season: NaiveSeason) =>
  raceOf(raceFactsOf(season)).rows.map(({ bestTotal, bestRank, clinched }) => ({
    bestTotal,
    bestRank,
    clinched,
  }))

describe('the race of a random small season', () => {
  test('says what every result of every sport says', () => {
    fc.assert(
      fc.property(seasonsWith(['countback', 'fewest_missed', 'guess']), (season) => {
        expect(rowsOf(season)).toEqual(naiveRace(season))
        expect(raceOf(raceFactsOf(season)).exact).toBe(true)
      }),
      { numRuns: depth({ gate: 400, deep: 10_000 }) },
    )
  })
})
