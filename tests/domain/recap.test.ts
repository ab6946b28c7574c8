import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SeasonSoFar } from '../../domain/season-story/chapters.ts'
import { honoursOf } from '../../domain/season-story/honours.ts'
import { pickedIn } from '../../domain/season-story/picked.ts'
import { type RecapFact, recapOf } from '../../domain/season-story/recap.ts'
import { statisticsOf } from '../../domain/season-story/statistics.ts'
import { type Sport, seasonSoFar } from './season-so-far.ts'

const NAMES = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gil', 'Hal']
type Plan = Parameters<typeof seasonSoFar>[2]

const recap = (sports: readonly Sport[], plan?: Plan, names = NAMES) =>
  recapOf(seasonSoFar(names, sports, plan))

/** As `Reds: Ann Bo, Blues: Cy` tells what everybody picked. */
function picks(told: string): Sport['picks'] {
  const made = told.split(', ').flatMap((value) => {
    const [team = '', players = ''] = value.split(': ')
    return players.split(' ').map((name) => [name, team])
  })
  return Object.fromEntries(made)
}

const sport = (told: string, result?: string, more: Partial<Sport> = {}): Sport => ({
  picks: picks(told),
  ...(result && { result: result.split(' ') }),
  ...more,
})

const OPEN: Sport = { picks: {}, is: 'open' }
const ALL_RED = 'Reds: Ann Bo Cy Di Ed Flo Gil Hal'

