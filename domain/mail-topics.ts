/** Whether those who never decided get it. `summary` is of an admin, the others are of a player. */
const MAILED_AT_FIRST = { reminders: true, messages: true, receipts: false, summary: false }

export type MailTopic = keyof typeof MAILED_AT_FIRST

export const PLAYER_TOPICS = ['reminders', 'messages', 'receipts'] as const
export type PlayerTopic = (typeof PLAYER_TOPICS)[number]

export type MailTopicEvent<Topic extends MailTopic = MailTopic> =
  | { type: 'MailDeclined'; data: { topic: Topic } }
  | { type: 'MailWelcomed'; data: { topic: Topic } }

export type MailReader = { mailTopics?: Readonly<Partial<Record<MailTopic, boolean>>> }

export const isMailedAtFirst = (topic: MailTopic): boolean => MAILED_AT_FIRST[topic]

export const wantsMail = ({ mailTopics }: MailReader, topic: MailTopic): boolean =>
  mailTopics?.[topic] ?? isMailedAtFirst(topic)

export const withMailTopic = <Reader extends MailReader>(
  reader: Reader,
  { type, data }: MailTopicEvent,
): Reader => ({ ...reader, mailTopics: { ...reader.mailTopics, [data.topic]: type === 'MailWelcomed' } })

export function switchMail<Topic extends MailTopic>(
  reader: MailReader,
  topic: Topic,
  isWelcome: boolean,
): MailTopicEvent<Topic>[] {
  if (wantsMail(reader, topic) === isWelcome) return []
  return [{ type: isWelcome ? 'MailWelcomed' : 'MailDeclined', data: { topic } }]
}
