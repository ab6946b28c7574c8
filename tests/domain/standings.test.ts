import { describe, expect, test } from 'vitest'
import { compareNames } from '../../domain/names.ts'
import { DEFAULT_POINTS, type Points } from '../../domain/seasons/points.ts'
import { leagueRules } from '../../domain/seasons/rules.ts'
import type { ScoredRound } from '../../domain/seasons/scoring.ts'
import {
  graphOf,
  ranksBeforeLastResult,
  type SeasonFacts,
  standings,
  winnersOf,
} from '../../domain/seasons/standings.ts'

const won = (first: string, second?: string): ScoredRound => ({
  pickType: 'single',
  result: { places: { first, ...(second && { second }) }, placements: [] },
})

type Sport = { scored: ScoredRound | null; picks: Record<string, string> }

/** A season told by names: who picked what in each sport. Ids follow the order of the names given. */
function season(names: string[], sports: Sport[], points: Points = DEFAULT_POINTS): SeasonFacts {
  const participants = names.map((name, index) => ({ playerId: index + 1, name }))
  const rounds = sports.map(({ scored }, index) => ({ roundId: index + 1, locksAt: '', weight: 1, scored }))
  const picksOf = (roundId: number, playerId: number) => {
    const value = sports[roundId - 1]?.picks[names[playerId - 1] ?? '']
    return value === undefined ? null : [value]
  }
  const rules = leagueRules({ points, noPick: 0 })
  return { rules, participants, rounds, picksOf, guessOf: () => null, owed: () => true }
}

/** As a table reads: rank, name, points. */
const table = (facts: SeasonFacts) =>
  standings(facts).map(({ rank, name, totalPoints }) => `${rank} ${name} ${totalPoints}`)
const podium = (facts: SeasonFacts) =>
  winnersOf(standings(facts)).map(({ place, playerId, totalPoints }) => ({ place, playerId, totalPoints }))

/** A season in which each player won as many sports, worth one point each. */
const withTotals = (totals: Record<string, number>): SeasonFacts => {
  const names = Object.keys(totals)
  const sports = names.flatMap((name) =>
    Array.from({ length: totals[name] ?? 0 }, () => ({ scored: won('Reds'), picks: { [name]: 'Reds' } })),
  )
  return season(names, sports, { ...DEFAULT_POINTS, first: 1 })
}

describe('ranks', () => {
  test.each([
    [
      [10, 8, 8, 5],
      [1, 2, 2, 4],
    ],
    [
      [10, 8, 5],
      [1, 2, 3],
    ],
    [
      [9, 9, 9, 9, 9, 9],
      [1, 1, 1, 1, 1, 1],
    ],
    [
      [9, 9, 3],
      [1, 1, 3],
    ],
    [
      [9, 3, 3, 3, 1],
      [1, 2, 2, 2, 5],
    ],
    [
      [0, 0],
      [1, 1],
    ],
    [[7], [1]],
    [[], []],
  ])('of %j are %j', (totals, ranks) => {
    const names = Object.fromEntries(totals.map((total, index) => [`Player ${index}`, total]))
    expect(standings(withTotals(names)).map(({ rank }) => rank)).toEqual(ranks)
  })

  test('in a table are the same: 10, 8, 8, 5 rank 1, 2, 2, 4', () => {
    expect(table(withTotals({ Dan: 5, Cleo: 8, Ann: 10, Bob: 8 }))).toEqual([
      '1 Ann 10',
      '2 Bob 8',
      '2 Cleo 8',
      '4 Dan 5',
    ])
  })

  test('while all totals are 0 are all 1, by name', () => {
    expect(table(season(['Cleo', 'ann', 'Bob'], []))).toEqual(['1 ann 0', '1 Bob 0', '1 Cleo 0'])
  })

  test('of an empty season are none', () => {
    expect(table(season([], []))).toEqual([])
  })
})

