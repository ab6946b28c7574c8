import { expect, test } from 'vitest'
import { countedUp } from './season-text.ts'

test.each([
  ['Family Cup 2026', 'Family Cup 2027'],
  ['2026 Family Cup', '2027 Family Cup'],
  ['Cup 2026/27', 'Cup 2027/28'],
  ['Cup 2026–2027', 'Cup 2027–2028'],
  ['Cup 1998-99', 'Cup 1999-00'],
  ['Family Cup', 'Family Cup 2027'],
  ['Route 66', 'Route 66 2027'],
])('%s is followed by %s', (name, next) => {
  expect(countedUp(name, { year_start: 2027, year_end: 2027 })).toBe(next)
})
