import type { Instant } from '../../domain/event.ts'
import type { PrivateSchema } from '../database/private-schema.ts'
import type { MailTopic } from './outbox-players.ts'

type OfRound = Pick<MailTopic, 'template'> & { roundId: number }

/**
 * Skips such mails that no mail server can have taken yet. That counts as an attempt, and so takes a mail from whoever is
 * about to send it.
 */
export async function skipUnsent(
  privateSchema: PrivateSchema,
  { template, roundId }: OfRound,
  reply: string,
): Promise<void> {
  await privateSchema
    .updateTable('outbox')
    .set((eb) => ({ state: 'skipped', reply, attempts: eb('attempts', '+', 1) }))
    .where('round_id', '=', roundId)
    .where('template', '=', template)
    .where('state', '=', 'queued')
    .where('unanswered', '=', 0)
    .execute()
}

/**
 * Makes mails about a round due again that were skipped with this reply. Whoever is about to skip another one, or to send it,
 * loses it until its claim runs out.
 */
export async function queueSkipped(
  privateSchema: PrivateSchema,
  { roundId, templates, reply }: { roundId: number; templates: readonly string[]; reply: string },
  now: Instant,
): Promise<void> {
  const ofRound = privateSchema
    .updateTable('outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('round_id', '=', roundId)
    .where('template', 'in', templates)
  await ofRound.where('state', '=', 'queued').where('attempts', '>', 0).where('unanswered', '=', 0).execute()
  await ofRound
    .set({ state: 'queued', due_at: now })
    .where('state', '=', 'skipped')
    .where('reply', '=', reply)
    .execute()
}
