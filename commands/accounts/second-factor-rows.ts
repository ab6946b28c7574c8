import { LOCALLY } from '../../platform/database/locally.ts'
import type { PrivateSchema } from '../../platform/database/private-schema.ts'
import { endSessions } from './credentials.ts'

export const findSecret = async (privateSchema: PrivateSchema, adminId: number): Promise<Buffer | null> =>
  (await findRow(privateSchema, adminId))?.encrypted_secret ?? null

export const hasFactor = async (privateSchema: PrivateSchema, adminId: number): Promise<boolean> =>
  (await findSecret(privateSchema, adminId)) !== null

export const findPendingSecret = async (
  privateSchema: PrivateSchema,
  adminId: number,
): Promise<Buffer | null> => (await findRow(privateSchema, adminId))?.pending_secret ?? null

const findRow = (privateSchema: PrivateSchema, adminId: number) =>
  privateSchema.selectFrom('second_factors').selectAll().where('admin_id', '=', adminId).executeTakeFirst()

export async function listAdminsWithFactor(privateSchema: PrivateSchema): Promise<ReadonlySet<number>> {
  const rows = await privateSchema
    .selectFrom('second_factors')
    .select('admin_id')
    .where('encrypted_secret', 'is not', null)
    .execute()
  return new Set(rows.map(({ admin_id }) => admin_id))
}

export async function beginFactor(
  privateSchema: PrivateSchema,
  admin_id: number,
  pending_secret: Buffer,
): Promise<void> {
  await privateSchema
    .insertInto('second_factors')
    .values({ admin_id, encrypted_secret: null, pending_secret })
    .onConflict((conflict) => conflict.column('admin_id').doUpdateSet({ pending_secret }))
    .execute()
}

/** Ends every session with it. Answers false when it is no longer the one that is being set up. */
export function turnOnFactor(
  privateSchema: PrivateSchema,
  adminId: number,
  { pending, step, codeHashes }: { pending: Buffer; step: number; codeHashes: readonly string[] },
): Promise<boolean> {
  return privateSchema.transaction().execute(async (inTransaction) => {
    const { numUpdatedRows } = await inTransaction
      .updateTable('second_factors')
      .set({ encrypted_secret: pending, pending_secret: null, last_step: step })
      .where('admin_id', '=', adminId)
      .where('pending_secret', '=', pending)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    await writeRecoveryCodes(inTransaction, adminId, codeHashes)
    await endSessions(inTransaction, adminId)
    return true
  })
}

/** The earlier ones are void. Answers false when no factor is on. */
export function replaceRecoveryCodes(
  privateSchema: PrivateSchema,
  adminId: number,
  hashes: readonly string[],
): Promise<boolean> {
  return privateSchema.transaction().execute(async (inTransaction) => {
    // Of two at once the second waits, and deletes what the first has written.
    const factor = await inTransaction
      .selectFrom('second_factors')
      .select('admin_id')
      .where('admin_id', '=', adminId)
      .where('encrypted_secret', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!factor) return false
    await writeRecoveryCodes(inTransaction, adminId, hashes)
    return true
  })
}

async function writeRecoveryCodes(privateSchema: PrivateSchema, admin_id: number, hashes: readonly string[]) {
  await privateSchema.deleteFrom('recovery_codes').where('admin_id', '=', admin_id).execute()
  await privateSchema
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ admin_id, code_hash })))
    .execute()
}

/** Whether no code of this step or a later one was taken before. One statement decides, so of many at once one is taken. */
export async function spendStep(
  privateSchema: PrivateSchema,
  adminId: number,
  { encrypted, step }: { encrypted: Buffer; step: number },
): Promise<boolean> {
  const spent = await privateSchema
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('admin_id', '=', adminId)
    .where('encrypted_secret', '=', encrypted)
    .where('last_step', '<', step)
    .returning(LOCALLY)
    .executeTakeFirst()
  return spent !== undefined
}

export async function spendRecoveryCode(
  privateSchema: PrivateSchema,
  adminId: number,
  codeHash: string,
): Promise<boolean> {
  const spent = await privateSchema
    .deleteFrom('recovery_codes')
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', codeHash)
    .returning(LOCALLY)
    .executeTakeFirst()
  return spent !== undefined
}

export async function countRecoveryCodes(privateSchema: PrivateSchema, adminId: number): Promise<number> {
  const { count } = await privateSchema
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function removeFactor(privateSchema: PrivateSchema, adminId: number): Promise<boolean> {
  const removed = await privateSchema
    .deleteFrom('second_factors')
    .where('admin_id', '=', adminId)
    .returning('encrypted_secret')
    .executeTakeFirst()
  await privateSchema.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute()
  return removed !== undefined && removed.encrypted_secret !== null
}
