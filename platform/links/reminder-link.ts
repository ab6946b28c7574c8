import { deriveKey, proofOf, sameText } from './keys.ts'
import type { LinkOptions } from './pick-link.ts'

/** Links with which players turn their own reminders off and on. Derived and never stored, like those to pick. */
export type ReminderLinks = {
  /** The whole address, on the application's own origin: one for all who share a mail. */
  urlFor(playerIds: readonly number[]): string
  /** Whom a token is about; null for anything that this server did not make. */
  read(token: string): number[] | null
}

const FORM = /^(\d{1,15}(?:\.\d{1,15})*)-([\w-]{22})$/

export function reminderLinks(options: LinkOptions): ReminderLinks {
  const key = deriveKey(options.secret, 'reminder-link', options.generation)
  return {
    urlFor: (playerIds) => {
      const name = playerIds.join('.')
      return `${options.appUrl}/reminders/${name}-${proofOf(key, name)}`
    },
    read: (token) => {
      const [, name = '', proof = ''] = FORM.exec(token) ?? []
      return sameText(proofOf(key, name), proof) ? name.split('.').map(Number) : null
    },
  }
}
