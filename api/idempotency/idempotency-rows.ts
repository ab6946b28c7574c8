import { createHmac, hkdfSync } from 'node:crypto'
import type { Instant } from '../../domain/event.ts'
import { LOCALLY } from '../../platform/database/locally.ts'
import type { PrivateSchema } from '../../platform/database/private-schema.ts'
import { decrypt, encrypt } from '../../platform/links/encryption.ts'
import { later } from '../../platform/time/clock.ts'

const KEPT_MS = 24 * 60 * 60_000

/** Longer than any command takes: after that, the process that had it is gone. */
export const LEASE_MS = 60_000

type Asked = { caller: string; key: string; request: string }
export type KeptAnswer = { status: number; body: string }

export type Claim =
  | { outcome: 'mine'; keyHash: string; sealKey: Buffer; leasedUntil: Instant }
  | { outcome: 'answered'; answer: KeptAnswer }
  | { outcome: 'under_way' }
  | { outcome: 'other_request' }
export type OwnClaim = Extract<Claim, { outcome: 'mine' }>

export async function claimKey(
  privateSchema: PrivateSchema,
  secret: string,
  asked: Asked,
  now: Instant,
): Promise<Claim> {
  const keyHash = hmac(secret, asked.caller, asked.key)
  const sealKey = Buffer.from(hkdfSync('sha256', secret, asked.key, `idempotency ${asked.caller}`, 32))
  const requestHash = hmac(secret, keyHash, asked.request)
  const leasedUntil = later(now, LEASE_MS)
  const mine = { outcome: 'mine', keyHash, sealKey, leasedUntil } as const

  await privateSchema
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', later(now, -KEPT_MS))
    .returning(LOCALLY)
    .execute()
  const added = await privateSchema
    .insertInto('idempotency_keys')
    .values({ key_hash: keyHash, request_hash: requestHash, created_at: now, leased_until: leasedUntil })
    .onConflict((conflict) => conflict.doNothing())
    .returning(LOCALLY)
    .executeTakeFirst()
  if (added) return mine

  const row = await keyRow(privateSchema, keyHash).selectAll().executeTakeFirst()
  if (!row) return { outcome: 'under_way' }
  if (row.request_hash !== requestHash) return { outcome: 'other_request' }
  if (row.status !== null && row.sealed_body !== null) {
    return { outcome: 'answered', answer: { status: row.status, body: decrypt(sealKey, row.sealed_body) } }
  }
  if (row.leased_until > now) return { outcome: 'under_way' }
  const taken = await privateSchema
    .updateTable('idempotency_keys')
    .set({ leased_until: leasedUntil })
    .where('key_hash', '=', keyHash)
    .where('leased_until', '=', row.leased_until)
    .where('status', 'is', null)
    .returning(LOCALLY)
    .executeTakeFirst()
  return taken ? mine : { outcome: 'under_way' }
}

export async function keepAnswer(
  privateSchema: PrivateSchema,
  { keyHash, sealKey }: OwnClaim,
  { status, body }: KeptAnswer,
) {
  await privateSchema
    .updateTable('idempotency_keys')
    .set({ status, sealed_body: encrypt(sealKey, body) })
    .where('key_hash', '=', keyHash)
    .where('status', 'is', null)
    .returning(LOCALLY)
    .execute()
}

export async function forgetKey(
  privateSchema: PrivateSchema,
  { keyHash, leasedUntil }: OwnClaim,
): Promise<void> {
  await privateSchema
    .deleteFrom('idempotency_keys')
    .where('key_hash', '=', keyHash)
    .where('leased_until', '=', leasedUntil)
    .returning(LOCALLY)
    .execute()
}

/** What was begun may be finished by the next request with this key, at once. */
export async function releaseKey(
  privateSchema: PrivateSchema,
  { keyHash, leasedUntil }: OwnClaim,
  now: Instant,
) {
  await privateSchema
    .updateTable('idempotency_keys')
    .set({ leased_until: now })
    .where('key_hash', '=', keyHash)
    .where('leased_until', '=', leasedUntil)
    .returning(LOCALLY)
    .execute()
}

export async function keepDrawnId(
  privateSchema: PrivateSchema,
  { keyHash }: OwnClaim,
  drawn: number,
): Promise<number> {
  const { drawn_id } = await privateSchema
    .updateTable('idempotency_keys')
    .set(({ fn, ref, val }) => ({ drawn_id: fn.coalesce(ref('drawn_id'), val(drawn)) }))
    .where('key_hash', '=', keyHash)
    .returning(['drawn_id', LOCALLY])
    .executeTakeFirstOrThrow()
  return drawn_id ?? drawn
}

export async function forgetDrawnId(privateSchema: PrivateSchema, { keyHash }: OwnClaim): Promise<void> {
  await privateSchema
    .updateTable('idempotency_keys')
    .set({ drawn_id: null })
    .where('key_hash', '=', keyHash)
    .returning(LOCALLY)
    .execute()
}

const keyRow = (privateSchema: PrivateSchema, keyHash: string) =>
  privateSchema.selectFrom('idempotency_keys').where('key_hash', '=', keyHash)

const hmac = (secret: string, ...parts: string[]) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['idempotency', ...parts]))
    .digest('base64url')
