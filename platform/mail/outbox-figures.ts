import type { Instant } from '../../domain/event.ts'
import type { OutboxRow, PrivateSchema } from '../database/private-schema.ts'

export type OutboxFigures = {
  byState: Partial<Record<OutboxRow['state'], number>>
  /** Since the mail that has waited longest was due; 0 when none is late. */
  oldestSeconds: number
}

/** What stands in the outbox, for whoever watches the server. */
export async function outboxFigures(privateSchema: PrivateSchema, now: Instant): Promise<OutboxFigures> {
  const states = await privateSchema
    .selectFrom('outbox')
    .select((eb) => ['state', eb.fn.countAll<string>().as('count')])
    .groupBy('state')
    .execute()
  const oldest = await privateSchema
    .selectFrom('outbox')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .where('state', '=', 'queued')
    .executeTakeFirst()
  const dueAt = oldest?.due_at ?? now
  return {
    byState: Object.fromEntries(states.map(({ state, count }) => [state, Number(count)])),
    oldestSeconds: Math.max(0, Math.round((Date.parse(now) - Date.parse(dueAt)) / 1_000)),
  }
}
