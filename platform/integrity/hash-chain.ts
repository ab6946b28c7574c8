import { createHash } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import { findCheckpoint, moveCheckpoint } from '../database/checkpoints.ts'
import { openPrivateSchema } from '../database/private-schema.ts'
import { AT_START, checkpointAt, requireInLog } from '../event-store/checkpoint.ts'
import { type Digest, digestOf } from '../event-store/event-digest.ts'
import { type EventStore, type Position, type RecordedEvent, START } from '../event-store/event-store.ts'
import { readRange } from '../event-store/log-range.ts'
import type { Clock } from '../time/clock.ts'

export type SealTables = {
  seals: {
    number: number
    events: number
    position: Position
    digests: Buffer
    head: Buffer
    sealed_at: Instant
  }
}

export type SealRow = Selectable<SealTables['seals']>

/** A seal as it is published: whoever keeps its head can tell later whether the log up to here is still the same. */
export type PublishedSeal = {
  number: number
  /** How many events it and all before it cover. */
  events: number
  /** Hexadecimal, 64 characters. */
  head: string
  sealedAt: Instant
}

export function openSeals(kysely: Kysely<object>): Kysely<SealTables> {
  return kysely.withSchema('log').withTables<SealTables>()
}

/**
 * Seals every event that is not sealed yet, one seal for each batch of the log. Two processes may do it at once: a seal
 * that the other has made is left to it.
 * @param store with events as they are kept, not as they are read today. Throws LogLacksEvents.
 */
export async function sealLog(options: {
  kysely: Kysely<object>
  store: EventStore
  clock: Clock
}): Promise<void> {
  const { kysely, store, clock } = options
  const until = await store.head()
  let last = await lastSeal(kysely)
  if (last.position === until) return
  const privateSchema = openPrivateSchema(kysely)
  const checkpoint = await findCheckpoint(privateSchema, 'seals')
  const isOfLast = checkpoint.position === last.position
  await requireInLog(store, isOfLast ? checkpoint : { ...AT_START, position: last.position })
  for await (const batch of readRange(store, { after: last.position, until })) {
    const next = nextSeal(last, batch, clock.now())
    if (!(await addSeal(kysely, next))) return
    last = next
    const end = batch.at(-1)
    if (end) await moveCheckpoint(privateSchema, 'seals', checkpointAt(end))
  }
}

/** What a log without any seal begins with. */
export const NO_SEAL: Omit<SealRow, 'digests' | 'sealed_at'> = {
  number: 0,
  events: 0,
  position: START,
  head: Buffer.alloc(32),
}

export async function lastSeal(kysely: Kysely<object>): Promise<typeof NO_SEAL> {
  const row = await openSeals(kysely)
    .selectFrom('seals')
    .select(['number', 'events', 'position', 'head'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? NO_SEAL
}

/** Goes on after this position, with a seal over nothing: the events that were sealed after it are lost. */
export async function restartChain(kysely: Kysely<object>, position: Position, now: Instant): Promise<void> {
  const last = await lastSeal(kysely)
  if (last.number === 0 || last.position === position) return
  await addSeal(kysely, { ...nextSeal(last, [], now), position })
}

/** The seals over nothing, after which the log goes on at an earlier position. */
export function restartsOf(kysely: Kysely<object>): Promise<Pick<SealRow, 'number' | 'position'>[]> {
  return openSeals(kysely)
    .selectFrom('seals')
    .select(['number', 'position'])
    .where('digests', '=', Buffer.alloc(0))
    .execute()
}

/** The last one, null while there is none. */
export async function latestSeal(kysely: Kysely<object>): Promise<PublishedSeal | null> {
  const row = await openSeals(kysely)
    .selectFrom('seals')
    .select(['number', 'events', 'head', 'sealed_at'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? published(row) : null
}

/** The first seal that covers this position, null while there is none. */
export async function sealForPosition(
  kysely: Kysely<object>,
  position: Position,
): Promise<PublishedSeal | null> {
  const row = await openSeals(kysely)
    .selectFrom('seals')
    .select(['number', 'events', 'head', 'sealed_at'])
    .where('position', '>=', position)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row ? published(row) : null
}

/** The same for several positions at once. */
export async function sealsForPositions(
  kysely: Kysely<object>,
  positions: readonly Position[],
): Promise<Map<Position, PublishedSeal>> {
  const found = await Promise.all(
    [...new Set(positions)].map(
      async (position) => [position, await sealForPosition(kysely, position)] as const,
    ),
  )
  return new Map(found.flatMap(([position, seal]) => (seal ? [[position, seal]] : [])))
}

export const published = ({ number, events, head, sealed_at }: Omit<SealRow, 'digests' | 'position'>) => ({
  number,
  events,
  head: head.toString('hex'),
  sealedAt: sealed_at,
})

/**
 * A link for each digest: SHA-256 over the head before it and the digest. So the head behind an event follows from the events up to
 * it alone, however they were sealed and whenever.
 */
export function headOf(before: Buffer, digests: Buffer): Buffer {
  return headsOf(before, digests).at(-1) ?? before
}

/** The head behind each of them. */
export function headsOf(before: Buffer, digests: Buffer): Buffer[] {
  const heads: Buffer[] = []
  for (let start = 0; start < digests.length; start += DIGEST_BYTES) {
    const link = createHash('sha256').update(heads.at(-1) ?? before)
    heads.push(link.update(digests.subarray(start, start + DIGEST_BYTES)).digest())
  }
  return heads
}

const DIGEST_BYTES = 32

/** The digests of a seal, one for each event. */
export function digestsIn(digests: Buffer): Digest[] {
  return Array.from({ length: Math.ceil(digests.length / 32) }, (_, index) =>
    digests.subarray(index * 32, index * 32 + 32).toString('base64url'),
  )
}

/** Answers whether this seal is new. */
export async function addSeal(kysely: Kysely<object>, seal: SealRow): Promise<boolean> {
  const added = await openSeals(kysely)
    .insertInto('seals')
    .values(seal)
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst()
  return added !== undefined
}

function nextSeal(last: typeof NO_SEAL, batch: readonly RecordedEvent[], sealedAt: Instant): SealRow {
  const digests = Buffer.concat(batch.map((event) => Buffer.from(digestOf(event), 'base64url')))
  return {
    number: last.number + 1,
    events: last.events + batch.length,
    position: batch.at(-1)?.position ?? last.position,
    digests,
    head: headOf(last.head, digests),
    sealed_at: sealedAt,
  }
}
