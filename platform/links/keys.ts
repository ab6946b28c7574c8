import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { comparable } from '../../domain/names.ts'
import type { PrivateSchema } from '../database/private-schema.ts'

/** `generation` is random once the key was replaced: the secret alone does not give the new key. */
export function deriveKey(secret: string, purpose: string, generation = ''): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, generation, purpose, 32))
}

export const newGeneration = (): string => randomBytes(16).toString('base64url')

export async function openSessionKey(privateSchema: PrivateSchema, secret: string): Promise<Buffer> {
  const row = await privateSchema
    .selectFrom('keys')
    .select('value')
    .where('name', '=', SESSIONS)
    .executeTakeFirst()
  return deriveKey(secret, 'session', row?.value)
}

/** Ends every session. A running server signs with the old key until it is restarted. */
export async function replaceSessionKey(privateSchema: PrivateSchema): Promise<void> {
  const value = newGeneration()
  await privateSchema
    .insertInto('keys')
    .values({ name: SESSIONS, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
  await privateSchema.deleteFrom('sessions').execute()
}

const SESSIONS = 'sessions'

/** 128 bits, as 22 characters that fit into an address. */
export const proofOf = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url')

export const sameText = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))

/** Its key is kept: what was written with it is in the log for ever, whatever becomes of the server's secret. */
export async function openAddressKeys(privateSchema: PrivateSchema): Promise<(address: string) => string> {
  const find = privateSchema.selectFrom('keys').select('value').where('name', '=', 'address')
  // A full disk takes no row, and the server should start on one.
  if ((await find.executeTakeFirst()) === undefined)
    await privateSchema
      .insertInto('keys')
      .values({ name: 'address', value: randomBytes(32).toString('base64url') })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const { value } = await find.executeTakeFirstOrThrow()
  return (address) => createHmac('sha256', value).update(comparable(address)).digest('base64url')
}
