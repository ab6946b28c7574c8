import type { Instant } from '../../domain/event.ts'
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

/** Due again: what was skipped or suppressed with one of these replies. What is being looked at is looked at once more. */
export async function queueSkipped(
  privateSchema: PrivateSchema,
  replies: readonly string[],
  now: Instant,
): Promise<void> {
  await privateSchema
    .updateTable('mails')
    .set((eb) => ({ state: 'queued', due_at: now, attempts: eb('attempts', '+', 1) }))
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['skipped', 'suppressed']).and('reply', 'in', replies),
        eb('state', '=', 'queued').and('attempts', '>', 0).and('unanswered', '=', 0),
      ]),
    )
    .execute()
  await privateSchema
    .updateTable('notices')
    .set({ state: null, reply: null, mail_id: null, due_at: now })
    .where('state', '=', 'skipped')
    .where('reply', 'in', replies)
    .execute()
}
