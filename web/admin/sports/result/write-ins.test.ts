import { expect, test } from 'vitest'
import { placesByHits } from './write-ins.ts'

test('an answer that nobody gave takes the places from everybody, and no answer takes none', () => {
  const ann = { id: 1, name: 'Ann', placement: 'first' as const }
  expect(placesByHits([ann], new Map(), [['Kane']])).toEqual([
    { why: '0 right', placement: 'none', players: [ann] },
  ])
  expect(placesByHits([ann], new Map(), [[], []])).toEqual([])
})
