import type { Instant } from '../../domain/event.ts'
import type { OutboxRow, PrivateSchema } from '../database/private-schema.ts'
import { playersOfMail, toldOfRound } from './outbox-players.ts'

const LISTED_MAX = 500

export function listOutbox(privateSchema: PrivateSchema, state?: OutboxRow['state']): Promise<OutboxRow[]> {
  return privateSchema
    .selectFrom('outbox')
    .selectAll()
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'queued'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute()
}

export function findMail(privateSchema: PrivateSchema, id: string): Promise<OutboxRow | undefined> {
  return privateSchema.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
}

export type OutboxFigures = {
  byState: Partial<Record<OutboxRow['state'], number>>
  oldestSeconds: number
}

export async function outboxFigures(privateSchema: PrivateSchema, now: Instant): Promise<OutboxFigures> {
  const byState = await countOutbox(privateSchema)
  const oldest = await privateSchema
    .selectFrom('outbox')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .where('state', '=', 'queued')
    .executeTakeFirst()
  const lateMs = Date.parse(now) - Date.parse(oldest?.due_at ?? now)
  return { byState, oldestSeconds: Math.max(0, Math.round(lateMs / 1_000)) }
}

export async function countOutbox(privateSchema: PrivateSchema): Promise<OutboxFigures['byState']> {
  const rows = await privateSchema
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<string>().as('count')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

export type LastMail = Pick<OutboxRow, 'id' | 'template' | 'state' | 'reply'> & { at: Instant }

export async function lastMailsOfRound(
  privateSchema: PrivateSchema,
  roundId: number,
): Promise<Map<number, LastMail>> {
  const rows = await toldOfRound(privateSchema, roundId)
    .distinctOn('player_id')
    .select(['id', 'player_id', 'template', 'state', 'reply', 'created_at', 'sent_at'])
    .orderBy('player_id')
    .orderBy('created_at', 'desc')
    .orderBy('position', 'desc')
    .execute()
  return new Map(
    rows.map(({ player_id, id, template, state, reply, created_at, sent_at }) => [
      player_id,
      { id, template, state, reply, at: sent_at ?? created_at },
    ]),
  )
}

export type MailOfPlayer = Omit<LastMail, 'id'> & { subject: string }

export async function mailsOfPlayer(
  privateSchema: PrivateSchema,
  { roundId, playerId }: { roundId: number; playerId: number },
): Promise<MailOfPlayer[]> {
  const rows = await toldOfRound(privateSchema, roundId)
    .select(['template', 'state', 'reply', 'subject', 'created_at', 'sent_at'])
    .where('player_id', '=', playerId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ template, state, reply, created_at, sent_at, subject }) => ({
    ...{ template, state, reply, subject, at: sent_at ?? created_at },
  }))
}

export const GIVEN_UP = ['failed', 'skipped', 'unconfirmed'] as const

/** Counts as an attempt, so it takes the mail from its sender. False when it cannot be sent again. */
export async function retryMail(privateSchema: PrivateSchema, id: string, now: Instant): Promise<boolean> {
  if ((await playersOfMail(privateSchema, id)).length === 0) return false
  const { numUpdatedRows } = await privateSchema
    .updateTable('outbox')
    .set((eb) => ({ state: 'queued', due_at: now, unanswered: 0, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', GIVEN_UP)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