const SITUATIONS: [situation: string, sports: Sport[], sentences: string[] | null, plan?: Plan][] = [
  ['nothing has a result', [sport('Reds: Ann Bo')], null],
  [
    'everybody called the first sport',
    [sport('Reds: Ann Bo', 'Reds')],
    ['Ann and Bo are tied at the top with 6 points.'],
  ],
  [
    'nobody called it',
    [sport('Reds: Ann Bo', 'Blues Reds')],
    ['Nobody had Blues, the winner of Sport 1.', 'Ann and Bo are tied at the top with 5 points.'],
  ],
  [
    'one of two called it',
    [sport('Reds: Ann, Blues: Bo', 'Reds')],
    ['Only Ann had Reds, the winner of Sport 1.'],
  ],
  ['the only one who picked called it', [sport('Reds: Ann', 'Reds')], []],
  ['the only one who picked missed it', [sport('Reds: Ann', 'Blues')], []],
  ['nobody picked', [sport('Reds: Nobody', 'Reds')], []],
  [
    'two of eight called it',
    [sport('Reds: Ann Bo, Blues: Cy Di Ed Flo Gil Hal', 'Reds')],
    ['Only Ann and Bo had Reds, the winner of Sport 1.', 'Ann and Bo are tied at the top with 6 points.'],
  ],
  [
    'three of eight called it',
    [sport('Reds: Ann Bo Cy, Blues: Di Ed Flo Gil Hal', 'Reds')],
    ['Ann, Bo and Cy are tied at the top with 6 points.'],
  ],
  ['many are tied', [sport(ALL_RED, 'Reds')], ['Ann, Bo, Cy and 5 more are tied at the top with 6 points.']],
  [
    'nobody called write-ins',
    [sport('Kane: Ann, Rice: Bo', 'Nobody', { writeIns: 1, name: 'Golden Boot' })],
    ['Nobody called Golden Boot.', 'Ann and Bo are tied at the top with 1 point.'],
  ],
  [
    'one called write-ins',
    [sport('Kane: Ann, Rice: Bo', 'Bo', { writeIns: 1, name: 'Golden Boot' })],
    ['Only Bo called Golden Boot.'],
  ],
  [
    'the second sport has another leader',
    [
      sport('Reds: Ann, Blues: Bo', 'Reds'),
      sport('Reds: Ann, Blues: Bo', 'Blues Whites Greens Owls Foxes'),
      OPEN,
      OPEN,
    ],
    ['Only Bo had Blues, the winner of Sport 2.', 'Ann and Bo are tied at the top with 7 points.'],
  ],
  [
    'the lead changes',
    [
      sport('Reds: Ann, Blues: Cy, Greens: Bo', 'Reds Blues'),
      sport('Blues: Bo Cy, Reds: Ann', 'Blues'),
      OPEN,
    ],
    ['Cy takes the lead with 11 points.'],
  ],
  [
    'somebody who shared the lead has it alone',
    [sport('Reds: Ann Bo', 'Reds'), sport('Reds: Ann, Blues: Bo', 'Reds'), OPEN],
    ['Only Ann had Reds, the winner of Sport 2.'],
  ],
  [
    'somebody climbs two places',
    [
      sport('Reds: Ann, Blues: Bo, Greens: Cy, Owls: Di', 'Reds Blues Greens Owls'),
      sport('Reds: Ann Di, Blues: Bo Cy', 'Reds Owls Foxes Whites Blues'),
      OPEN,
    ],
    ['Di climbs 2 places to 2nd.'],
  ],
  [
    'two climb as far',
    [
      sport('Reds: Ann, Blues: Bo Ed, Greens: Cy Di', 'Reds Blues Whites Greens'),
      sport('Reds: Cy Di Ann, Blues: Bo Ed', 'Reds'),
      OPEN,
    ],
    ['Cy and Di both climb 2 places.'],
  ],
  [
    'the new leader climbs most',
    [
      sport('Reds: Ann, Blues: Bo, Greens: Cy', 'Reds Blues Greens'),
      sport('Reds: Cy, Blues: Ann Bo', 'Reds'),
      OPEN,
    ],
    ['Only Cy had Reds, the winner of Sport 2.', 'Cy takes the lead with 10 points.'],
  ],

  [
    'the tie-break decides',
    [
      sport('Reds: Ann, Blues: Bo', 'Reds Whites Owls Foxes Blues'),
      sport('Reds: Cy, Blues: Bo, Greens: Ann', 'Reds Blues'),
      OPEN,
    ],
    ['Only Cy had Reds, the winner of Sport 2.', 'Ann leads by the tie-break: most sports won.'],
    { rules: { tieBreak: ['round_wins'] } },
  ],
  [
    'a sport is left, and nobody can overtake',
    [sport('Reds: Ann, Blues: Bo', 'Reds'), sport('Reds: Ann, Blues: Bo', 'Reds'), OPEN],
    [
      'Ann is the champion: no result can put anybody ahead any more.',
      'Only Ann had Reds, the winner of Sport 2.',
    ],
  ],
  [
    'the last sport of a season that has not ended',
    [sport('Reds: Ann, Blues: Bo', 'Reds')],
    ['Only Ann had Reds, the winner of Sport 1.'],
  ],
  [
    'the season has ended',
    [sport('Reds: Ann, Blues: Bo', 'Reds')],
    ['Ann is the champion.', 'Only Ann had Reds, the winner of Sport 1.'],
    { hasEnded: true },
  ],
  [
    'the season has ended, and it was clear before',
    [sport('Reds: Ann, Blues: Bo', 'Reds'), sport('Reds: Ann', 'Reds'), sport('Reds: Ann Bo', 'Reds')],
    [],
    { hasEnded: true },
  ],
  [
    'two are the champions',
    [sport('Reds: Ann Bo, Blues: Cy', 'Reds')],
    ['Ann and Bo are the champions.', 'Ann and Bo are tied at the top with 6 points.'],
    { hasEnded: true },
  ],
  [
    'the result was corrected',
    [sport('Reds: Ann, Blues: Bo', 'Blues', { former: ['Reds'] })],
    ['Corrected: Only Bo had Blues, the winner of Sport 1.'],
  ],
  [
    'the last result was taken back',
    [sport('Reds: Ann, Blues: Bo', 'Reds'), sport('Reds: Bo', 'Reds', { is: 'unlocked' })],
    ['Only Ann had Reds, the winner of Sport 1.'],
  ],
  ['the only result was taken back', [sport('Reds: Ann', 'Reds', { is: 'unlocked' })], null],
  [
    'an earlier sport has its result later',
    [sport('Reds: Ann, Blues: Bo', 'Reds'), sport('Reds: Ann, Blues: Bo', 'Blues'), OPEN],
    ['Only Ann had Reds, the winner of Sport 1.', 'Ann and Bo are tied at the top with 7 points.'],
    { order: [2, 1] },
  ],
  [
    'a result was taken back, and came again after another',
    [sport('Reds: Ann, Blues: Bo', 'Blues', { former: ['Reds'] }), sport('Reds: Ann Bo', 'Reds'), OPEN],
    ['Corrected: Only Bo had Blues, the winner of Sport 1.'],
    { order: [1, 2, 1] },
  ],
  [
    'an earlier result was corrected',
    [
      sport('Reds: Ann, Blues: Bo', 'Blues', { former: ['Reds'], stays: true }),
      sport('Reds: Ann, Blues: Bo', 'Reds'),
      OPEN,
    ],
    ['Corrected: Only Ann had Reds, the winner of Sport 2.', 'Ann and Bo are tied at the top with 7 points.'],
    { order: [1, 2, 1] },
  ],
]

