import { createHash, randomBytes } from 'node:crypto'
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import type { Instant } from '../../domain/event.ts'
import { comparable } from '../../domain/names.ts'
import { insertMails, type Mail, newRow } from '../mail/mails.ts'
import { later } from '../time/clock.ts'
import type { JoinRequestRow, PrivateSchema, PrivateTables } from './private-schema.ts'

const HOUR_MS = 3_600_000
/** For the person who asked, and for the answer to a link that is opened again. */
const CONFIRMED_WITHIN_MS = 24 * HOUR_MS
const DECIDED_WITHIN_MS = 30 * 24 * HOUR_MS

export type Asking = Pick<JoinRequestRow, 'season_id' | 'generation' | 'name' | 'email'>

/** `mailWith`: the mail with a link that confirms. Null where no mail goes out, and an admin is asked at once. */
export async function addJoinRequest(
  privateSchema: PrivateSchema,
  asking: Asking,
  mailWith: ((link: { token: string; expiresAt: Instant }) => Mail) | null,
  now: Instant,
): Promise<void> {
  const id = uuidv4()
  const token = randomBytes(32).toString('base64url')
  const confirmedBy = later(now, CONFIRMED_WITHIN_MS)
  const row: JoinRequestRow = {
    ...asking,
    id,
    person: personOf(asking),
    token_hash: mailWith ? hashOf(token) : null,
    state: mailWith ? 'unconfirmed' : 'waiting',
    player_id: null,
    asked_at: now,
    expires_at: mailWith ? confirmedBy : later(now, DECIDED_WITHIN_MS),
  }
  await privateSchema.transaction().execute(async (transaction) => {
    await transaction.insertInto('join_requests').values(row).execute()
    // Under the same id, so that they go together.
    if (mailWith)
      await insertMails(transaction, [newRow(id, mailWith({ token, expiresAt: confirmedBy }), now)])
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

export const findRequest = (privateSchema: PrivateSchema, id: string, now: Instant) =>
  there(privateSchema, now).selectAll().where('id', '=', id).executeTakeFirst()

export const findRequestByToken = (privateSchema: PrivateSchema, token: string, now: Instant) =>
  there(privateSchema, now).selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst()

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

type Which = (
  eb: ExpressionBuilder<PrivateTables, 'join_requests'>,
) => ExpressionWrapper<PrivateTables, 'join_requests', SqlBool>

/** With their mails, whether these have gone out or not. */
async function deleteRequests(privateSchema: PrivateSchema, which: Which): Promise<void> {
  await privateSchema
    .with('gone', (db) => db.deleteFrom('join_requests').where(which).returning('id'))
    .deleteFrom('mails')
    .where('id', 'in', (query) => query.selectFrom('gone').select('id'))
    .execute()
}

export const deletePersonsRequests = (privateSchema: PrivateSchema, { season_id, person }: JoinRequestRow) =>
  deleteRequests(privateSchema, (eb) =>
    eb.and([eb('season_id', '=', season_id), eb('person', '=', person), eb('player_id', 'is', null)]),
  )

export const deleteExpiredRequests = (privateSchema: PrivateSchema, now: Instant) =>
  deleteRequests(privateSchema, (eb) => eb('expires_at', '<=', now))

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
  if (ids.length > 0) await deleteRequests(privateSchema, (eb) => eb('id', 'in', ids))
}
