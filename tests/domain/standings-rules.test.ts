import { describe, expect, test } from 'vitest'
import { DEFAULT_POINTS, NAMED_PLACES } from '../../domain/seasons/points.ts'
import type { SeasonRules, TieBreak } from '../../domain/seasons/rules.ts'
import {
  graphOf,
  ranksBeforeLastResult,
  type SeasonFacts,
  standings,
  winnersOf,
} from '../../domain/seasons/standings.ts'

const TEAMS = ['Reds', 'Blues', 'Greens', 'Hawks', 'Owls', 'Foxes']
const RESULT = {
  places: Object.fromEntries(NAMED_PLACES.map((place, index) => [place, TEAMS[index]])),
  placements: [],
}

/** One player a line, one sport a column: the place that the pick came to, `.` for a missed one, `-` for one that was not owed. */
type Lines = Record<string, string>

/** The question of one sport, the first unless it is named: what came out, and who guessed what. */
type Asked = { answer?: number | null; with?: number; guesses: Record<string, number> }

function season(
  lines: Lines,
  rules: Partial<SeasonRules> = {},
  weights: readonly number[] = [],
  asked: Asked = { guesses: {} },
): SeasonFacts {
  const names = Object.keys(lines)
  const cell = (roundId: number, playerId: number) => lines[names[playerId - 1] ?? '']?.[roundId - 1] ?? '-'
  return {
    rules: { points: DEFAULT_POINTS, noPick: 0, dropWorst: 0, tieBreak: [], ...rules },
    participants: names.map((name, index) => ({ playerId: index + 1, name })),
    rounds: [...(Object.values(lines)[0] ?? '')].map((_, index) => ({
      roundId: index + 1,
      locksAt: `2027-03-0${index + 1}T18:00:00.000Z`,
      weight: weights[index] ?? 1,
      scored: { pickType: 'single', result: { ...RESULT, ...answerIn(asked, index + 1) } },
    })),
    picksOf: (roundId, playerId) => {
      const team = TEAMS[Number(cell(roundId, playerId)) - 1]
      return team === undefined ? null : [team]
    },
    guessOf: (roundId, playerId) =>
      roundId === (asked.with ?? 1) ? (asked.guesses[names[playerId - 1] ?? ''] ?? null) : null,
    owed: (roundId, playerId) => cell(roundId, playerId) !== '-',
  }
}

const answerIn = ({ answer, with: roundId = 1 }: Asked, here: number) =>
  answer === undefined || roundId !== here ? {} : { answer }

/** `1 Ann 12` */
const table = (facts: SeasonFacts) =>
  standings(facts).map(({ rank, name, totalPoints }) => `${rank} ${name} ${totalPoints}`)

const ranks = (facts: SeasonFacts) =>
  Object.fromEntries(standings(facts).map(({ name, rank }) => [name, rank]))

const WINS: TieBreak[] = ['round_wins']
const BACK: TieBreak[] = ['countback']
const MISSED: TieBreak[] = ['fewest_missed']
const GUESS: TieBreak[] = ['guess']