describe('the recap', () => {
  test.each(SITUATIONS)('when %s', (_, sports, sentences, plan) => {
    expect(recap(sports, plan)?.sentences ?? null).toEqual(sentences)
  })

  test('has at most three sentences, the champion before all', () => {
    const sports = [
      sport('Reds: Ann, Blues: Bo, Greens: Cy, Owls: Di', 'Reds Blues Greens Owls'),
      sport('Reds: Ann Di, Blues: Bo Cy Ed', 'Blues Whites Greens Owls Reds'),
      sport('Reds: Di, Blues: Ann Bo', 'Reds'),
      sport('Reds: Bo Cy', 'Owls'),
      sport('Reds: Di, Blues: Bo', 'Reds Whites'),
    ]
    const told = recap(sports, { hasEnded: true })
    expect(told?.facts.map(({ kind }) => kind)).toEqual(['clinched', 'lone_caller', 'new_leader'])
    expect(told?.sentences).toHaveLength(3)
  })
})

describe('what is said of the winners', () => {
  const honours = (sports: readonly Sport[], plan?: Plan) => {
    const { winners, sentences, ties } = honoursOf(seasonSoFar(NAMES, sports, plan))
    return [winners.map(({ name }) => name), sentences, [...ties]]
  }
  const byWins: Plan = { rules: { tieBreak: ['round_wins'] } }

  test.each<[string, ReturnType<typeof honours>, Sport[], Plan?]>([
    ['nothing without points', [[], [], []], [sport('Reds: Nobody', 'Reds')]],
    [
      'sports won and the best call',
      [['Ann'], ['Ann won 2 sports.', 'Only Ann had Blues, the winner of Sport 2.'], []],
      [sport('Reds: Ann Bo', 'Reds'), sport('Blues: Ann, Reds: Bo', 'Blues')],
    ],
    [
      'companions of the best call',
      [['Ann'], ['Ann won 2 sports.', 'Ann had Reds, the winner of Sport 1, with 1 other.'], []],
      [sport('Reds: Ann Bo', 'Reds'), sport('Blues: Ann', 'Reds')],
    ],
    [
      'what settled a tie, for every place once',
      [
        ['Ann'],
        ['Tied with Cy on 7. Ann won 1 sport, Cy 0.', 'Only Ann had Reds, the winner of Sport 1.'],
        [],
      ],
      [
        sport('Reds: Ann, Blues: Cy', 'Reds Whites Owls Foxes Blues'),
        sport('Greens: Ann, Blues: Cy, Reds: Bo', 'Reds Blues'),
      ],
      byWins,
    ],
    [
      'a tie for another place',
      [
        ['Di'],
        ['Di won 2 sports.', 'Only Di had Foxes, the winner of Sport 3.'],
        [[1, 'Tied with Cy on 7. Ann won 1 sport, Cy 0.']],
      ],
      [
        sport('Reds: Ann Di, Blues: Cy', 'Reds Whites Owls Foxes Blues'),
        sport('Greens: Ann Di, Blues: Cy, Reds: Bo', 'Reds Blues'),
        sport('Foxes: Di', 'Foxes'),
      ],
      byWins,
    ],
    [
      'several who share the title',
      [
        ['Ann', 'Bo'],
        ['Ann won 1 sport.', 'Bo won 1 sport.', 'Ann had Reds, the winner of Sport 1, with 1 other.'],
        [],
      ],
      [sport('Reds: Ann Bo', 'Reds')],
    ],
    ['no more than names of many', [NAMES, [], []], [sport(ALL_RED, 'Reds')]],
  ])('is %s', (_, told, sports, plan) => {
    expect(honours(sports, plan)).toEqual(told)
  })
})

const TEAMS = ['Reds', 'Blues', 'Greens', 'Owls', 'Foxes']
const played: fc.Arbitrary<Sport> = fc.record({
  picks: fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(...TEAMS), {
    maxKeys: 8,
    noNullPrototype: true,
  }),
  result: fc.shuffledSubarray(TEAMS, { minLength: 1, maxLength: 5 }),
})
const random = fc.record({
  sports: fc.array(played, { minLength: 1, maxLength: 5 }),
  hidden: fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(...TEAMS), { noNullPrototype: true }),
  plan: fc.record({
    rules: fc.constantFrom({}, { tieBreak: ['round_wins' as const] }),
    hasEnded: fc.boolean(),
  }),
})
const withOpen = (sports: readonly Sport[], picks: Sport['picks']): Sport[] => [
  ...sports,
  { picks, is: 'open' },
]

