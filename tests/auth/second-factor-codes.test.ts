import { Secret, TOTP, URI } from 'otpauth'
import { expect, test } from 'vitest'
import { uriOf } from '../../commands/accounts/second-factor.ts'

test('a QR code stays small enough to scan, however long the names of the league and of the admin', () => {
  const secret = new Secret().base32
  const uri = uriOf(secret, { issuer: '🏈'.repeat(100), label: `${'a'.repeat(242)}@example.com` })
  const read = URI.parse(uri)
  expect(read).toMatchObject({ issuer: '🏈'.repeat(40), label: 'a'.repeat(64) })
  expect(read.generate({ timestamp: 0 })).toBe(new TOTP({ secret }).generate({ timestamp: 0 }))
})

test('names of a usual length are whole, but for a colon, which ends the issuer', () => {
  const names = { issuer: 'Picks 2027 Cup', label: 'connie@example.com' }
  const uri = uriOf(new Secret().base32, { ...names, issuer: 'Picks 2027: Cup' })
  expect(URI.parse(uri)).toMatchObject(names)
})
