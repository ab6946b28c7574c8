import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Vault } from './vault.ts'

/** One key for one purpose, from the server's secret. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

/** Whoever has the key can tell that this server wrote the text: 128 bits, as 22 characters that fit into an address. */
export const proofOf = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url')

/** Takes as long for texts that differ as for the same one. */
export const sameText = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))

/**
 * Turns an address into a key that tells two addresses apart without telling them. Its own key is made once and kept,
 * because what was written with it stands in the log for ever, whatever becomes of the server's secret.
 */
export async function openAddressKeys(vault: Vault): Promise<(address: string) => string> {
  await vault
    .insertInto('keys')
    .values({ name: 'address', value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await vault
    .selectFrom('keys')
    .select('value')
    .where('name', '=', 'address')
    .executeTakeFirstOrThrow()
  return (address) => createHmac('sha256', value).update(address.toLowerCase()).digest('base64url')
}
