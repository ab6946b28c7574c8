import { expect, test } from 'vitest'
import { titleHolders } from './title-holders.ts'

const plate = (names: string[], userIds: (number | null)[]) => ({
  ...{ year: 2026, names, userIds, seasonId: 1, seasonName: 'Cup', points: 6, shared: names.length > 1 },
})

test('titles are counted by person: two of one name keep apart, and a name without a page is another', () => {
  const plates = [
    plate(['Sam', 'Sam'], [1, 2]),
    plate(['Zoe'], [3]),
    plate(['Sam'], [2]),
    plate(['Sam'], [null]),
    plate(['sam'], [null]),
  ]
  expect(titleHolders(plates).map(({ name, userId, titles }) => [name, userId, titles])).toEqual([
    ['Sam', 2, 2],
    ['sam', null, 2],
    ['Sam', 1, 1],
    ['Zoe', 3, 1],
  ])
})
