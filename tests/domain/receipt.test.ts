import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReceiptCode, receiptCode } from '../../domain/picks/receipt.ts'

test('a receipt is sixteen characters that nobody mistakes for others', () => {
  expect(receiptCode('9ea029b8-d566-5ea8-929c-3291500672a8')).toBe('KTG2-KE6N-CS80-CWN8')
})

test('it is read however it was written down', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.func(fc.boolean()), (id, isLower) => {
      const code = receiptCode(id)
      const typed = [...code]
        .map((character, index) => (isLower(index) ? character.toLowerCase() : character))
        .join('')
        .replaceAll('-', ' ')
        .replaceAll('0', 'o')
        .replaceAll('1', 'L')
      expect(readReceiptCode(typed)).toBe(code)
    }),
  )
})

test.each(['', 'ABCD', '0000-0000-0000-000U', '0000-0000-0000-0000-0', '=1+1', '../../x', '🏆'.repeat(16)])(
  '%j is none',
  (text) => {
    expect(readReceiptCode(text)).toBeNull()
  },
)

test('two picks never share one by what their ids have in common', () => {
  const ids = fc.sample(fc.uuid({ version: 5 }), 10_000)
  expect(new Set(ids.map(receiptCode)).size).toBe(new Set(ids).size)
})
