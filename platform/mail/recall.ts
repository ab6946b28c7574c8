import type { Instant } from '../../domain/event.ts'
import type { TemplateName } from '../../domain/mail-templates.ts'
import type { PrivateSchema } from '../database/private-schema.ts'
import type { AboutRound } from './notices.ts'

/** Skips mails that no server can have taken. That counts as an attempt, so it takes the mail from its sender. */
export async function skipUnsent(
  privateSchema: PrivateSchema,
  { template, roundId }: AboutRound,
  reply: string,
): Promise<void> {
  await privateSchema
    .updateTable('mails')
    .set((eb) => ({ state: 'skipped', reply, attempts: eb('attempts', '+', 1) }))
    .where('round_id', '=', roundId)
    .where('template', '=', template)
    .where('state', '=', 'queued')
    .where('unanswered', '=', 0)
    .execute()
}

/** Due again: mails about a round that were skipped with this reply. */
export async function queueSkipped(
  privateSchema: PrivateSchema,
  { roundId, templates, reply }: { roundId: number; templates: readonly TemplateName[]; reply: string },
  now: Instant,
): Promise<void> {
  const ofRound = privateSchema
    .updateTable('mails')
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
