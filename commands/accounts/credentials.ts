import { sql } from 'kysely'
import type { PresentAdmin } from '../../domain/admins/admin.ts'
import { Refusal } from '../../domain/refusal.ts'
import { LOCALLY } from '../../platform/database/locally.ts'
import type { PrivateSchema } from '../../platform/database/private-schema.ts'
import type { CommandServices } from '../services.ts'

/** Sessions that began under a lower epoch are over. */
export async function sessionEpoch(privateSchema: PrivateSchema, adminId: number): Promise<number> {
  const row = await privateSchema
    .selectFrom('credentials')
    .select('session_epoch')
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return row?.session_epoch ?? 0
}

/** Ends every session and every mailed link. Deleting rows would not do: a sign-in that is under way writes its own afterwards. */
export const endSessions = (privateSchema: PrivateSchema, adminId: number): Promise<void> =>
  beginEpoch(privateSchema, adminId, {})

/** With a new password all that was opened with the old one ends, as by `endSessions`. */
export const storePasswordHash = (
  privateSchema: PrivateSchema,
  adminId: number,
  password_hash: string,
): Promise<void> => beginEpoch(privateSchema, adminId, { password_hash })

async function beginEpoch(
  privateSchema: PrivateSchema,
  admin_id: number,
  password: { password_hash?: string },
): Promise<void> {
  await privateSchema.deleteFrom('link_tokens').where('admin_id', '=', admin_id).execute()
  await privateSchema.deleteFrom('sessions').where('admin_id', '=', admin_id).execute()
  await privateSchema
    .insertInto('credentials')
    .values({ admin_id, password_hash: null, session_epoch: 1, ...password })
    .onConflict((conflict) =>
      conflict
        .column('admin_id')
        .doUpdateSet((eb) => ({ session_epoch: eb('credentials.session_epoch', '+', 1), ...password })),
    )
    .execute()
}

export const epochNow = (table: 'sessions' | 'link_tokens') => sql<number>`coalesce(
  (select session_epoch from private.credentials where admin_id = private.${sql.ref(table)}.admin_id), 0)`

export async function requirePassword(
  services: CommandServices,
  admin: PresentAdmin,
  password: string,
): Promise<void> {
  if ((await epochOfPassword(services, admin, password)) !== null) return
  throw new Refusal('current-password-wrong')
}

export async function hasPassword(privateSchema: PrivateSchema, adminId: number): Promise<boolean> {
  const row = await privateSchema
    .selectFrom('credentials')
    .select('password_hash')
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return row !== undefined && row.password_hash !== null
}

/** The epoch in which the password was right; null for a wrong one. Takes as long for an unknown address, or without a password. */
export async function epochOfPassword(
  { privateSchema, passwords }: CommandServices,
  admin: PresentAdmin | null,
  password: string,
): Promise<number | null> {
  const row = await privateSchema
    .selectFrom('credentials')
    .select(['password_hash', 'session_epoch'])
    .where('admin_id', '=', admin?.adminId ?? 0)
    .executeTakeFirst()
  const stored = row?.password_hash ?? null
  const knows = await passwords.verify(password, stored)
  if (!admin || !row || !knows || stored === null) return null
  if (passwords.isOutdated(stored))
    await rehash(privateSchema, admin.adminId, stored, await passwords.hash(password))
  return row.session_epoch
}

/** Only while the password is still the one that was just shown. */
async function rehash(privateSchema: PrivateSchema, adminId: number, stored: string, password_hash: string) {
  await privateSchema
    .updateTable('credentials')
    .set({ password_hash })
    .where('admin_id', '=', adminId)
    .where('password_hash', '=', stored)
    .returning(LOCALLY)
    .execute()
}
