import { expect, test } from 'vitest'
import { asksReason } from '../../projections/history/asks-reason.ts'

const metadata = {
  actor: { kind: 'admin', id: 1 },
  ...{ commandId: 'one', correlationId: 'one', causationId: 'one', occurredAt: '2027-01-10T12:00:00.000Z' },
} as const

test.each([
  [[], false],
  [['TieBreakGuessEntered'], false],
  [['PickSubmitted'], true],
  [['TieBreakGuessed', 'PickSubmitted', 'TieBreakGuessEntered'], true],
])('an entry after %j asks the admin why: %j', (earlier, asks) => {
  const before = earlier.map((type) => ({ type }))
  expect(asksReason({ type: 'PickEntered', metadata }, before, undefined)).toBe(asks)
})
