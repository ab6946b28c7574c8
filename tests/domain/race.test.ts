import { describe, expect, test } from 'vitest'
import { clinchedIn, raceOf } from '../../domain/season-story/race.ts'
import { DEFAULT_POINTS } from '../../domain/seasons/points.ts'
import type { SeasonRules } from '../../domain/seasons/rules.ts'
import type { NaiveCell, NaiveSeason, NaiveSport } from './naive-race.ts'
import { raceFactsOf } from './race-facts.ts'

const played = (cells: NaiveCell[], weight = 1): NaiveSport => ({
  ...{ status: 'completed', weight, asks: false, cells, answer: null },
})
const open = (weight = 1, owed = [true, true, true, true]): NaiveSport => ({
  ...{ status: 'open', weight, asks: false, owed },
})
const locked = (picks: (string | null)[], weight = 1): NaiveSport => ({
  ...{ status: 'locked', weight, asks: false, writeIn: false, picks, owed: picks.map(() => true) },
})
const season = (sports: NaiveSport[], rules: Partial<SeasonRules> = {}, players = 2): NaiveSeason => ({
  rules: { points: DEFAULT_POINTS, noPick: 0, dropWorst: 0, tieBreak: [], ...rules },
  ...{ players, sports, guesses: [] },
})
const race = (...given: Parameters<typeof season>) => raceOf(raceFactsOf(season(...given)))
const same = (points: number) => ({
  ...{ first: points, second: points, third: points, fourth: points, fifth: points, sixthPlus: points },
})

/** `Ann 35 #1 champion`, or `in it`. */
const rows = (...given: Parameters<typeof season>) =>
  race(...given).rows.map(({ playerId, bestTotal, bestRank, canWin, clinched }) => {
    const chance = clinched ? ' champion' : canWin ? ' in it' : ''
    return `${['Ann', 'Bo', 'Cleo', 'Dan'][playerId - 1]} ${bestTotal} #${bestRank}${chance}`
  })

describe('who can still win', () => {
  // biome-ignore format: a table reads best line by line
  test.each<[string, Parameters<typeof season>, string[]]>([
    ['is best off with the shared team second, where the rival drops nothing for it', [[played([2, 1], 5), played([5, '.'], 5), locked(['Reds', 'Reds'])], { dropWorst: 1 }], ['Ann 35 #1 in it', 'Bo 36 #1 in it']],
    ['is nobody but the leader, where the rest have the same pick', [[played([1, 6]), locked(['Reds', 'Reds'], 5)]], ['Ann 36 #1 champion', 'Bo 31 #2']],
    ['is who leads by more than a sport can give', [[played([1, 6]), open()]], ['Ann 12 #1 in it', 'Bo 7 #1 in it']],
    ['counts a missing pick that is worth more than a place', [[played([1, 6]), open()], { noPick: 8 }], ['Ann 14 #1 in it', 'Bo 9 #1 in it']],
    ['knows that who was deactivated may owe nothing', [[played([6, 1]), open(1, [true, false])], { points: same(1), noPick: 1 }], ['Ann 2 #1 champion', 'Bo 2 #1 in it']],
    ['is decided by the chain where totals are level', [[played([1, 2]), played([2, 1]), played([1, 2]), played([3, 2]), locked([null, null])], { tieBreak: ['countback'] }], ['Ann 21 #1 champion', 'Bo 21 #2']],
    ['is everybody while all points are 0', [[open()], { points: same(0) }], ['Ann 0 #1 in it', 'Bo 0 #1 in it']],
    ['is who stands first, where nothing remains', [[played([2, 1])]], ['Ann 5 #2', 'Bo 6 #1 champion']],
    ['is nobody in a season without players', [[open()], {}, 0], []],
  ])('%s', (_, given, expected) => {
    expect(rows(...given)).toEqual(expected)
  })

  test('cannot be told where a worse place earns more, while a sport remains', () => {
    const points = { ...DEFAULT_POINTS, sixthPlus: 3 }
    const why = 'This cannot be told with these points'
    expect(race([open()], { points })).toEqual({ exact: false, remaining: 1, rows: [], why })
    expect(rows([played([1, 6])], { points })).toEqual(['Ann 6 #1 champion', 'Bo 3 #2'])
  })

  test('is told carefully where there are too many results to look at', () => {
    const shared = Array.from({ length: 6 }, () => locked(['Reds', 'Reds']))
    const sports = [played([2, 1], 5), played([5, '.'], 5), ...shared]
    const { exact, rows } = race(sports, { dropWorst: 1 })
    expect(exact).toBe(false)
    expect(rows.map(({ canWin, clinched }) => [canWin, clinched])).toEqual([
      [true, false],
      [true, false],
    ])
  })

  test('does not count what was cancelled or deleted', () => {
    const { facts, rounds } = raceFactsOf(season([played([1, 2]), open(), open()]))
    const [first, second, third] = rounds
    const cancelled = { at: '2027-03-01T00:00:00.000Z', reason: null }
    if (!first || !second || !third) throw new Error('There are three')
    const left = [first, { ...second, cancelled }, { ...third, deletedAt: cancelled.at }]
    expect(raceOf({ facts, rounds: left })).toMatchObject({ exact: true, remaining: 0 })
    expect(clinchedIn({ facts, rounds: left })).toEqual([1])
  })
})

describe('what decides a season', () => {
  const sentences = (...given: Parameters<typeof season>) =>
    race(...given).scenarios?.map(({ sentence }) => sentence)

  test('is said by the champions of the last sports, with the fewest conditions first', () => {
    const points = { ...same(0), first: 6 }
    const last = [locked(['Reds', 'Blues', null]), locked(['Hawks', null, 'Owls'], 2)]
    expect(sentences([played([1, 1, 6]), ...last], { points }, 3)).toEqual([
      'Ann wins if Sport 3 goes to Hawks.',
      'Ann and Cleo share the win if Sport 2 goes to Reds and Sport 3 to Owls.',
      'Bo and Cleo share the win if Sport 2 goes to Blues and Sport 3 to Owls.',
      'Bo wins if Sport 2 goes to Blues and Sport 3 to a team that nobody picked.',
      'Cleo wins if Sport 2 goes to a team that nobody picked and Sport 3 to Owls.',
      'Ann and Bo share the win if Sport 2 goes to a team that nobody picked and Sport 3 to a team that nobody picked.',
      // Cut off, a list names everybody first.
      'Ann wins if Sport 2 goes to Reds and Sport 3 to a team that nobody picked.',
    ])
  })

  test('is not said while more than locked sports with teams remains', () => {
    const last = locked(['Reds', 'Blues'])
    expect(sentences([last, last, last])).not.toBeUndefined()
    expect(sentences([last, last, last, last])).toBeUndefined()
    expect(sentences([last, open()])).toBeUndefined()
    expect(sentences([{ ...last, writeIn: true } as NaiveSport])).toBeUndefined()
    expect(sentences([played([1, 2])])).toBeUndefined()
  })
})
