import type { ExpressionBuilder } from 'kysely'
import { v5 as uuidv5 } from 'uuid'
import type { Instant } from '#domain/event'
import { type Clock, later } from './clock.ts'
import type { Mailer } from './mailer.ts'
import type { OutboxRow, Vault, VaultTables } from './vault.ts'

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
  /** It holds a secret, and its text is kept no longer than it takes to send it. */
  confidential?: boolean
}

/** PostgreSQL takes 65,535 values in one statement, and a row has 17. */
const INSERTED_MAX = 500

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
  const rows = mails.map((mail) => ({ ...newRow(cause, mail, now), state }))
  for (let start = 0; start < rows.length; start += INSERTED_MAX) {
    await vault
      .insertInto('outbox')
      .values(rows.slice(start, start + INSERTED_MAX))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
}

const newRow = (cause: string, mail: Mail, now: Instant): OutboxRow => ({
  id: uuidv5(`${mail.template}/${mail.playerId ?? mail.to.address}`, cause),
  template: mail.template,
  round_id: mail.roundId,
  player_id: mail.playerId,
  recipient_name: mail.to.name,
  recipient_address: mail.to.address,
  subject: mail.subject,
  body_text: mail.text,
  body_html: mail.html,
  state: 'queued',
  attempts: 0,
  reply: null,
  created_at: now,
  due_at: now,
  useless_at: mail.uselessAt,
  sent_at: null,
  confidential: mail.confidential ?? false,
})

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

/** While a mail is being sent nobody else takes it; after a crash it is due again. Well above what one attempt may take. */
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

/** Notes the outcome, unless somebody else has taken the mail since, or brought it to its end. */
export async function settleMail(
  vault: Vault,
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
  outcome: Outcome,
): Promise<void> {
  const { state, reply } = outcome
  await vault
    .updateTable('outbox')
    .set((eb) => ({
      state,
      reply,
      ...('at' in outcome ? { sent_at: outcome.at } : {}),
      ...('dueAt' in outcome ? { due_at: outcome.dueAt } : {}),
      ...(isOver(state) ? { body_text: unlessConfidential(eb, 'body_text') } : {}),
      ...(isOver(state) ? { body_html: unlessConfidential(eb, 'body_html') } : {}),
    }))
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'queued')
    .execute()
}

/** A kept mail stays readable: without a mail server the outbox is where it is read. */
const isOver = (state: Outcome['state']) => state !== 'queued' && state !== 'kept'

const unlessConfidential = (
  eb: ExpressionBuilder<VaultTables, 'outbox'>,
  column: 'body_text' | 'body_html',
) => eb.case().when('confidential', '=', true).then('').else(eb.ref(column)).end()

/**
 * Sends one mail while somebody waits, once, and answers how it went. It stands in the outbox like any other.
 * @param cause a new UUID.
 */
export async function sendAtOnce(
  { vault, mailer, clock }: { vault: Vault; mailer: Mailer; clock: Clock },
  cause: string,
  mail: Mail,
): Promise<Outcome> {
  const now = clock.now()
  const row = { ...newRow(cause, mail, now), attempts: 1, due_at: later(now, LEASE_MS) }
  await vault.insertInto('outbox').values(row).execute()
  const delivery = await mailer.sendAtOnce(row)
  const { reply } = delivery
  const outcome: Outcome =
    delivery.state === 'refused' ? { state: 'failed', reply } : { ...delivery, at: clock.now() }
  await settleMail(vault, row, outcome)
  return outcome
}