describe('the ranks before the last result', () => {
  const [reds, blues] = [won('Reds'), won('Blues')]
  const picks = { Ann: 'Reds', Bob: 'Blues' }
  const facts = season(
    ['Ann', 'Bob', 'Cleo'],
    [
      { scored: reds, picks },
      { scored: blues, picks },
    ],
  )
  const first = { roundId: 1, result: reds.result, ...{ isNew: true, position: '', at: '', reason: null } }
  const second = { roundId: 2, result: blues.result, ...{ isNew: true, position: '', at: '', reason: null } }
  const ranks = (...published: (typeof first)[]) => {
    const { byCorrection, ranks } = ranksBeforeLastResult(facts, published)
    return { byCorrection, ranks: Object.fromEntries(ranks) }
  }

  test('are those without it, also for somebody without a point', () => {
    expect(ranks(first, second)).toEqual({ byCorrection: false, ranks: { 1: 1, 2: 2, 3: 3 } })
  })

  test('are those with the result that it corrected', () => {
    const wrong = { ...first, result: blues.result }
    expect(ranks(wrong, second, first)).toEqual({ byCorrection: true, ranks: { 1: 2, 2: 1, 3: 3 } })
  })

  test('are the same when a result is published again without a change', () => {
    expect(ranks(first, second, first)).toEqual(ranks(first, second))
  })

  test('are none where another sport was completed while the corrected one had no result', () => {
    const wrong = { ...first, result: blues.result }
    const meanwhile = { ...second, without: [1] }
    expect(ranks(wrong, meanwhile, first)).toEqual({ byCorrection: false, ranks: {} })
    expect(ranks(first, meanwhile, first)).toEqual({ byCorrection: false, ranks: {} })
  })

  test('are none before the first one', () => {
    expect(ranks(first)).toEqual({ byCorrection: false, ranks: {} })
  })
})

