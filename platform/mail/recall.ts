import type { Instant } from '../../domain/event.ts'
import type { PrivateSchema } from '../database/private-schema.ts'

/** Due again: what was skipped or suppressed with one of these replies. What is being looked at for the first time is taken from its sender; what a mail server put off waits as it did. */
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
        eb('state', '=', 'queued').and('attempts', '>', 0).and('unanswered', '=', 0).and('reply', 'is', null),
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
