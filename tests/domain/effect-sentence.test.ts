import { expect, test } from 'vitest'
import { effectSentence } from '../../domain/record/effect-sentence.ts'
import type { Standing } from '../../domain/seasons/standings.ts'

/** `Ann 41 #1` and so on, from the first row down. */
const table = (...rows: string[]): Standing[] =>
  rows.map((row) => {
    const [name = '', points, rank] = row.split(/ #?/)
    return {
      ...{ playerId: name.charCodeAt(0), name, totalPoints: Number(points), rank: Number(rank) },
      scores: new Map(),
    }
  })
const nobody = table('Ann 0 #1', 'Bob 0 #1')
const annLeads = table('Ann 41 #1', 'Bob 40 #2')

test.each([
  ['nothing changed', annLeads, annLeads, 'No points or ranks changed.'],
  [
    'the lead went to another',
    annLeads,
    table('Bob 40 #1', 'Ann 38 #2'),
    'Ann 41 → 38, #1 → #2; 1 other changed. The lead went from Ann to Bob.',
  ],
  [
    'whoever leads goes on',
    annLeads,
    table('Ann 41 #1', 'Bob 39 #2'),
    'Bob 40 → 39. Ann led before and after.',
  ],
  [
    'ranks alone',
    table('Ann 4 #1', 'Bob 4 #1'),
    table('Ann 4 #1', 'Bob 4 #2'),
    'Bob #1 → #2. The lead went from Ann and Bob to Ann.',
  ],
  ['the first points', nobody, annLeads, 'Ann 0 → 41; 1 other changed. Ann leads now.'],
  [
    'the last points',
    annLeads,
    nobody,
    'Ann 41 → 0; 1 other changed. Ann led before; nobody has a point now.',
  ],
  [
    'somebody new',
    annLeads,
    [...annLeads, ...table('Cleo 3 #3')],
    'Cleo comes in with 3, #3. Ann led before and after.',
  ],
  [
    'somebody who goes',
    annLeads,
    table('Bob 40 #1'),
    'Ann goes with 41, #1; 1 other changed. The lead went from Ann to Bob.',
  ],
  [
    'many who lead',
    nobody,
    table('Ann 1 #1', 'Bob 1 #1', 'Cleo 1 #1', 'Dan 1 #1'),
    'Ann 0 → 1; 3 others changed. Ann, Bob and 2 others lead now.',
  ],
])('%s', (_, before, after, sentence) => {
  expect(effectSentence(before, after)).toBe(sentence)
})
