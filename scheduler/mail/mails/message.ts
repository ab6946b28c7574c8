import type { MailFacts } from '../mail-facts.ts'
import { anyOf, isDeleted, isPutAside, type Reason, WITHDRAWN } from '../mail-reasons.ts'
import { text } from './parts.ts'
import type { WriteMail } from './reader.ts'
import type { MailTemplate } from './template.ts'

const write: WriteMail = (facts) => {
  const { subject, text: words, replyTo } = messageOf(facts)
  return { subject, heading: subject, parts: [text(words)], farewell: null, replyTo }
}

function messageOf({ message }: MailFacts) {
  if (message === null) throw new Error('This mail is a message')
  return message
}

const isNotSent: Reason = ({ message }) =>
  message === null ? 'the message was erased' : message.isWithdrawn ? WITHDRAWN : null

/** For good: it is not news to somebody who comes back. */
const hasLeft: Reason = ({ season }, { playerId, status }) =>
  season.participants.has(playerId) && status === 'active' ? null : 'the player has left since'

export const messageToPlayers: MailTemplate = {
  write,
  topic: 'messages',
  facts: ['deed', 'message'],
  readersMax: Number.POSITIVE_INFINITY,
  useless: anyOf(isNotSent, hasLeft, isDeleted, isPutAside),
}
