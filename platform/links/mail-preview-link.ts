import type { Instant } from '../../domain/event.ts'
import { deriveKey, proofOf, sameText } from './keys.ts'

/** Expiry comes at full steps, so that asking again meanwhile gives the same address, and a frame need not load again. */
const STEP_MS = 600_000
const FORM = /^([0-9a-f-]{36})_(\d{13})_([\w-]{22})$/

/** Addresses that show one mail for ten to twenty minutes without a session: a frame sends none. */
export type MailPreviewLinks = {
  pathFor(mailId: string, now: Instant): string
  /** Null for anything else, and once it has expired. */
  read(token: string, now: Instant): string | null
}

export function mailPreviewLinks(secret: string): MailPreviewLinks {
  const key = deriveKey(secret, 'mail-preview')
  return {
    pathFor: (mailId, now) => {
      const name = `${mailId}_${expiryOf(now)}`
      return `/api/mail-previews/${name}_${proofOf(key, name)}`
    },
    read: (token, now) => {
      const [, mailId = '', expiresAtMs = '', proof = ''] = FORM.exec(token) ?? []
      if (!sameText(proofOf(key, `${mailId}_${expiresAtMs}`), proof)) return null
      return Date.parse(now) < Number(expiresAtMs) ? mailId : null
    },
  }
}

const expiryOf = (now: Instant) => (Math.floor(Date.parse(now) / STEP_MS) + 2) * STEP_MS
