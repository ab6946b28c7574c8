import { expect, test } from 'vitest'
import { PICK_EVENTS } from '../../domain/picks/pick-events.ts'

const at = '2027-01-10T12:00:00.000Z'
const guess = { guess: 3, at, by: 'admin' } as const
const pick = { picks: ['Reds'], at, by: 'player' } as const

test.each([
  [[], false],
  [[guess], false],
  [[{ ...pick, picks: [] }], false],
  [[guess, pick, guess], true],
])('an entry after %j asks the admin why: %j', (before, asks) => {
  expect(PICK_EVENTS.PickEntered.asksReason(before)).toBe(asks)
})
