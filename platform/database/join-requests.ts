import { createHash } from 'node:crypto'
import type { DeleteQueryBuilder, DeleteResult } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import type { Instant } from '../../domain/event.ts'
import { comparable } from '../../domain/names.ts'
import { insertMails, type Mail, newRow } from '../mail/mails.ts'
import { later } from '../time/clock.ts'
import type { JoinRequestRow, PrivateSchema, PrivateTables } from './private-schema.ts'

const HOUR_MS = 3_600_000
/** For the person who asked, and for the answer to a link that is opened again. */
export const CONFIRMED_WITHIN_MS = 24 * HOUR_MS
const DECIDED_WITHIN_MS = 30 * 24 * HOUR_MS

export type Asking = Pick<JoinRequestRow, 'season_id' | 'generation' | 'name' | 'email'>

/** Null where no mail goes out, and an admin is asked at once. */
type Confirmation = { token: string; mail: Mail } | null

export async function addJoinRequest(
  privateSchema: PrivateSchema,
  asking: Asking,
  confirmation: Confirmation,
  now: Instant,
): Promise<void> {
  const id = uuidv4()
  const row: JoinRequestRow = {
    ...asking,
    id,
    person: personOf(asking),
    token_hash: confirmation && hashOf(confirmation.token),
    state: confirmation ? 'unconfirmed' : 'waiting',
    player_id: null,
    asked_at: now,
    expires_at: later(now, confirmation ? CONFIRMED_WITHIN_MS : DECIDED_WITHIN_MS),
  }
  await privateSchema.transaction().execute(async (transaction) => {
    await transaction.insertInto('join_requests').values(row).execute()
    // Under the same id, so that they go together.
    if (confirmation) await insertMails(transaction, [newRow(id, confirmation.mail, now)])
  })
}

export const personOf = ({ name, email }: Pick<Asking, 'name' | 'email'>): string =>
  `${comparable(name)}\n${comparable(email)}`

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Of a season, whoever has to do something: the person or an admin. */
export async function countOpenRequests(
  privateSchema: PrivateSchema,
  seasonId: number,
  now: Instant,
): Promise<number> {
  const { count } = await there(privateSchema, now)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('season_id', '=', seasonId)
    .where('player_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What an admin can decide on, oldest first. Who asked several times is there once, confirmed if one of them is. */
export async function requestsToDecide(
  privateSchema: PrivateSchema,
  now: Instant,
): Promise<JoinRequestRow[]> {
  const rows = await there(privateSchema, now)
    .selectAll()
    .distinctOn(['season_id', 'person'])
    .where('state', '!=', 'unconfirmed')
    .where('player_id', 'is', null)
    .orderBy('season_id')
    .orderBy('person')
    .orderBy('token_hash')
    .orderBy('asked_at')
    .execute()
  return rows.toSorted((one, other) => (one.asked_at < other.asked_at ? -1 : 1))
}

/** An admin finds it by its id once it can be decided on, the person by the token of the mail. */
export type RequestKey = { id: string } | { token: string }

export function findRequest(privateSchema: PrivateSchema, key: RequestKey, now: Instant) {
  const requests = there(privateSchema, now).selectAll()
  const found =
    'id' in key
      ? requests.where('id', '=', key.id).where('state', '!=', 'unconfirmed')
      : requests.where('token_hash', '=', hashOf(key.token))
  return found.executeTakeFirst()
}

const there = (privateSchema: PrivateSchema, now: Instant) =>
  privateSchema.selectFrom('join_requests').where('expires_at', '>', now)

export async function noteConfirmed(
  privateSchema: PrivateSchema,
  id: string,
  state: 'waiting' | 'joining',
  now: Instant,
): Promise<void> {
  await privateSchema
    .updateTable('join_requests')
    .set({ state, expires_at: later(now, DECIDED_WITHIN_MS) })
    .where('id', '=', id)
    .execute()
}

/** Of this person in this season, however often they asked. */
export async function noteJoined(
  privateSchema: PrivateSchema,
  { season_id, person }: JoinRequestRow,
  playerId: number,
  now: Instant,
): Promise<void> {
  await privateSchema
    .updateTable('join_requests')
    .set({ player_id: playerId, expires_at: later(now, CONFIRMED_WITHIN_MS) })
    .where('season_id', '=', season_id)
    .where('person', '=', person)
    .where('player_id', 'is', null)
    .execute()
}

type Deletion = DeleteQueryBuilder<PrivateTables, 'join_requests', DeleteResult>

/** With their mails, whether these have gone out or not. */
async function deleteRequests(
  privateSchema: PrivateSchema,
  which: (requests: Deletion) => Deletion,
): Promise<void> {
  await privateSchema
    .with('gone', (db) => which(db.deleteFrom('join_requests')).returning('id'))
    .deleteFrom('mails')
    .where('id', 'in', (query) => query.selectFrom('gone').select('id'))
    .execute()
}

export const deletePersonsRequests = (privateSchema: PrivateSchema, { season_id, person }: JoinRequestRow) =>
  deleteRequests(privateSchema, (requests) =>
    requests.where('season_id', '=', season_id).where('person', '=', person).where('player_id', 'is', null),
  )

export const deleteExpiredRequests = (privateSchema: PrivateSchema, now: Instant) =>
  deleteRequests(privateSchema, (requests) => requests.where('expires_at', '<=', now))

/** `had`: addresses as they are compared. */
export async function deleteRequestsOf(
  privateSchema: PrivateSchema,
  playerId: number | null,
  had: ReadonlySet<string>,
): Promise<void> {
  const rows = await privateSchema.selectFrom('join_requests').select(['id', 'email', 'player_id']).execute()
  const theirs = rows.filter(
    ({ email, player_id }) => had.has(comparable(email)) || (player_id !== null && player_id === playerId),
  )
  const ids = theirs.map(({ id }) => id)
  if (ids.length > 0) await deleteRequests(privateSchema, (requests) => requests.where('id', 'in', ids))
}