describe('the podium', () => {
  test('holds places 1, 2 and 3', () => {
    expect(podium(withTotals({ Ann: 4, Bob: 3, Cleo: 2, Dan: 1 }))).toEqual([
      { place: 1, playerId: 1, totalPoints: 4 },
      { place: 2, playerId: 2, totalPoints: 3 },
      { place: 3, playerId: 3, totalPoints: 2 },
    ])
  })

  test('holds six winners when six are tied for first', () => {
    const six = withTotals({ Ann: 2, Bob: 2, Cleo: 2, Dan: 2, Eva: 2, Finn: 2, Gus: 1 })
    expect(podium(six).map(({ place }) => place)).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('has no third when two are tied for second', () => {
    const tied = withTotals({ Ann: 3, Bob: 2, Cleo: 2, Dan: 1 })
    expect(podium(tied).map(({ place }) => place)).toEqual([1, 2, 2])
  })

  test('has no second when two are tied for first', () => {
    const tied = withTotals({ Ann: 3, Bob: 3, Cleo: 2, Dan: 1 })
    expect(podium(tied).map(({ place }) => place)).toEqual([1, 1, 3])
  })

  test('keeps a tie for third whole', () => {
    const tied = withTotals({ Ann: 3, Bob: 2, Cleo: 1, Dan: 1 })
    expect(podium(tied).map(({ place }) => place)).toEqual([1, 2, 3, 3])
  })

  test('of a season without points holds everybody', () => {
    expect(podium(season(['Ann', 'Bob'], []))).toEqual([
      { place: 1, playerId: 1, totalPoints: 0 },
      { place: 1, playerId: 2, totalPoints: 0 },
    ])
  })
})

describe('points', () => {
  const final: Sport = { scored: won('Reds', 'Blues'), picks: { Ann: 'Reds', Bob: 'Blues', Cleo: 'Owls' } }

  test('follow the places', () => {
    expect(table(season(['Ann', 'Bob', 'Cleo'], [final]))).toEqual(['1 Ann 6', '2 Bob 5', '3 Cleo 1'])
  })

  test('add up over the sports', () => {
    expect(table(season(['Ann', 'Bob', 'Cleo'], [final, final]))).toEqual([
      '1 Ann 12',
      '2 Bob 10',
      '3 Cleo 2',
    ])
  })

  test('are 0 without a pick, and never those of the sixth place', () => {
    const facts = season(['Ann', 'Dan'], [final])
    expect(table(facts)).toEqual(['1 Ann 6', '2 Dan 0'])
    expect(standings(facts)[1]?.scores).toEqual(new Map())
  })

  test('are 0 for an empty pick', () => {
    const facts = { ...season(['Ann'], [final]), picksOf: () => [] }
    expect(standings(facts)[0]).toMatchObject({ totalPoints: 0, scores: new Map() })
  })

  test('do not count before a sport is completed', () => {
    expect(table(season(['Ann', 'Bob'], [{ ...final, scored: null }]))).toEqual(['1 Ann 0', '1 Bob 0'])
  })

  test('that are set to 0 are 0, but the place is scored', () => {
    const facts = season(['Ann', 'Bob', 'Cleo'], [final], { ...DEFAULT_POINTS, first: 0, sixthPlus: 0 })
    expect(table(facts)).toEqual(['1 Bob 5', '2 Ann 0', '2 Cleo 0'])
    const places = standings(facts).map(({ scores }) => scores.get(1))
    expect(places).toEqual([
      { place: 'second', points: 5 },
      { place: 'first', points: 0 },
      { place: 'sixthPlus', points: 0 },
    ])
  })

  test('may all be 0', () => {
    const zero = { first: 0, second: 0, third: 0, fourth: 0, fifth: 0, sixthPlus: 0 }
    expect(table(season(['Bob', 'Ann'], [final], zero))).toEqual(['1 Ann 0', '1 Bob 0'])
  })

  test('of a participant who was removed and added again are exactly the former ones', () => {
    const all = season(['Ann', 'Bob', 'Cleo'], [final, final])
    const without = { ...all, participants: all.participants.filter(({ name }) => name !== 'Ann') }
    const again = { ...all, participants: [...without.participants, ...all.participants.slice(0, 1)] }
    expect(table(without)).toEqual(['1 Bob 10', '2 Cleo 2'])
    expect(standings(again)).toEqual(standings(all))
  })
})

describe('names', () => {
  test('order a tie, without regard to case and accents, with numbers by value', () => {
    const tied = season(['Player 10', 'zoe', 'Émile', 'Player 9', 'Emil', 'Zoe'], [])
    expect(standings(tied).map(({ name }) => name)).toEqual([
      'Emil',
      'Émile',
      'Player 9',
      'Player 10',
      'zoe',
      'Zoe',
    ])
  })

  test('never decide a tie', () => {
    expect(table(withTotals({ Zoe: 1, Ann: 1 }))).toEqual(['1 Ann 1', '1 Zoe 1'])
  })

  test('of namesakes are settled by the id', () => {
    expect(compareNames({ name: 'Ann', id: 1 }, { name: 'ann', id: 2 })).toBeLessThan(0)
    expect(standings(season(['Ann', 'Ann'], [])).map(({ playerId }) => playerId)).toEqual([1, 2])
  })
})

describe('the graph', () => {
  const graphIn = (facts: SeasonFacts) => graphOf(facts, standings(facts))
  const sports: Sport[] = [
    { scored: won('Reds'), picks: { Ann: 'Reds', Bob: 'Blues' } },
    { scored: null, picks: { Ann: 'Reds' } },
    { scored: won('Reds', 'Blues'), picks: { Bob: 'Reds' } },
  ]

  test('adds up the points of each completed sport, in order, for everybody by name', () => {
    expect(graphIn(season(['Cleo', 'Bob', 'Ann'], sports))).toEqual([
      {
        playerId: 3,
        name: 'Ann',
        points: [
          { roundId: 1, points: 6 },
          { roundId: 3, points: 6 },
        ],
      },
      {
        playerId: 2,
        name: 'Bob',
        points: [
          { roundId: 1, points: 1 },
          { roundId: 3, points: 7 },
        ],
      },
      {
        playerId: 1,
        name: 'Cleo',
        points: [
          { roundId: 1, points: 0 },
          { roundId: 3, points: 0 },
        ],
      },
    ])
  })

  test('ends where the table stands', () => {
    const facts = season(['Cleo', 'Bob', 'Ann'], sports)
    const table = standings(facts)
    const totals = new Map(table.map(({ playerId, totalPoints }) => [playerId, totalPoints]))
    for (const { playerId, points } of graphOf(facts, table)) {
      expect(points.at(-1)?.points).toBe(totals.get(playerId))
    }
  })

  test('is flat before the first completed sport', () => {
    expect(graphIn(season(['Ann'], []))).toEqual([{ playerId: 1, name: 'Ann', points: [] }])
  })
})
