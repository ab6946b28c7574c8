import type { Instant } from '../../domain/event.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import type { MailRow, NoticeRow, PrivateSchema } from '../database/private-schema.ts'
import { noticesOf, whatWaits } from './notices.ts'

export type OutboxMail = { mail: MailRow; notices: readonly NoticeRow[] }

export type Outbox = {
  /** Newest first, at most 500, and how many there are in each state, whichever is asked for. */
  list(state?: MailRow['state']): Promise<{ counts: OutboxFigures['byState']; mails: OutboxMail[] }>
  find(id: string): Promise<OutboxMail | null>
  tellsOpenPick(template: string): boolean
  /** A message of an admin as these people would read it. */
  previewMessage(
    draft: { seasonId: number; subject: string; text: string },
    readers: readonly PresentPlayer[],
  ): Promise<{ subject: string; html: string; text: string }>
}

export const LISTED_MAX = 500

export function listMails(privateSchema: PrivateSchema, state?: MailRow['state']): Promise<MailRow[]> {
  return privateSchema
    .selectFrom('mails')
    .selectAll()
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'queued'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute()
}

export function findMail(privateSchema: PrivateSchema, id: string): Promise<MailRow | undefined> {
  return privateSchema.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
}

export type OutboxFigures = {
  /** Notices that wait for a mail count as queued ones. */
  byState: Partial<Record<MailRow['state'], number>>
  oldestSeconds: number
}

export async function outboxFigures(privateSchema: PrivateSchema, now: Instant): Promise<OutboxFigures> {
  const byState = await countMails(privateSchema)
  const queued = await privateSchema
    .selectFrom('mails')
    .select(({ fn }) => fn.min('due_at').as('due_at'))
    .where('state', '=', 'queued')
    .executeTakeFirst()
  const waiting = await whatWaits(privateSchema)
    .select(({ fn }) => [fn.min('due_at').as('due_at'), fn.countAll<string>().as('count')])
    .executeTakeFirst()
  const due = [queued?.due_at, waiting?.due_at].filter((at) => typeof at === 'string').toSorted()
  const lateMs = Date.parse(now) - Date.parse(due[0] ?? now)
  const count = (byState.queued ?? 0) + Number(waiting?.count ?? 0)
  return {
    byState: count === 0 ? byState : { ...byState, queued: count },
    oldestSeconds: Math.max(0, Math.round(lateMs / 1_000)),
  }
}

export async function countMails(privateSchema: PrivateSchema): Promise<OutboxFigures['byState']> {
  const rows = await privateSchema
    .selectFrom('mails')
    .select(({ fn }) => ['state', fn.countAll<string>().as('count')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

/** A claim sets when a mail is due, so this is when it was tried last. */
export async function countFailedSince(privateSchema: PrivateSchema, since: Instant): Promise<number> {
  const failed = privateSchema.selectFrom('mails').where('state', '=', 'failed').where('due_at', '>=', since)
  return (await failed.select('id').execute()).length
}

export const GIVEN_UP = ['failed', 'skipped', 'unconfirmed'] as const

/** Counts as an attempt, so it takes the mail from its sender. False when it cannot be sent again. */
export async function retryMail(privateSchema: PrivateSchema, id: string, now: Instant): Promise<boolean> {
  if ((await noticesOf(privateSchema, [id])).length === 0) return false
  const { numUpdatedRows } = await privateSchema
    .updateTable('mails')
    .set((eb) => ({ state: 'queued', due_at: now, unanswered: 0, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', GIVEN_UP)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
