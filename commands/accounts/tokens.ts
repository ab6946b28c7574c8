import { createHash, randomBytes } from 'node:crypto'
import type { Instant } from '../../domain/event.ts'
import { LOCALLY } from '../../platform/database/locally.ts'
import type { PrivateSchema } from '../../platform/database/private-schema.ts'
import { later } from '../../platform/time/clock.ts'
import { epochNow } from './credentials.ts'

export type LinkKind = 'sign-in' | 'reset-password'

type ChallengeKind = 'code-after-password' | 'code-after-link'

const MINUTE_MS = 60_000
const LIFETIME_MS: Record<LinkKind | ChallengeKind, number> = {
  'sign-in': 10 * MINUTE_MS,
  'reset-password': 60 * MINUTE_MS,
  'code-after-password': 5 * MINUTE_MS,
  'code-after-link': 5 * MINUTE_MS,
}

/**
 * Null when a link of this kind was issued within the last minute: a stranger who asks again and again can neither end the
 * links that were mailed nor fill a mailbox. The token is void with the next epoch; only its hash is kept.
 */
export async function issueLinkToken(
  privateSchema: PrivateSchema,
  kind: LinkKind,
  { adminId, epoch }: LinkHolder,
  now: Instant,
): Promise<{ token: string; expiresAt: Instant } | null> {
  return (await wasIssuedJustNow(privateSchema, kind, { adminId, epoch }, now))
    ? null
    : issueToken(privateSchema, kind, { adminId, epoch }, now)
}

export async function issueToken(
  privateSchema: PrivateSchema,
  kind: LinkKind | ChallengeKind,
  { adminId, epoch }: LinkHolder,
  now: Instant,
): Promise<{ token: string; expiresAt: Instant }> {
  await privateSchema.deleteFrom('link_tokens').where('expires_at', '<=', now).returning(LOCALLY).execute()
  const token = randomBytes(32).toString('base64url')
  const expiresAt = later(now, LIFETIME_MS[kind])
  await privateSchema
    .insertInto('link_tokens')
    .values({ admin_id: adminId, kind, token_hash: hashOf(token), expires_at: expiresAt, epoch })
    .returning(LOCALLY)
    .execute()
  return { token, expiresAt }
}

async function wasIssuedJustNow(
  privateSchema: PrivateSchema,
  kind: LinkKind,
  { adminId, epoch }: LinkHolder,
  now: Instant,
): Promise<boolean> {
  const row = await privateSchema
    .selectFrom('link_tokens')
    .select('token_hash')
    .where('admin_id', '=', adminId)
    .where('kind', '=', kind)
    .where('epoch', '=', epoch)
    .where('expires_at', '>', later(now, LIFETIME_MS[kind] - MINUTE_MS))
    .executeTakeFirst()
  return row !== undefined
}

type LinkHolder = { adminId: number; epoch: number }

export async function findLinkToken(
  privateSchema: PrivateSchema,
  kind: LinkKind,
  token: string,
  now: Instant,
): Promise<number | null> {
  const row = await privateSchema
    .selectFrom('link_tokens')
    .select('admin_id')
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .where('epoch', '=', epochNow('link_tokens'))
    .executeTakeFirst()
  return row?.admin_id ?? null
}

/** Looking changes nothing: a wrong code may be followed by a right one. */
export async function findChallenge(
  privateSchema: PrivateSchema,
  token: string,
  now: Instant,
): Promise<(LinkHolder & { kind: ChallengeKind }) | null> {
  const row = await privateSchema
    .selectFrom('link_tokens')
    .select(['admin_id', 'epoch', 'kind'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .where('epoch', '=', epochNow('link_tokens'))
    .executeTakeFirst()
  if (row?.kind !== 'code-after-password' && row?.kind !== 'code-after-link') return null
  return { adminId: row.admin_id, epoch: row.epoch, kind: row.kind }
}

/** Takes the token away and answers whose it was. One statement decides, so of many tries at once one succeeds. */
export async function consumeLinkToken(
  privateSchema: PrivateSchema,
  kind: LinkKind | ChallengeKind,
  token: string,
  now: Instant,
): Promise<LinkHolder | null> {
  const row = await privateSchema
    .deleteFrom('link_tokens')
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .where('epoch', '=', epochNow('link_tokens'))
    .returning(['admin_id', 'epoch', LOCALLY])
    .executeTakeFirst()
  return row ? { adminId: row.admin_id, epoch: row.epoch } : null
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
