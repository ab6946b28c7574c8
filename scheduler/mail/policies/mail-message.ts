import { WITHDRAWABLE_MS } from '../../../domain/messages/message.ts'
import { skipWaiting } from '../../../platform/mail/notices.ts'
import { later } from '../../../platform/time/clock.ts'
import { notSent, WITHDRAWN } from '../mail-reasons.ts'
import { NEWS_LAST_MS } from './mail-news.ts'
import type { EventOf, MailToPlayers, PolicyContext } from './policy.ts'

export async function mailMessage(
  { now }: PolicyContext,
  { data, metadata: { occurredAt } }: EventOf<'MessageSent'>,
): Promise<MailToPlayers[]> {
  const { seasonId, recipients: playerIds } = data
  const uselessAt = later(occurredAt, NEWS_LAST_MS)
  if (uselessAt <= now) return []
  const dueAt = later(occurredAt, WITHDRAWABLE_MS)
  return [{ template: 'message', seasonId, roundId: null, playerIds, uselessAt, dueAt }]
}

export async function skipWithdrawn(
  { chronicle, privateSchema }: PolicyContext,
  { stream }: EventOf<'MessageWithdrawn'>,
): Promise<MailToPlayers[]> {
  const [sent] = await chronicle.of(stream)
  if (sent) await skipWaiting(privateSchema, sent.event.position, notSent(WITHDRAWN))
  return []
}
