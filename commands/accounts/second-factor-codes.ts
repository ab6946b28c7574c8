import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Instant } from '../../domain/event.ts'

const SECRET_BYTES = 20
/** A clock may be half a minute off. */
const WINDOW_STEPS = 1
const ISSUER_MAX = 40
const LABEL_MAX = 64
const RECOVERY_CODES = 10
const RECOVERY_CODE_BYTES = 10

/** In the letters and digits that people can type into an app. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What an authenticator app reads from a QR code. Names are cut: a camera cannot read a code that holds too much. */
export const uriOf = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ secret, issuer: cut(issuer, ISSUER_MAX), label: cut(label, LABEL_MAX) }).toString()

/** By code point, so that no emoji is halved. */
const cut = (text: string, max: number) => [...text].slice(0, max).join('')

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

export const tidyCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()
