import type { ExpressionBuilder } from 'kysely'
import { v5 as uuidv5 } from 'uuid'
import type { Instant } from '../../domain/event.ts'
import type { MailRow, NoticeRow, PrivateSchema, PrivateTables } from '../database/private-schema.ts'
import { recordset } from '../database/recordset.ts'
import { type Clock, later } from '../time/clock.ts'
import { mailServerAnswers } from './mail-server.ts'
import type { Mailer } from './mailer.ts'
import { moveNotices } from './notices.ts'

export type Mail = {
  template: string
  senderName?: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  unsubscribeUrl?: string | null
  replyTo?: string | null
  uselessAt: Instant | null
  /** It holds a secret: its text is kept only until it is sent. */
  confidential?: boolean
  namesOthers?: boolean
}

/** The same cause, recipient and template make one mail. `cause`: the UUID of what asks for it. */
export function queueMails(
  privateSchema: PrivateSchema,
  cause: string,
  mails: readonly Mail[],
  now: Instant,
): Promise<void> {
  const rows = mails.map((mail) => newRow(mailId(cause, mail), mail, now))
  return insertMails(privateSchema, rows)
}

export async function insertMails(privateSchema: PrivateSchema, rows: readonly MailRow[]): Promise<void> {
  await privateSchema
    .insertInto('mails')
    .expression((eb) => eb.selectFrom(recordset('mails', rows)).selectAll())
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

const mailId = (cause: string, { template, to }: Mail) => uuidv5(`${template}/${to.address}`, cause)

export const newRow = (id: string, mail: Mail, now: Instant): MailRow => ({
  id,
  template: mail.template,
  round_id: null,
  season_id: null,
  position: null,
  ...writtenColumns(mail),
  state: 'queued',
  attempts: 0,
  unanswered: 0,
  reply: null,
  created_at: now,
  due_at: now,
  sent_at: null,
  confidential: mail.confidential ?? false,
})

const writtenColumns = (mail: Mail) => ({
  sender_name: mail.senderName ?? '',
  recipient_name: mail.to.name,
  recipient_address: mail.to.address,
  subject: mail.subject,
  body_text: mail.text,
  body_html: mail.html,
  unsubscribe_url: mail.unsubscribeUrl ?? null,
  reply_to: mail.replyTo ?? null,
  useless_at: mail.uselessAt,
  names_others: mail.namesOthers ?? false,
})

const LEASE_MS = 120_000

export function claimMails(privateSchema: PrivateSchema, now: Instant, limit: number): Promise<MailRow[]> {
  return privateSchema
    .updateTable('mails')
    .set((eb) => ({ due_at: later(now, LEASE_MS), attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (query) =>
      query
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'queued')
        .where('due_at', '<=', now)
        .orderBy('confidential', 'desc')
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

export const LEASE_RENEWAL_MS = LEASE_MS / 4

/** While the mail server takes its time. */
export async function renewClaim(privateSchema: PrivateSchema, claim: Claim, now: Instant): Promise<void> {
  await claimed(privateSchema, claim)
    .set({ due_at: later(now, LEASE_MS) })
    .execute()
}

type Claim = Pick<MailRow, 'id' | 'attempts'>

export class ClaimLost extends Error {}

/** From here on only the mail server knows whether it arrives. Throws ClaimLost. */
export async function noteHandOver(privateSchema: PrivateSchema, claim: Claim): Promise<void> {
  const { numUpdatedRows } = await claimed(privateSchema, claim)
    .set((eb) => ({ unanswered: eb('unanswered', '+', 1) }))
    .executeTakeFirstOrThrow()
  requireClaim(numUpdatedRows)
}

/** `leaving`: notices that it does not tell. Throws ClaimLost. */
export async function rewriteMail(
  privateSchema: PrivateSchema,
  mail: MailRow,
  written: Mail,
  leaving: readonly NoticeRow[],
): Promise<MailRow> {
  await privateSchema.transaction().execute(async (transaction) => {
    const columns = writtenColumns(written)
    const { numUpdatedRows } = await claimed(transaction, mail).set(columns).executeTakeFirstOrThrow()
    requireClaim(numUpdatedRows)
    await moveNotices(transaction, mail.id, leaving)
  })
  return rewritten(mail, written)
}

export const rewritten = (mail: MailRow, written: Mail): MailRow => ({ ...mail, ...writtenColumns(written) })

function requireClaim(numUpdatedRows: bigint) {
  if (numUpdatedRows === 0n) throw new ClaimLost('Somebody else is sending this mail')
}

export type Outcome =
  | { state: 'sent' | 'kept'; reply: string; at: Instant }
  | { state: 'failed' | 'skipped' | 'suppressed' | 'unconfirmed'; reply: string }
  | { state: 'queued'; reply: string; dueAt: Instant; unanswered: number }

export async function settleMail(
  privateSchema: PrivateSchema,
  claim: Claim,
  outcome: Outcome,
): Promise<void> {
  const { state, reply } = outcome
  await claimed(privateSchema, claim)
    .set((eb) => ({
      state,
      reply,
      ...('at' in outcome ? { sent_at: outcome.at } : {}),
      ...('dueAt' in outcome ? { due_at: outcome.dueAt, unanswered: outcome.unanswered } : {}),
      ...(isOver(state) ? { body_text: unlessConfidential(eb, 'body_text') } : {}),
      ...(isOver(state) ? { body_html: unlessConfidential(eb, 'body_html') } : {}),
    }))
    .execute()
  if ('at' in outcome) await mailServerAnswers(privateSchema, later(outcome.at, LEASE_MS))
}

const claimed = (privateSchema: PrivateSchema, { id, attempts }: Claim) =>
  privateSchema
    .updateTable('mails')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'queued')

const isOver = (state: Outcome['state']) => state !== 'queued' && state !== 'kept'

const unlessConfidential = (
  eb: ExpressionBuilder<PrivateTables, 'mails'>,
  column: 'body_text' | 'body_html',
) => eb.case().when('confidential', '=', true).then('').else(eb.ref(column)).end()

export async function sendAtOnce(
  { privateSchema, mailer, clock }: { privateSchema: PrivateSchema; mailer: Mailer; clock: Clock },
  cause: string,
  mail: Mail,
): Promise<Outcome> {
  const now = clock.now()
  const row = { ...newRow(mailId(cause, mail), mail, now), attempts: 1, due_at: later(now, LEASE_MS) }
  await privateSchema.insertInto('mails').values(row).execute()
  const delivery = await mailer.sendAtOnce(row)
  const { state, reply } = delivery
  const outcome: Outcome =
    state === 'sent' || state === 'kept' ? { state, reply, at: clock.now() } : { state: 'failed', reply }
  await settleMail(privateSchema, row, outcome)
  return outcome
}

/** Notes it, and is true once for each date, however often and in how many processes this is asked. */
export async function isFirstSummaryOf(privateSchema: PrivateSchema, date: string): Promise<boolean> {
  const noted = await privateSchema
    .insertInto('keys')
    .values({ name: 'summary-day', value: date })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: date }).where('keys.value', '<', date),
    )
    .returning('name')
    .execute()
  return noted.length > 0
}
