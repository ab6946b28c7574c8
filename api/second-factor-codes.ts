import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Instant } from '#domain/event'

const SECRET_BYTES = 20
/** A clock may be half a minute off. */
const WINDOW_STEPS = 1
const RECOVERY_CODES = 10
const RECOVERY_CODE_BYTES = 10

/** In the letters and digits that people can type into an app. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What an authenticator app reads from a QR code. */
export const uriOf = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ secret, issuer, label }).toString()

/** The time step that the code is of; null for a wrong one. */
export function stepOf(secret: string, code: string, now: Instant): number | null {
  const totp = new TOTP({ secret })
  const timestamp = Date.parse(now)
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/** 80 bits each, so that a plain hash keeps them. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => inGroups(new Secret({ size: RECOVERY_CODE_BYTES }).base32))

const inGroups = (code: string) => code.match(/.{4}/g)?.join('-') ?? code

export const hashOfCode = (code: string): string => createHash('sha256').update(tidyCode(code)).digest('hex')

/** As it counts, however it is typed. */
export const tidyCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()
