import { type Aggregate, atOf, type Instant, type Placed } from '../event.ts'
import { Refusal } from '../refusal.ts'
import { activeSeason, type Season } from '../seasons/season.ts'

export type Audience = 'all' | 'not_picked' | 'picked' | 'chosen'

export type MessageDetails = {
  seasonId: number
  audience: Audience
  /** Of those who have picked, or have not. */
  roundId?: number
  /** As the audience was when it was sent. */
  recipients: readonly number[]
  subject: string
  text: string
  /** Answers go to the admin who sent it. */
  replyTo?: true
}

/** What an admin typed may name anybody, so a stream holds one message: an erasure can drop it. */
export type MessageEvent =
  | { type: 'MessageSent'; data: MessageDetails & { messageId: number } }
  | { type: 'MessageWithdrawn'; data: { seasonId: number } }

export type SentMessage = MessageDetails & {
  status: 'sent' | 'withdrawn'
  messageId: number
  sentAt: Instant
  position: string
}
export type Message = { status: 'missing' } | SentMessage

export const message: Aggregate<Message, MessageEvent, [messageId: number]> = {
  stream: (messageId) => `message-${messageId}`,
  initial: { status: 'missing' },
  evolve,
}

function evolve(state: Message, event: MessageEvent & Placed): Message {
  if (event.type === 'MessageSent')
    return { ...event.data, status: 'sent', sentAt: atOf(event), position: event.position ?? '' }
  return state.status === 'missing' ? state : { ...state, status: 'withdrawn' }
}

/** How long it waits before it goes out. */
export const WITHDRAWABLE_MS = 60_000

export function sendMessage(
  state: Message,
  season: Season,
  details: MessageDetails & { messageId: number },
): MessageEvent[] {
  if (state.status !== 'missing') throw new Refusal('id-in-use', { kind: 'message', id: details.messageId })
  activeSeason(season)
  if (details.recipients.length === 0) throw new Refusal('message-for-nobody')
  return [{ type: 'MessageSent', data: details }]
}

/** `hasLeft`: a mail is made of it already. */
export function withdrawMessage(
  state: Message,
  { now, hasLeft }: { now: Instant; hasLeft: boolean },
): MessageEvent[] {
  if (state.status === 'missing') throw new Refusal('message-not-found')
  if (state.status === 'withdrawn') return []
  const isOver = Date.parse(now) >= Date.parse(state.sentAt) + WITHDRAWABLE_MS
  if (hasLeft || isOver) throw new Refusal('message-gone-out')
  return [{ type: 'MessageWithdrawn', data: { seasonId: state.seasonId } }]
}