describe('a tie', () => {
  // biome-ignore format: a table reads best line by line
  test.each<[string, TieBreak[], Lines, Record<string, number>, Partial<SeasonRules>?, Asked?]>([
    // The guess.
    ['goes to whose guess is nearer, from below as from above', GUESS, { Ann: '1', Bob: '1', Cleo: '1' }, { Bob: 1, Cleo: 2, Ann: 3 }, {}, { answer: 40, guesses: { Ann: 30, Bob: 41, Cleo: 38 } }],
    ['goes past a guess whose pick was taken back', GUESS, { Ann: '-1', Bob: '-1', Cleo: '11' }, { Cleo: 1, Ann: 2, Bob: 2 }, {}, { answer: 40, guesses: { Ann: 40, Bob: 30 } }],
    ['stays shared by guesses that are as near on both sides', GUESS, { Ann: '1', Bob: '1' }, { Ann: 1, Bob: 1 }, {}, { answer: 40, guesses: { Ann: 39, Bob: 41 } }],
    ['stays shared by decimals that are as near, which no computer can write', GUESS, { Ann: '1', Bob: '1' }, { Ann: 1, Bob: 1 }, {}, { answer: 0.3, guesses: { Ann: 0.1, Bob: 0.5 } }],
    ['puts who made no guess last, however far others were off', GUESS, { Ann: '1', Bob: '1', Cleo: '1' }, { Bob: 1, Ann: 2, Cleo: 2 }, {}, { answer: 0, guesses: { Bob: -1_000_000_000 } }],
    ['knows a guess of 0', GUESS, { Ann: '1', Bob: '1' }, { Bob: 1, Ann: 2 }, {}, { answer: 1, guesses: { Ann: -1, Bob: 0 } }],
    ['stays shared where nobody is to be nearer', GUESS, { Ann: '1', Bob: '1' }, { Ann: 1, Bob: 1 }, {}, { answer: null, guesses: { Ann: 1 } }],
    ['stays shared while there is no answer', GUESS, { Ann: '1', Bob: '1' }, { Ann: 1, Bob: 1 }, {}, { guesses: { Ann: 1 } }],
    ['of totals of 0 is shared, whoever guessed better', GUESS, { Ann: '.', Bob: '.' }, { Ann: 1, Bob: 1 }, {}, { answer: 1, guesses: { Ann: 1 } }],
    ['takes the guess of the sport that asks, a dropped one too', GUESS, { Ann: '16', Bob: '16' }, { Bob: 1, Ann: 2 }, { dropWorst: 1 }, { with: 2, answer: 5, guesses: { Ann: 1, Bob: 4 } }],
    ['comes to the guess where the chain before it is level', [...WINS, ...BACK, ...GUESS], { Ann: '12', Bob: '21', Cleo: '33' }, { Bob: 1, Ann: 2, Cleo: 3 }, {}, { answer: 9, guesses: { Ann: 1, Bob: 8, Cleo: 9 } }],
    ['goes past a guess that is level to what follows in the chain', [...GUESS, ...BACK], { Ann: '13', Bob: '22' }, { Ann: 1, Bob: 2 }, {}, { answer: 9, guesses: { Ann: 8, Bob: 10 } }],
    ['is not decided by a guess that the rules do not ask for', [], { Ann: '1', Bob: '1' }, { Ann: 1, Bob: 1 }, {}, { answer: 9, guesses: { Ann: 9 } }],
    // Without a chain.
    ['is shared without a chain', [], { Ann: '13', Bob: '22' }, { Ann: 1, Bob: 1 }],
    ['leaves out the rank behind it', [], { Ann: '13', Bob: '22', Cleo: '66' }, { Ann: 1, Bob: 1, Cleo: 3 }],
    ['of totals of 0 is shared, whatever the chain says', [...WINS, ...BACK, ...MISSED], { Ann: '..', Bob: '--' }, { Ann: 1, Bob: 1 }],
    ['of nobody is none', WINS, {}, {}],
    ['is none for one alone', WINS, { Ann: '1' }, { Ann: 1 }],
    ['is none where totals differ, whatever the chain says', WINS, { Ann: '166', Bob: '222' }, { Bob: 1, Ann: 2 }],
    // Sports won.
    ['goes to who won more sports', WINS, { Ann: '114', Bob: '222' }, { Ann: 1, Bob: 2 }],
    ['counts a shared win for both', WINS, { Ann: '13', Bob: '13' }, { Ann: 1, Bob: 1 }],
    ['counts shared wins like any other', WINS, { Ann: '116', Bob: '125', Cleo: '613' }, { Ann: 1, Bob: 2, Cleo: 3 }],
    ['counts the best pick of a sport, whatever its place', WINS, { Ann: '25', Bob: '34' }, { Ann: 1, Bob: 1 }],
    ['counts a win with the second place', WINS, { Ann: '226', Bob: '334' }, { Ann: 1, Bob: 2 }],
    ['knows no win with 0 points', WINS, { Ann: '16', Bob: '61' }, { Ann: 1, Bob: 1 }, { points: { ...DEFAULT_POINTS, sixthPlus: 0 } }],
    ['knows no win without a pick', WINS, { Ann: '.1', Bob: '61' }, { Bob: 1, Ann: 2 }, { noPick: 1 }],
    ['knows no win behind a missing pick that is worth more', WINS, { Ann: '.6', Bob: '6.', Cleo: '55' }, { Ann: 1, Bob: 1, Cleo: 3 }, { noPick: 9 }],
    ['with three goes to each in turn', WINS, { Ann: '1166', Bob: '4415', Cleo: '3344', Dan: '6661' }, { Ann: 1, Bob: 2, Cleo: 3, Dan: 4 }],
    ['with three may stay shared for two', WINS, { Ann: '145', Bob: '415', Cleo: '334', Dan: '661' }, { Ann: 1, Bob: 1, Cleo: 3, Dan: 4 }],
    // Countback.
    ['goes to who came first more often', BACK, { Ann: '13', Bob: '22' }, { Ann: 1, Bob: 2 }],
    ['goes to who came second more often, where firsts are level', BACK, { Ann: '1255', Bob: '1346' }, { Ann: 1, Bob: 2 }],
    ['looks at thirds next', BACK, { Ann: '3366', Bob: '4444', Cleo: '6666' }, { Ann: 2, Bob: 1, Cleo: 3 }],
    ['looks down to fifths', BACK, { Ann: '55', Bob: '46' }, { Ann: 2, Bob: 1 }],
    ['looks down to sixths', BACK, { Ann: '56', Bob: '5.' }, { Ann: 1, Bob: 2 }, { points: { ...DEFAULT_POINTS, sixthPlus: 0 } }],
    ['stays shared with the same places in other sports', BACK, { Ann: '1256', Bob: '6521' }, { Ann: 1, Bob: 1 }],
    ['takes one first over many seconds', BACK, { Ann: '1...', Bob: '26..' }, { Ann: 1, Bob: 2 }],
    ['is not decided by the order of names', BACK, { Zoe: '13', Ann: '22' }, { Zoe: 1, Ann: 2 }],
    // Missed picks.
    ['goes to who missed fewer', MISSED, { Ann: '1.', Bob: '33' }, { Bob: 1, Ann: 2 }, { points: { ...DEFAULT_POINTS, first: 8 } }],
    ['does not count what was not owed', MISSED, { Ann: '1-', Bob: '33' }, { Ann: 1, Bob: 1 }, { points: { ...DEFAULT_POINTS, first: 8 } }],
    ['counts each missed one', MISSED, { Ann: '1..', Bob: '33.', Cleo: '446' }, { Ann: 3, Bob: 2, Cleo: 1 }, { points: { ...DEFAULT_POINTS, first: 8, fourth: 3, sixthPlus: 2 } }],
    ['stays shared where both missed as many', MISSED, { Ann: '1.3', Bob: '31.' }, { Ann: 1, Bob: 1 }],
    ['counts a missed one that is worth points', MISSED, { Ann: '.', Bob: '6' }, { Bob: 1, Ann: 2 }, { noPick: 1 }],
    ['counts a missed one that costs points', MISSED, { Ann: '1.', Bob: '26' }, { Bob: 1, Ann: 2 }, { noPick: 0 }],
    // A chain.
    ['goes to the first of the chain that knows', [...WINS, ...BACK], { Ann: '2226', Bob: '1335', Cleo: '6661' }, { Ann: 1, Bob: 2, Cleo: 3 }],
    ['goes to the second of the chain where the first is level', [...WINS, ...BACK], { Ann: '1255', Bob: '2146', Cleo: '6611' }, { Bob: 1, Ann: 2, Cleo: 3 }],
    ['goes to the third of the chain', [...WINS, ...BACK, ...MISSED], { Ann: '1.-', Bob: '1--' }, { Bob: 1, Ann: 2 }],
    ['depends on the order of the chain', [...MISSED, ...WINS], { Ann: '1.', Bob: '26', Cleo: '65' }, { Bob: 1, Ann: 2, Cleo: 3 }],
    ['depends on the order of the chain, the other way', [...WINS, ...MISSED], { Ann: '1.', Bob: '26', Cleo: '65' }, { Ann: 1, Bob: 2, Cleo: 3 }],
    ['stays shared at the end of the chain', [...WINS, ...BACK, ...MISSED], { Ann: '12', Bob: '21' }, { Ann: 1, Bob: 1 }],
    ['at the end of the table is decided as well', WINS, { Ann: '111', Bob: '136', Cleo: '226' }, { Ann: 1, Bob: 2, Cleo: 3 }],
    ['below zero is decided as well', MISSED, { Ann: '.-', Bob: '..' }, { Ann: 1, Bob: 2 }, { noPick: -1 }],
    ['looks at dropped sports too: wins', WINS, { Ann: '164', Bob: '442', Cleo: '666' }, { Ann: 2, Bob: 1, Cleo: 3 }, { dropWorst: 1, points: { ...DEFAULT_POINTS, first: 5, second: 5, fourth: 3, sixthPlus: 1 } }],
    ['looks at dropped sports too: missed picks', MISSED, { Ann: '1.', Bob: '16' }, { Bob: 1, Ann: 2 }, { dropWorst: 1 }],
    ['looks at dropped sports too: places', BACK, { Ann: '16', Bob: '15' }, { Bob: 1, Ann: 2 }, { dropWorst: 1 }],
  ])('%s', (_, tieBreak, lines, expected, rules, asked) => {
    expect(ranks(season(lines, { ...rules, tieBreak }, [], asked))).toEqual(expected)
  })

  test('that is decided says by what, also on the podium', () => {
    const facts = season(
      { Ann: '1255', Bob: '2146', Cleo: '2335', Dan: '6666' },
      { tieBreak: ['round_wins', 'countback'] },
    )
    expect(standings(facts).map(({ name, rank, decidedBy }) => [name, rank, decidedBy])).toEqual([
      ['Ann', 1, 'countback'],
      ['Cleo', 2, 'countback'],
      ['Bob', 3, 'round_wins'],
      ['Dan', 4, undefined],
    ])
    expect(winnersOf(standings(facts)).map(({ place }) => place)).toEqual([1, 2, 3])
  })
})

