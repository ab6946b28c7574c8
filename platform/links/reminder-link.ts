import type { PlayerTopic } from '../../domain/mail-topics.ts'
import { deriveKey, proofOf, sameText } from './keys.ts'
import type { LinkOptions } from './pick-link.ts'

export type ReminderLinks = ReturnType<typeof reminderLinks>

const FORM = /^(\d{1,15}(?:\.\d{1,15})*)-([\w-]{22})$/

/** For each kind of mail a link that stops this kind alone. */
export function reminderLinks(options: LinkOptions) {
  const key = deriveKey(options.secret, 'reminder-link', options.generation)
  return {
    urlFor: (playerIds: readonly number[], topic: PlayerTopic = 'reminders') => {
      const name = playerIds.join('.')
      return `${options.appUrl}/${topic}/${name}-${proofOf(key, `${topic}/${name}`)}`
    },
    read: (token: string, topic: PlayerTopic = 'reminders') => {
      const [, name = '', proof = ''] = FORM.exec(token) ?? []
      return sameText(proofOf(key, `${topic}/${name}`), proof) ? name.split('.').map(Number) : null
    },
  }
}
