import { describe, expect, test } from 'vitest'
import { allTime, type PlayedSeason } from '../../domain/seasons/all-time.ts'

const IDS: Record<string, number> = { Ann: 1, Bob: 2, Cleo: 3, Dan: 4 }

/** Totals by name; whom nobody beats is first. */
function season(totals: Record<string, number>, isEnded = true): PlayedSeason {
  const table = Object.entries(totals).map(([name, totalPoints]) => ({
    ...{ playerId: IDS[name] ?? 0, name, totalPoints, championsCalled: 1 },
    rank: 1 + Object.values(totals).filter((other) => other > totalPoints).length,
  }))
  return { isEnded, table }
}

const rowOf = (name: string, ...seasons: PlayedSeason[]) => allTime(seasons).find((row) => row.name === name)

test('a row sums up all seasons of a player', () => {
  expect(rowOf('Bob', season({ Ann: 20, Bob: 15 }), season({ Bob: 8, Cleo: 4 }))).toEqual({
    ...{ playerId: 2, name: 'Bob', rank: 1 },
    ...{ seasons: 2, titles: 1, sharedTitles: 0, podiums: 2, bestRank: 1 },
    ...{ totalPoints: 23, championsCalled: 2, share: 0.875 },
  })
})

test('a title that is shared is one all the same', () => {
  expect(rowOf('Ann', season({ Ann: 9, Bob: 9, Cleo: 1 }))).toMatchObject({ titles: 1, sharedTitles: 1 })
})

describe('the share', () => {
  test('is rounded to four decimals', () => {
    expect(rowOf('Bob', season({ Ann: 3, Bob: 2 }))?.share).toBe(0.6667)
  })
  test('is nothing where the winner has none', () => {
    expect(rowOf('Bob', season({ Ann: 0, Bob: -3 }), season({ Bob: 4 }))?.share).toBe(0.5)
  })
  test('is never less than nothing', () => {
    expect(rowOf('Bob', season({ Ann: 10, Bob: -3 }))?.share).toBe(0)
  })
})

test('a title from before the league was kept here is a title and a podium more', () => {
  const rows = allTime(
    [season({ Ann: 3, Bob: 2, Cleo: 1 })],
    [{ playerId: 2 }, { playerId: 2 }, { playerId: null }],
  )
  expect(rows.map(({ name, titles, podiums, bestRank }) => [name, titles, podiums, bestRank])).toEqual([
    ['Bob', 2, 3, 1],
    ['Ann', 1, 1, 1],
    ['Cleo', 0, 1, 3],
  ])
})

test('a season in which nobody has a point has no champion', () => {
  expect(rowOf('Ann', season({ Ann: 0, Bob: 0 }))).toMatchObject({
    ...{ seasons: 1, titles: 0, podiums: 0, bestRank: null },
  })
})

test('who leads a season that is being played has no title yet', () => {
  expect(rowOf('Ann', season({ Ann: 9, Bob: 1 }, false))).toMatchObject({
    ...{ seasons: 1, titles: 0, podiums: 0, bestRank: null, totalPoints: 9 },
  })
})

test('titles go before podiums, podiums before the share, and equals share a rank', () => {
  const rows = allTime([
    season({ Ann: 10, Bob: 9, Cleo: 9, Dan: 1 }),
    season({ Dan: 10, Bob: 9, Cleo: 9, Ann: 1 }),
  ])
  expect(rows.map(({ name, rank }) => [name, rank])).toEqual([
    ['Ann', 1],
    ['Dan', 1],
    ['Bob', 3],
    ['Cleo', 3],
  ])
})

test('players of one name keep apart', () => {
  const { table } = season({ Ann: 5, Bob: 3 })
  const namesakes = { isEnded: true, table: table.map((one) => ({ ...one, name: 'Sam' })) }
  expect(allTime([namesakes]).map(({ playerId, totalPoints }) => [playerId, totalPoints])).toEqual([
    [1, 5],
    [2, 3],
  ])
})
