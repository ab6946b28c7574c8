import { v5 as uuidv5 } from 'uuid'
import type { Instant } from '#domain/event'
import type { OutboxRow, Vault } from './vault.ts'

/** A mail that is due, as somebody composed it. */
export type Mail = {
  template: string
  roundId: number | null
  playerId: number | null
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  uselessAt: Instant | null
}

/**
 * Puts mails into the outbox. The same cause, recipient and template make one mail, however often this is called.
 * @param cause the UUID of the event that asks for the mail.
 */
export async function queueMails(
  vault: Vault,
  cause: string,
  mails: readonly Mail[],
  now: Instant,
  state: 'queued' | 'suppressed' = 'queued',
): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map((mail) => ({
    id: uuidv5(`${mail.template}/${mail.playerId ?? mail.to.address}`, cause),
    template: mail.template,
    round_id: mail.roundId,
    player_id: mail.playerId,
    recipient_name: mail.to.name,
    recipient_address: mail.to.address,
    subject: mail.subject,
    body_text: mail.text,
    body_html: mail.html,
    state,
    attempts: 0,
    reply: null,
    created_at: now,
    due_at: now,
    useless_at: mail.uselessAt,
    sent_at: null,
  }))
  await vault
    .insertInto('outbox')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Newest first, at most 500. */
export function listOutbox(vault: Vault): Promise<OutboxRow[]> {
  return vault
    .selectFrom('outbox')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(500)
    .execute()
}

/** While a mail is being sent nobody else takes it; after a crash it is due again. */
const LEASE_MS = 120_000

/** Takes mails that are due, oldest first. */
export function claimMails(vault: Vault, now: Instant, limit: number): Promise<OutboxRow[]> {
  return vault
    .updateTable('outbox')
    .set((eb) => ({ due_at: later(now, LEASE_MS), attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'queued')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

/** How a claimed mail ended, or when to try it again. */
export type Outcome =
  | { state: 'sent' | 'kept'; reply: string; at: Instant }
  | { state: 'failed' | 'skipped'; reply: string }
  | { state: 'queued'; reply: string; dueAt: Instant }

export async function settleMail(vault: Vault, id: string, outcome: Outcome): Promise<void> {
  const { state, reply } = outcome
  await vault
    .updateTable('outbox')
    .set({
      state,
      reply,
      ...('at' in outcome ? { sent_at: outcome.at } : {}),
      ...('dueAt' in outcome ? { due_at: outcome.dueAt } : {}),
    })
    .where('id', '=', id)
    .execute()
}

/** The instant so many milliseconds later. */
export const later = (instant: Instant, ms: number): Instant =>
  new Date(Date.parse(instant) + ms).toISOString()
