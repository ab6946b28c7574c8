/** Whether players who never decided get it. */
const MAILED_AT_FIRST = { reminders: true, messages: true, receipts: false }

export const PLAYER_TOPICS = ['reminders', 'messages', 'receipts'] as const
export type PlayerTopic = (typeof PLAYER_TOPICS)[number]

export type MailReader = { mailTopics?: Readonly<Partial<Record<PlayerTopic, boolean>>> }

export const isMailedAtFirst = (topic: PlayerTopic): boolean => MAILED_AT_FIRST[topic]

export const wantsMail = ({ mailTopics }: MailReader, topic: PlayerTopic): boolean =>
  mailTopics?.[topic] ?? isMailedAtFirst(topic)
