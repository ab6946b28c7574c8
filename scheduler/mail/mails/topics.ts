import type { PlayerTopic } from '../../../domain/mail-topics.ts'

type Words = { declined: string; sentence: string; label: string }

export const TOPICS: Record<PlayerTopic, Words> = {
  reminders: {
    declined: 'the player wants no reminders',
    sentence: 'You get this mail because your pick is missing.',
    label: 'Stop reminders',
  },
  messages: {
    declined: 'the player wants no messages from the commissioner',
    sentence: 'You get this mail because you take part in the season.',
    label: 'Stop messages from the commissioner',
  },
  receipts: {
    declined: 'the player wants no receipts by mail',
    sentence: 'You get this mail because you asked for receipts by mail.',
    label: 'Stop receipts by mail',
  },
}
