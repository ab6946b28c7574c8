import { describe, expect, test } from 'vitest'
import { pickedIn, pickedResultOf } from '../../domain/season-story/picked.ts'
import { statisticsOf } from '../../domain/season-story/statistics.ts'
import { type Sport, seasonSoFar } from './season-so-far.ts'

const NAMES = ['Ann', 'Bo', 'Cy', 'Di']
type Plan = Parameters<typeof seasonSoFar>[2]

function pickedAs(sports: readonly Sport[], roundId: number, plan: Plan = {}) {
  const season = seasonSoFar(NAMES, sports, plan)
  const round = season.rounds.find((one) => one.roundId === roundId)
  const picked = round && pickedIn(season, round)
  if (!round || !picked) return null
  return { ...picked, result: pickedResultOf(season, round, picked) }
}

describe('what everybody picked', () => {
  test('is counted, most frequent first, then by name', () => {
    const picks = { Ann: 'Reds', Bo: 'Greens', Cy: 'Blues', Di: 'Greens' }
    expect(pickedAs([{ picks }], 1)).toEqual({
      pickedIds: [1, 2, 3, 4],
      missingIds: [],
      values: [
        { number: null, value: 'Greens', playerIds: [2, 4] },
        { number: null, value: 'Blues', playerIds: [3] },
        { number: null, value: 'Reds', playerIds: [1] },
      ],
      aloneIds: [1, 3],
      result: null,
    })
  })

  test('is nothing until the sport has locked, cancelled or not, and stays what it was when it is cancelled later', () => {
    const picks = { Ann: 'Reds' }
    expect(pickedAs([{ picks, is: 'open' }], 1)).toBeNull()
    expect(pickedAs([{ picks, is: 'cancelled' }], 1)).toMatchObject({ pickedIds: [1], result: null })
  })

  test('misses whoever owed a pick, and not whoever joined later', () => {
    const picks = { Ann: 'Reds' }
    expect(pickedAs([{ picks }], 1, { late: ['Cy'] })).toMatchObject({ pickedIds: [1], missingIds: [2, 4] })
  })

  test('groups write-ins by slot, whatever their case, accents and spaces, in the spelling of most', () => {
    const picks = {
      Ann: ['Mbappé', 'France'],
      Bo: [' mbappe ', ''],
      Cy: ['MBAPPE', 'Spain'],
      Di: ['Kane', 'mbappé'],
    }
    const picked = pickedAs([{ picks, writeIns: 2, result: ['Ann'] }], 1)
    expect(picked?.values).toEqual([
      { number: 1, value: 'Mbappé', playerIds: [1, 2, 3] },
      { number: 1, value: 'Kane', playerIds: [4] },
      { number: 2, value: 'France', playerIds: [1] },
      { number: 2, value: 'mbappé', playerIds: [4] },
      { number: 2, value: 'Spain', playerIds: [3] },
    ])
    expect(picked?.aloneIds).toEqual([4])
    expect(picked?.result).toMatchObject({ calledIds: [1], rarest: null })
  })

  test('keeps apart the teams of a list that differ by an accent', () => {
    const picked = pickedAs([{ picks: { Ann: 'São Paulo', Bo: 'Sao Paulo' } }], 1)
    expect(picked?.values).toHaveLength(2)
    expect(picked?.aloneIds).toEqual([1, 2])
  })

  test.each([
    [['Reds', 'Blues'], 'Blues'],
    [['Greens', 'Reds'], 'Greens'],
    [['Reds', 'Greens', 'Blues'], 'Greens'],
    [['Whites'], null],
  ])('of the result %j has %j as the rarest that placed', (result, rarest) => {
    const picks = { Ann: 'Reds', Bo: 'Reds', Cy: 'Blues', Di: 'Greens' }
    expect(pickedAs([{ picks, result }], 1)?.result).toMatchObject({ rarest })
  })

  test('moves ranks against the results that had come before, by those of today', () => {
    const first = { picks: { Ann: 'Reds', Bo: 'Blues' }, result: ['Reds', 'Blues'] }
    const second = { picks: { Bo: 'Reds', Cy: 'Blues' }, result: ['Reds', 'Blues'] }
    const movers = [
      { playerId: 2, from: 2, to: 1 },
      { playerId: 1, from: 1, to: 2 },
      { playerId: 4, from: 3, to: 4 },
    ]
    expect(pickedAs([first, second], 1)?.result?.movers).toEqual([])
    expect(pickedAs([first, second], 2)?.result?.movers).toEqual(movers)
    expect(pickedAs([second, first], 1, { order: [2, 1] })?.result?.movers).toEqual(movers)
    const corrected = { ...first, result: ['Blues', 'Reds'], former: first.result }
    const byToday = [
      { playerId: 3, from: 3, to: 2 },
      { playerId: 4, from: 3, to: 4 },
    ]
    expect(pickedAs([corrected, second], 2)?.result?.movers).toEqual(byToday)
  })
})

describe('the statistics of a season', () => {
  const SPORTS: Sport[] = [
    { picks: { Ann: 'Reds', Bo: 'Reds', Cy: 'Blues' }, result: ['Reds', 'Greens'] },
    { picks: { Ann: 'Blues', Bo: 'Reds', Cy: 'Reds' }, result: ['Blues', 'Reds'] },
    { picks: { Ann: 'Reds' }, is: 'cancelled' },
    { picks: { Ann: 'Reds', Bo: 'Blues', Cy: 'Blues' } },
    { picks: { Ann: 'Greens', Cy: 'Blues' }, is: 'open' },
  ]
  const rows = statisticsOf(seasonSoFar(NAMES, SPORTS, { rules: { noPick: -1 }, late: ['Di'] }))

  test('are in the order of the standings', () => {
    expect(rows.map(({ playerId }) => playerId)).toEqual([1, 2, 3, 4])
  })

  test('count champions, places, shares, the best call and the run of a player', () => {
    expect(rows[0]).toEqual({
      playerId: 1,
      championsCalled: 2,
      sports: 2,
      averagePlace: 1,
      missing: 0,
      // Two of three, one of three, one of three.
      boldness: 0.5556,
      bestCall: { roundId: 2, value: 'Blues', companions: 0 },
      longestRun: 2,
    })
    expect(rows[1]).toMatchObject({ averagePlace: 1.5, bestCall: { roundId: 1, companions: 1 } })
    expect(rows[2]).toMatchObject({ championsCalled: 0, averagePlace: 4, bestCall: null })
  })

  test('have nothing of who never owed a pick, and count what was owed', () => {
    const nothing = {
      sports: 0,
      averagePlace: null,
      missing: 0,
      boldness: null,
      bestCall: null,
      longestRun: 0,
    }
    expect(rows[3]).toMatchObject(nothing)
    const owing = statisticsOf(seasonSoFar(NAMES, SPORTS, { rules: { noPick: -1 } }))
    expect(owing.find(({ playerId }) => playerId === 4)).toMatchObject({
      sports: 2,
      missing: 3,
      longestRun: 0,
    })
  })

  test('hold nothing of a pick in a sport that is open', () => {
    const twin = SPORTS.map((sport) => (sport.is === 'open' ? { ...sport, picks: { Bo: 'Reds' } } : sport))
    const options = { rules: { noPick: -1 }, late: ['Di'] }
    expect(statisticsOf(seasonSoFar(NAMES, twin, options))).toEqual(rows)
  })
})
