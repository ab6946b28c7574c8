import { deriveKey, proofOf, sameText } from './keys.ts'
import type { LinkOptions } from './pick-link.ts'

export type ReminderLinks = ReturnType<typeof reminderLinks>

const FORM = /^(\d{1,15}(?:\.\d{1,15})*)-([\w-]{22})$/

export function reminderLinks(options: LinkOptions) {
  const key = deriveKey(options.secret, 'reminder-link', options.generation)
  return {
    urlFor: (playerIds: readonly number[]) => {
      const name = playerIds.join('.')
      return `${options.appUrl}/reminders/${name}-${proofOf(key, name)}`
    },
    read: (token: string) => {
      const [, name = '', proof = ''] = FORM.exec(token) ?? []
      return sameText(proofOf(key, name), proof) ? name.split('.').map(Number) : null
    },
  }
}
