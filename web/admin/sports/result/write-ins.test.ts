import { expect, test } from 'vitest'
import type { LeaderboardEntry } from '../../../../api/contract/leaderboards.ts'
import type { RoundList } from '../../../../api/contract/rounds.ts'
import { placesByHits, slotsOf } from './write-ins.ts'

test('an answer that nobody gave takes the places from everybody, and no answer takes none', () => {
  const ann = { id: 1, name: 'Ann', placement: 'first' as const }
  expect(placesByHits([ann], new Map(), [['Kane']])).toEqual([
    { why: '0 right', placement: 'none', players: [ann] },
  ])
  expect(placesByHits([ann], new Map(), [[], []])).toEqual([])
})

test('an answer is spelled as it was published, or as most players did', () => {
  const entries = ['mbappe', 'Mbappé', 'Mbappé', 'KANE', 'kane', 'kane'].map((pickValue, index) => ({
    userId: index,
    picks: { 5: { pickItems: [{ pickNumber: 1, pickValue }] } },
  })) as unknown as LeaderboardEntry[]
  const round = { id: 5, slot_names: ['Golden Boot'], num_write_in_picks: 1 } as RoundList[number]
  const [slot] = slotsOf(entries, { ...round, right_answers: [{ name: 'Golden Boot', answers: ['Kane'] }] })
  expect(slot?.answers).toEqual([
    { text: 'Kane', playerIds: [3, 4, 5] },
    { text: 'Mbappé', playerIds: [0, 1, 2] },
  ])
})
