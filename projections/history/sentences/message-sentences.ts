import type { Audience, MessageEvent } from '../../../domain/messages/message.ts'
import { counted } from '../../../domain/names.ts'
import type { Sentences } from './sentence.ts'
import { action } from './wording.ts'

/** Without its words, which are for its readers. */
export const messageSentences: Sentences<MessageEvent> = {
  MessageSent: ({ data, season, sport }) => {
    const { recipients, audience } = data
    return action(
      `sent a message to ${counted(recipients.length, 'player')} of ${season}${AUDIENCES[audience]}${audience.endsWith('picked') ? ` for ${sport}` : ''}`,
    )
  },
  MessageWithdrawn: ({ season }) => action(`withdrew a message to players of ${season} before it went out`),
}

const AUDIENCES: Record<Audience, string> = {
  all: '',
  chosen: '',
  picked: ' with a pick',
  not_picked: ' without a pick',
}