test('the ranks before a result whose answer was corrected are those by the answer from before', () => {
  const asked = { answer: 40, guesses: { Ann: 40, Bob: 30 } }
  const facts = season({ Ann: '1', Bob: '1' }, { tieBreak: GUESS }, [], asked)
  const published = [30, 40].map((answer) => ({
    ...{ roundId: 1, result: { ...RESULT, answer }, isNew: true, position: '', at: '', reason: null },
  }))
  const { ranks: before, byCorrection } = ranksBeforeLastResult(facts, published)
  expect(Object.fromEntries(before)).toEqual({ 1: 2, 2: 1 })
  expect(byCorrection).toBe(true)
  expect(standings(facts).map(({ name, decidedBy }) => [name, decidedBy])).toEqual([
    ['Ann', 'guess'],
    ['Bob', 'guess'],
  ])
})

describe('a missing pick', () => {
  test('costs or earns what the rules say, and nothing where none was owed', () => {
    const lines = { Ann: '1.', Bob: '1-', Cleo: '.6' }
    expect(table(season(lines, { noPick: -4 }))).toEqual(['1 Bob 6', '2 Ann 2', '3 Cleo -3'])
    expect(table(season(lines, { noPick: 3 }))).toEqual(['1 Ann 9', '2 Bob 6', '3 Cleo 4'])
    expect(standings(season(lines, { noPick: -4 }))[1]?.scores.get(2)).toEqual({ place: null, points: -4 })
  })

  test('that is worth 0 is no entry', () => {
    expect(standings(season({ Ann: '.' }))[0]?.scores).toEqual(new Map())
  })

  test('counts as often as its sport', () => {
    expect(table(season({ Ann: '.1', Bob: '6.' }, { noPick: -2 }, [3, 1]))).toEqual(['1 Bob 1', '2 Ann 0'])
  })
})

