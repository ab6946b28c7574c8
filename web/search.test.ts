import { expect, test } from 'vitest'
import { plain } from '../domain/spelling.ts'
import { search } from './search.ts'

const TEAMS = [
  'Bayern München',
  'Canada',
  'FC Kopenhagen',
  'Łódź',
  'Mönchengladbach',
  'Ørsted',
  'St. Andrews',
  'Urban Canada',
]

test.each([
  ['', TEAMS],
  ['  ', TEAMS],
  ['mun', ['Bayern München']],
  ['MÜN', ['Bayern München']],
  ['an', ['St. Andrews', 'Canada', 'Urban Canada']],
  ['can', ['Canada', 'Urban Canada']],
  ['lodz', ['Łódź']],
  ['orst', ['Ørsted']],
  ['fc k', ['FC Kopenhagen']],
  ['nobody', []],
])('%j finds %j', (text, expected) => {
  expect(search(TEAMS, text, (team) => team)).toEqual(expected)
})

test('a word that begins with it counts, even behind one that only holds it', () => {
  expect(search(['Anna, banana', 'Hannah Ann', 'Hannah'], 'ann', (name) => name)).toEqual([
    'Anna, banana',
    'Hannah Ann',
    'Hannah',
  ])
})

test.each([
  ['Köln', 'koln', true],
  ['Ёлка', 'елка', true],
  ['ばば', 'はは', false],
  ['パリ', 'ハリ', false],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', false],
  ['Re\ufeffds', 'Reds', true],
])('%j and %j are the same: %j', (one, other, same) => {
  expect(plain(one) === plain(other)).toBe(same)
})
