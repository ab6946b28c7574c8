import { sql } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import { LOCALLY } from '../../platform/database/locally.ts'
import type { PrivateSchema, SessionRow } from '../../platform/database/private-schema.ts'
import { later } from '../../platform/time/clock.ts'
import { epochNow } from './credentials.ts'

const MINUTE_MS = 60_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Begun = Pick<SessionRow, 'id' | 'admin_id' | 'epoch' | 'device' | 'network' | 'proven_at'>

/** Sessions of anybody that are over by their time go with it. */
export async function beginSession(
  privateSchema: PrivateSchema,
  session: Begun,
  now: Instant,
  lifetimeSeconds: number,
): Promise<void> {
  await privateSchema.deleteFrom('sessions').where('expires_at', '<=', now).returning(LOCALLY).execute()
  const times = { created_at: now, last_used_at: now, expires_at: later(now, lifetimeSeconds * 1_000) }
  await privateSchema
    .insertInto('sessions')
    .values({ ...session, ...times })
    .returning(LOCALLY)
    .execute()
}

/** Null once the session is over. @param idleMinutes 0 means never; use is noted once a minute, so up to a minute is added. */
export async function findSession(
  privateSchema: PrivateSchema,
  { id, adminId }: { id: string; adminId: number },
  now: Instant,
  idleMinutes: number,
): Promise<(SessionRow & { has_factor: boolean }) | null> {
  if (!UUID.test(id)) return null
  const row = await openSessions(privateSchema, adminId, now, idleMinutes)
    .select(HAS_FACTOR.as('has_factor'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

const HAS_FACTOR = sql<boolean>`exists (select 1 from private.second_factors
  where admin_id = private.sessions.admin_id and encrypted_secret is not null)`

export const listSessions = (
  privateSchema: PrivateSchema,
  adminId: number,
  now: Instant,
  idleMinutes: number,
) =>
  openSessions(privateSchema, adminId, now, idleMinutes)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()

const openSessions = (privateSchema: PrivateSchema, adminId: number, now: Instant, idleMinutes: number) =>
  privateSchema
    .selectFrom('sessions')
    .selectAll()
    .where('admin_id', '=', adminId)
    .where('expires_at', '>', now)
    .where('epoch', '=', epochNow('sessions'))
    .$if(idleMinutes > 0, (query) =>
      query.where('last_used_at', '>', later(now, -(idleMinutes + 1) * MINUTE_MS)),
    )

export async function noteUse(
  privateSchema: PrivateSchema,
  { id, last_used_at }: SessionRow,
  now: Instant,
): Promise<void> {
  if (last_used_at > later(now, -MINUTE_MS)) return
  await privateSchema
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .returning(LOCALLY)
    .execute()
}

export async function endSession(
  privateSchema: PrivateSchema,
  adminId: number,
  id: string,
): Promise<boolean> {
  if (!UUID.test(id)) return false
  const { numDeletedRows } = await privateSchema
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
