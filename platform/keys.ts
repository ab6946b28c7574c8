import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Vault } from './vault.ts'

/** One key for one purpose, from the server's secret. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

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