describe('the lowest sports', () => {
  const dropped = (facts: SeasonFacts) =>
    [...(standings(facts)[0]?.scores ?? [])].flatMap(([roundId, score]) => (score.dropped ? roundId : []))

  test('do not count, but keep their points', () => {
    const facts = season({ Ann: '1261' }, { dropWorst: 2 })
    expect(table(facts)).toEqual(['1 Ann 12'])
    expect(dropped(facts)).toEqual([2, 3])
    expect(standings(facts)[0]?.scores.get(3)).toEqual({ place: 'sixthPlus', points: 1, dropped: true })
  })

  test('are those that cost points first', () => {
    const facts = season({ Ann: '1.6' }, { dropWorst: 1, noPick: -3 })
    expect(table(facts)).toEqual(['1 Ann 7'])
    expect(dropped(facts)).toEqual([2])
  })

  test('of one sport are none', () => {
    expect(table(season({ Ann: '6' }, { dropWorst: 3 }))).toEqual(['1 Ann 1'])
  })

  test('of two sports are one, however many the rules name', () => {
    expect(table(season({ Ann: '61' }, { dropWorst: 10 }))).toEqual(['1 Ann 6'])
  })

  test('that are all equal are those that locked first', () => {
    expect(dropped(season({ Ann: '333' }, { dropWorst: 2 }))).toEqual([1, 2])
  })

  test('count one without an entry as 0, also one from before somebody joined', () => {
    expect(table(season({ Ann: '-11', Bob: '611' }, { dropWorst: 1 }))).toEqual(['1 Ann 12', '1 Bob 12'])
  })

  test('are not those that have no result yet', () => {
    const facts = season({ Ann: '6112' }, { dropWorst: 1 })
    const rounds = facts.rounds.map((round) => (round.roundId === 1 ? { ...round, scored: null } : round))
    expect(table({ ...facts, rounds })).toEqual(['1 Ann 12'])
  })

  test('are the same for whoever was removed and added again', () => {
    const facts = season({ Ann: '1-61' }, { dropWorst: 1, noPick: -5 })
    expect(table(facts)).toEqual(['1 Ann 13'])
  })

  test('let the graph fall, and end where the table stands', () => {
    const facts = season({ Ann: '1.51' }, { dropWorst: 1, noPick: -3 })
    expect(graphOf(facts, standings(facts))[0]?.points.map(({ points }) => points)).toEqual([6, 6, 8, 14])
    const falling = season({ Ann: '6..' }, { dropWorst: 1, noPick: -3 })
    expect(graphOf(falling, standings(falling))[0]?.points.map(({ points }) => points)).toEqual([1, 1, -2])
    expect(table(falling)).toEqual(['1 Ann -2'])
  })
})

test('a sport counts as often as its weight', () => {
  expect(table(season({ Ann: '16', Bob: '61' }, {}, [1, 3]))).toEqual(['1 Bob 19', '2 Ann 9'])
})
