import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Race, raceOf } from '../../domain/season-story/race.ts'
import type { SeasonRules, TieBreak } from '../../domain/seasons/rules.ts'
import { depth } from '../deep/depth.ts'
import {
  ANSWERS,
  type NaiveCell,
  type NaiveSeason,
  type NaiveSport,
  naiveOutcomes,
  naiveRace,
  naiveRanks,
  naiveTables,
} from './naive-race.ts'
import { raceFactsOf } from './race-facts.ts'

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
      players: fc.constantFrom(3, 3, 3, 2),
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

const rowsIn = ({ rows }: Race) =>
  rows.map(({ bestTotal, bestRank, clinched }) => ({ bestTotal, bestRank, clinched }))

const OF_ONE: TieBreak[] = ['countback', 'fewest_missed', 'guess']
const CHAIN: TieBreak[] = ['round_wins', ...OF_ONE]

describe('the race of a random small season', () => {
  test('says what every result of every sport says', () => {
    fc.assert(
      fc.property(seasonsWith(OF_ONE), (season) => {
        const race = raceOf(raceFactsOf(season))
        expect(rowsIn(race)).toEqual(naiveRace(season))
        expect(race.exact).toBe(true)
      }),
      { numRuns: depth({ gate: 250, deep: 10_000 }) },
    )
  })

  test('says it of sports won too, where there are few enough results', () => {
    fc.assert(
      fc.property(seasonsWith(CHAIN), (season) => {
        const asking = season.sports.find(({ asks }) => asks)
        fc.pre(season.rules.tieBreak.includes('round_wins'))
        fc.pre(asking === undefined || asking.status === 'completed')
        const tables = naiveTables(season) ?? []
        fc.pre(tables.length > 0)
        const race = raceOf(raceFactsOf(season))
        expect(rowsIn(race)).toEqual(naiveRanks(season, tables))
        expect(race.exact).toBe(true)
      }),
      { numRuns: depth({ gate: 25, deep: 2_000 }) },
    )
  })

  test('says in each scenario who leads with these champions whatever else comes, and leaves none out', () => {
    fc.assert(
      fc.property(seasonsWith(['countback', 'fewest_missed']), (season) => {
        const sports = season.sports.filter(({ status }) => status !== 'completed')
        fc.pre(sports.every((sport) => sport.status === 'locked' && !sport.writeIn) && sports.length > 0)
        const tables = naiveTables(season) ?? []
        fc.pre(tables.length > 0)
        const { scenarios = [] } = raceOf(raceFactsOf(season))
        expect(new Set(scenarios.map(({ when }) => JSON.stringify(when))).size).toBe(scenarios.length)
        for (const { champions, leaders } of settledIn(season, tables)) {
          const matching = scenarios.filter(({ when }) =>
            when.every(({ roundId, value }) => champions[roundId - 1] === value),
          )
          expect(new Set(matching.map(({ leaderIds }) => leaderIds.join()))).toEqual(
            new Set(leaders === null ? [] : [leaders]),
          )
        }
      }),
      { numRuns: depth({ gate: 25, deep: 2_000 }) },
    )
  })

  test('never takes a clinch back, and never brings back who is out of it, whatever is picked and comes out', () => {
    fc.assert(
      fc.property(seasonsWith(CHAIN), fc.infiniteStream(fc.nat(1_000)), (start, chances) => {
        const draw = <One>(ones: readonly One[]): One => {
          const { value } = chances.next()
          return ones[value % ones.length] as One
        }
        let season = start
        let before = raceOf(raceFactsOf(season))
        while (before.remaining > 0) {
          season = goesOn(season, draw)
          const after = raceOf(raceFactsOf(season))
          for (const [index, row] of after.rows.entries()) {
            const earlier = before.rows[index]
            if (earlier?.clinched) expect(row.clinched).toBe(true)
            if (after.exact) expect(row.bestRank).toBeGreaterThanOrEqual(earlier?.bestRank ?? 0)
            expect(row.bestTotal).toBeLessThanOrEqual(earlier?.bestTotal ?? 0)
          }
          before = after
        }
      }),
      { numRuns: depth({ gate: 100, deep: 5_000 }) },
    )
  })

  test('does not depend on any pick of an open sport', () => {
    fc.assert(
      fc.property(seasonsWith(CHAIN), fc.constantFrom(...TEAMS), (season, team) => {
        const picked = raceOf(raceFactsOf(season, () => [team]))
        expect(JSON.stringify(picked)).toBe(JSON.stringify(raceOf(raceFactsOf(season))))
      }),
      { numRuns: 30 },
    )
  })
})

/** The ids of those who lead with these champions in every outcome; null where that differs, or where nobody has a point. */
type Settled = { champions: (string | null)[]; leaders: string | null }

function settledIn({ sports }: NaiveSeason, tables: NonNullable<ReturnType<typeof naiveTables>>): Settled[] {
  const found = new Map<string, Settled>()
  for (const { cells, standings } of tables) {
    const champions = sports.map((sport, index) =>
      sport.status === 'locked' ? (sport.picks[cells[index]?.indexOf(1) ?? -1] ?? null) : null,
    )
    const firsts = standings.flatMap(({ rank, isUnscored }, index) =>
      rank === 1 && !isUnscored ? index + 1 : [],
    )
    const leaders = firsts.join() || null
    const before = found.get(`${champions}`)
    found.set(`${champions}`, { champions, leaders: !before || before.leaders === leaders ? leaders : null })
  }
  return [...found.values()]
}

/** An open sport locks, or a locked one has its result. */
function goesOn(season: NaiveSeason, draw: <One>(ones: readonly One[]) => One): NaiveSeason {
  const next = draw(season.sports.filter(({ status }) => status !== 'completed'))
  const { weight, asks } = next
  const replaced = (sport: NaiveSport, guesses = season.guesses): NaiveSeason => ({
    ...{ ...season, guesses, sports: season.sports.map((one) => (one === next ? sport : one)) },
  })
  if (next.status === 'open') {
    const picks = next.owed.map(() => draw([null, ...TEAMS]))
    const owed = next.owed.map((isOwed) => isOwed || draw([true, false]))
    const guesses = asks ? season.guesses.map(() => draw([null, 1, 2, 3])) : season.guesses
    return replaced({ status: 'locked', weight, asks, writeIn: draw([true, false]), picks, owed }, guesses)
  }
  const cells = draw(naiveOutcomes(season, next)) ?? []
  return replaced({ status: 'completed', weight, asks, cells, answer: draw(ANSWERS) })
}
