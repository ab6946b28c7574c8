import type { Instant } from '../../domain/event.ts'
import type { OutboxRow, Vault } from '../database/vault.ts'

export type OutboxFigures = {
  byState: Partial<Record<OutboxRow['state'], number>>
  /** Since the mail that has waited longest was due; 0 when none is late. */
  oldestSeconds: number
}

/** What stands in the outbox, for whoever watches the server. */
export async function outboxFigures(vault: Vault, now: Instant): Promise<OutboxFigures> {
  const states = await vault
    .selectFrom('outbox')
    .select((eb) => ['state', eb.fn.countAll<string>().as('count')])
    .groupBy('state')
    .execute()
  const oldest = await vault
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
