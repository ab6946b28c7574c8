import { v5 as uuidv5 } from 'uuid'
import type { Instant } from '../../domain/event.ts'
import type { MailRow, NoticeRow, PrivateSchema } from '../database/private-schema.ts'
import { recordset } from '../database/recordset.ts'

/** While somebody holds it no notice gets into a mail: what waits can be called back. */
export const MAIL_FORMING_LOCK = 'mail forming'

export type Topic = { seasonId: number; roundId: number | null }

/** One event gives an occasion for each thing that follows from it, in each season. */
export const occasionOf = (cause: string, template: string, { seasonId, roundId }: Topic) =>
  uuidv5(`${template}/${seasonId}/${roundId ?? ''}`, cause)

/** A player has one of each occasion, however often this is called. */
export async function addNotices(privateSchema: PrivateSchema, notices: readonly NoticeRow[]): Promise<void> {
  await privateSchema
    .insertInto('notices')
    .expression((eb) => eb.selectFrom(recordset('notices', notices)).selectAll())
    .onConflict((conflict) => conflict.columns(['occasion', 'player_id']).doNothing())
    .execute()
}

/** Puts them into mails, lets them wait again, or skips them, unless they have left a mail meanwhile. */
export async function moveNotices(
  privateSchema: PrivateSchema,
  mailId: string | null,
  notices: readonly NoticeRow[],
): Promise<void> {
  if (notices.length === 0) return
  // Not an update: PostgreSQL expects few that wait, and would compare each with all.
  await privateSchema
    .insertInto('notices')
    .expression((eb) => eb.selectFrom(recordset('notices', notices)).selectAll())
    .onConflict((conflict) =>
      conflict
        .columns(['occasion', 'player_id'])
        .doUpdateSet((eb) => ({
          mail_id: eb.ref('excluded.mail_id'),
          due_at: eb.ref('excluded.due_at'),
          state: eb.ref('excluded.state'),
          reply: eb.ref('excluded.reply'),
        }))
        .where('notices.mail_id', 'is not distinct from', mailId)
        .where('notices.state', 'is', null),
    )
    .execute()
}

/** In no mail yet. `dueAt`: those that are due by then. */
export function waitingNotices(privateSchema: PrivateSchema, dueAt?: Instant): Promise<NoticeRow[]> {
  return whatWaits(privateSchema)
    .selectAll()
    .$if(dueAt !== undefined, (query) => query.where('due_at', '<=', dueAt ?? ''))
    .orderBy('position')
    .orderBy('player_id')
    .execute()
}

export async function isAnyDue(privateSchema: PrivateSchema, now: Instant): Promise<boolean> {
  const due = await whatWaits(privateSchema).select('occasion').where('due_at', '<=', now).limit(1).execute()
  return due.length > 0
}

/** What waits because of an event does not go out. */
export async function skipWaiting(
  privateSchema: PrivateSchema,
  position: string,
  reply: string,
): Promise<void> {
  const waiting = privateSchema.updateTable('notices').where('mail_id', 'is', null).where('state', 'is', null)
  await waiting.where('position', '=', position).set({ state: 'skipped', reply }).execute()
}

/** Whether any news of an event has got into a mail. */
export async function isAnyInMail(privateSchema: PrivateSchema, position: string): Promise<boolean> {
  const formed = privateSchema.selectFrom('notices').where('position', '=', position)
  const [found] = await formed.where('mail_id', 'is not', null).select('occasion').limit(1).execute()
  return found !== undefined
}

export const whatWaits = (privateSchema: PrivateSchema) =>
  privateSchema.selectFrom('notices').where('mail_id', 'is', null).where('state', 'is', null)

export const heldNotices = (privateSchema: PrivateSchema, template: string) =>
  whatWaits(privateSchema)
    .select(['player_id', 'round_id', 'due_at'])
    .where('template', '=', template)
    .orderBy('due_at')
    .execute()

export async function releaseHeld(
  privateSchema: PrivateSchema,
  { template, roundId }: { template: string; roundId: number },
  now: Instant,
): Promise<void> {
  await privateSchema
    .updateTable('notices')
    .set({ due_at: now })
    .where('mail_id', 'is', null)
    .where('template', '=', template)
    .where('round_id', '=', roundId)
    .where('due_at', '>', now)
    .execute()
}

/** Those that a mail tells, or means to tell. */
export async function noticesOf(
  privateSchema: PrivateSchema,
  mailIds: readonly string[],
): Promise<NoticeRow[]> {
  if (mailIds.length === 0) return []
  return privateSchema
    .selectFrom('notices')
    .selectAll()
    .where('mail_id', 'in', mailIds)
    .where('state', 'is', null)
    .orderBy('position')
    .orderBy('player_id')
    .execute()
}

/** Then nothing sends the same news again. A mail that was handed over without an answer may have arrived. */
export const mayHaveArrived = ({ state }: { state: MailRow['state'] }): boolean =>
  state === 'sent' || state === 'kept' || state === 'unconfirmed'

/** What has become of each notice: what its mail knows, unless it was left out of it. */
const withOutcomes = (privateSchema: PrivateSchema) =>
  privateSchema
    .selectFrom('notices')
    .leftJoin('mails', 'mails.id', 'notices.mail_id')
    .select(['notices.season_id', 'notices.round_id', 'notices.position', 'player_id', 'mail_id'])
    .select(['notices.template', 'notices.day', 'notices.created_at', 'notices.useless_at'])
    .select(['recipient_address', 'sent_at', 'subject'])
    .select(({ fn, ref, val }) => [
      fn
        .coalesce(ref('notices.state').$castTo<MailRow['state']>(), 'mails.state', val('queued' as const))
        .as('state'),
      fn.coalesce('notices.reply', 'mails.reply').as('reply'),
      fn.coalesce('unanswered', val(0)).as('unanswered'),
    ])

export function noticesOfRound(privateSchema: PrivateSchema, roundId: number, playerId?: number) {
  return withOutcomes(privateSchema)
    .where('notices.round_id', '=', roundId)
    .$if(playerId !== undefined, (query) => query.where('player_id', '=', playerId ?? 0))
    .orderBy('notices.position')
    .execute()
}

/** Notices about the same topic, in the order of the events. Without a round: about a season as a whole. */
export async function noticesAbout(
  privateSchema: PrivateSchema,
  { seasonId, roundId }: { seasonId: number | null; roundId: number | null },
  templates: readonly string[],
  playerIds: readonly number[] | null = null,
) {
  if (templates.length === 0) return []
  return withOutcomes(privateSchema)
    .where('notices.round_id', roundId === null ? 'is' : '=', roundId)
    .$if(roundId === null, (query) => query.where('notices.season_id', '=', seasonId))
    .where('notices.template', 'in', templates)
    .$if(playerIds !== null, (query) => query.where('player_id', 'in', [0, ...(playerIds ?? [])]))
    .orderBy('notices.position')
    .execute()
}

export type NoticeOutcome = Awaited<ReturnType<typeof noticesAbout>>[number]

export function noticesTo(privateSchema: PrivateSchema, playerId: number, templates: readonly string[]) {
  return withOutcomes(privateSchema)
    .where('player_id', '=', playerId)
    .where('notices.template', 'in', templates)
    .orderBy('notices.position')
    .execute()
}

/** The last one that each player may have read. */
export async function lastSeenNotices(...asked: Parameters<typeof noticesAbout>) {
  const read = (await noticesAbout(...asked)).filter(
    (notice) => mayHaveArrived(notice) || (notice.state === 'queued' && notice.unanswered > 0),
  )
  return new Map(read.map((notice) => [notice.player_id, notice]))
}
