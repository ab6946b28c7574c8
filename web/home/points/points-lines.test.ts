import { expect, test } from 'vitest'
import { playerTint } from '../../../domain/tints.ts'
import { linesOf } from './points-lines.ts'

const graph = [1, 2, 13, 25].map((userId) => ({ userId, userName: `Player ${userId}`, points: [] }))

test('each line has the colour of its player, and another stroke where two share it', () => {
  const lines = linesOf(graph, [], { chosen: null, yours: 13, all: false })
  expect(lines.map(({ userId, tint, stroke }) => [userId, tint, stroke])).toEqual([
    [1, playerTint(1), 'solid'],
    [2, playerTint(2), 'solid'],
    [13, playerTint(1), 'dashed'],
    [25, playerTint(1), 'dotted'],
  ])
})