describe('of a random season, the recap', () => {
  test('names nothing that a plain count does not find', () => {
    const found = new Set<string>()
    fc.assert(
      fc.property(random, ({ sports, plan }) => {
        for (const fact of recap(withOpen(sports, {}), plan)?.facts ?? []) {
          found.add(fact.kind)
          expect([fact, holds(fact, sports, plan.rules)]).toEqual([fact, true])
        }
      }),
      { numRuns: 500, seed: 7 },
    )
    // Each kind came up, so that none holds by not being there.
    expect(found.size).toBe(8)
  })

  test('follows every name, and with all counts tells nothing of picks that are hidden', () => {
    const toldOf = (season: SeasonSoFar) => ({
      facts: recapOf(season)?.facts,
      rows: statisticsOf(season).toSorted((one, other) => one.playerId - other.playerId),
      picked: season.rounds.map((round) => pickedIn(season, round)),
    })
    fc.assert(
      fc.property(random, ({ sports, hidden, plan }) => {
        const renamed = NAMES.map((_, index) => `${9 - index}`)
        const renaming = (picks: Sport['picks']) =>
          Object.fromEntries(
            Object.entries(picks).map(([name, pick]) => [`${9 - NAMES.indexOf(name)}`, pick]),
          )
        const twin = sports.map((one) => ({ ...one, picks: renaming(one.picks) }))
        const told = toldOf(seasonSoFar(NAMES, withOpen(sports, hidden), plan))
        expect(toldOf(seasonSoFar(renamed, withOpen(twin, {}), plan))).toEqual(told)
      }),
      { numRuns: 100, seed: 7 },
    )
  })
})

type Line = { total: number; wins: number; rank: number }

function plainTable(sports: readonly Sport[], isByWins: boolean): Line[] {
  const pointsIn = ({ picks, result = [] }: Sport, name: string) => {
    const pick = picks[name]
    return typeof pick === 'string' ? ([6, 5, 4, 3, 2][result.indexOf(pick)] ?? 1) : 0
  }
  const lines = NAMES.map((name) => {
    const points = sports.map((one) => pointsIn(one, name))
    const isWon = (one: number, index: number) =>
      one > 0 && NAMES.every((other) => pointsIn(sports[index] as Sport, other) <= one)
    return { total: points.reduce((sum, one) => sum + one, 0), wins: points.filter(isWon).length }
  })
  const isAhead = (one: (typeof lines)[number], other: (typeof lines)[number]) =>
    one.total > other.total || (isByWins && one.total === other.total && one.wins > other.wins)
  return lines.map((line) => ({ ...line, rank: 1 + lines.filter((other) => isAhead(other, line)).length }))
}

function holds({ kind, playerIds, value }: RecapFact, sports: readonly Sport[], rules: object): boolean {
  const isByWins = 'tieBreak' in rules
  const [now, before] = [plainTable(sports, isByWins), plainTable(sports.slice(0, -1), isByWins)]
  const { picks = {}, result: [champion = ''] = [] } = sports.at(-1) ?? {}
  const ids = NAMES.map((_, index) => index + 1)
  const called = ids.filter((id) => picks[NAMES[id - 1] ?? ''] === champion)
  const picked = Object.keys(picks).length
  const isCalled = (is: boolean) => is && picked > 1 && value === champion && `${called}` === `${playerIds}`
  const leading = (table: Line[]) => ids.filter((id) => table[id - 1]?.rank === 1)
  const isTop = `${leading(now)}` === `${playerIds}`
  const climbOf = (id: number) => (before[id - 1]?.rank ?? 0) - (now[id - 1]?.rank ?? 0)
  const isLevel = (id: number) => now[id - 1]?.total === now[(playerIds[0] ?? 0) - 1]?.total
  switch (kind) {
    case 'clinched':
      return playerIds.every((id) => leading(now).includes(id))
    case 'nobody_called_it':
      return isCalled(called.length === 0)
    case 'few_called_it':
      return isCalled(called.length > 1 && called.length * 4 <= picked)
    case 'lone_caller':
      return isCalled(called.length === 1)
    case 'new_leader':
      return (
        isTop &&
        playerIds.length === 1 &&
        (climbOf(playerIds[0] ?? 0) > 0 || before.every(({ total }) => total === 0))
      )
    case 'biggest_climb':
      return playerIds.every((id) => climbOf(id) > 1 && ids.every((other) => climbOf(other) <= climbOf(id)))
    case 'level_at_the_top':
      return isTop && playerIds.length > 1 && playerIds.every(isLevel)
    case 'tie_break':
      return isTop && playerIds.length === 1 && ids.filter(isLevel).length > 1
  }
}
