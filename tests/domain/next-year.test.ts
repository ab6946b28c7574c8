import { expect, test } from 'vitest'
import { nextName, nextYearText } from '../../domain/season-story/next-year.ts'

test.each([
  ['Family Cup 2026', 'Family Cup 2027'],
  ['2026 Family Cup', '2027 Family Cup'],
  ['Cup 2026/27', 'Cup 2027/28'],
  ['Cup 2026–2027', 'Cup 2027–2028'],
  ['Cup 1998-99', 'Cup 1999-00'],
  ['Family Cup', 'Family Cup 2027'],
  ['Route 66', 'Route 66 2027'],
])('%s is followed by %s', (name, next) => {
  expect(nextName(name, { yearStart: 2026, yearEnd: 2026 })).toBe(next)
})

test('the proposal counts what the next season takes along', () => {
  const ended = { name: 'Winter Cup', yearStart: 2026, yearEnd: 2027 }
  expect(nextYearText(ended, { players: 11, sports: 1 })).toBe(
    'Start Winter Cup 2027–2028: 11 players, 1 sport, dates moved',
  )
})
