import { expect, test } from 'vitest'
import { isEmailAddress } from '../../domain/admins/email-address.ts'

test.each(['ann@example.com', "o'brien+picks@mail.example", 'ann@localhost', 'änne@münchen.example'])(
  '%s may be an address',
  (text) => {
    expect(isEmailAddress(text)).toBe(true)
  },
)

test.each(['', 'ann', '@example.com', 'ann@', 'ann@b@c', 'ann @example.com', 'Ann <ann@example.com>'])(
  '"%s" is no address',
  (text) => {
    expect(isEmailAddress(text)).toBe(false)
  },
)

test.each(['a@b.c,d@e.f', 'a@b.c;d@e.f', 'a@b.c\r\nBcc: d@e.f', 'a@b.c\n', '"a,d"@e.f'])(
  '%j adds no recipient and no header',
  (text) => {
    expect(isEmailAddress(text)).toBe(false)
  },
)

test('an address has at most 254 characters', () => {
  const domain = '@example.com'
  expect(isEmailAddress('x'.repeat(254 - domain.length) + domain)).toBe(true)
  expect(isEmailAddress('x'.repeat(255 - domain.length) + domain)).toBe(false)
})
