import type { Instant } from '../../domain/event.ts'
import { deriveKey, proofOf, sameText } from './keys.ts'

/** Expiry comes in full steps, so that the same address is given meanwhile and a frame need not load again. */
const STEP_MS = 600_000
const FORM = /^([0-9a-f-]{36})_(\d{13})_([\w-]{22})$/

export type MailPreviewLinks = ReturnType<typeof mailPreviewLinks>

/** Shows one mail without a session, which a frame does not send, for ten to twenty minutes. */
export function mailPreviewLinks(secret: string) {
  const key = deriveKey(secret, 'mail-preview')
  return {
    pathFor: (mailId: string, now: Instant) => {
      const name = `${mailId}_${expiryOf(now)}`
      return `/api/mail-previews/${name}_${proofOf(key, name)}`
    },
    read: (token: string, now: Instant) => {
      const [, mailId = '', expiresAtMs = '', proof = ''] = FORM.exec(token) ?? []
      if (!sameText(proofOf(key, `${mailId}_${expiresAtMs}`), proof)) return null
      return Date.parse(now) < Number(expiresAtMs) ? mailId : null
    },
  }
}

const expiryOf = (now: Instant) => (Math.floor(Date.parse(now) / STEP_MS) + 2) * STEP_MS
