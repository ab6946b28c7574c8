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
