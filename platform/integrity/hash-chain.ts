import { createHash } from 'node:crypto'
import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import { findCheckpoint, moveCheckpoint } from '../database/checkpoints.ts'
import { openPrivateSchema } from '../database/private-schema.ts'
import {
  AT_START,
  type Checkpoint,
  checkpointAt,
  LogLacksEvents,
  requireInLog,
} from '../event-store/checkpoint.ts'
import { type Digest, digestOf } from '../event-store/event-digest.ts'
import { type EventStore, type Position, type RecordedEvent, START } from '../event-store/event-store.ts'
import { readRange } from '../event-store/log-range.ts'
import { StartRefusal } from '../start-refusal.ts'
import type { Clock } from '../time/clock.ts'
import { type ErasedPlaces, erasedPlaces, linksOf } from './erased-places.ts'

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

export type PublishedSeal = {
  number: number
  events: number
  head: string
  sealedAt: Instant
}

export function openSeals(kysely: Kysely<object>): Kysely<SealTables> {
  return kysely.withSchema('log').withTables<SealTables>()
}

/** Events as they were written. Two processes may do it at once. Throws LogLacksEvents and SealsMissing. */
export async function sealLog(options: {
  kysely: Kysely<object>
  store: EventStore
  clock: Pick<Clock, 'now'>
}): Promise<void> {
  const { kysely, store, clock } = options
  const until = await store.head()
  let last = await lastSeal(kysely)
  if (last.position === until) return
  const privateSchema = openPrivateSchema(kysely)
  const checkpoint = await findCheckpoint(privateSchema, 'seals')
  if (missingSeals(checkpoint, last).length > 0) {
    const [sentence] = missingSeals(checkpoint, await lastSeal(kysely))
    if (sentence !== undefined) throw new SealsMissing(sentence)
    return sealLog(options)
  }
  const isOfLast = checkpoint.position === last.position
  await requireInLog(store, isOfLast ? checkpoint : { ...AT_START, position: last.position })
  const gone = await erasedPlaces(store)
  for await (const batch of readRange(store, { after: last.position, until })) {
    const next = nextSeal(last, batch, gone, clock.now())
    if (!(await addSeal(kysely, next))) return sealLog(options)
    last = next
    const end = batch.at(-1)
    if (end) await moveCheckpoint(privateSchema, 'seals', checkpointAt(end))
  }
}

class SealsMissing extends StartRefusal {
  constructor(sentence: string) {
    super(`${sentence}. npm run restore-check says what else is missing, and how to go on`)
    this.name = 'SealsMissing'
  }
}

/** Whether it was. */
export async function sealIfWhole(options: Parameters<typeof sealLog>[0]): Promise<boolean> {
  try {
    await sealLog(options)
    return true
  } catch (error) {
    if (!(error instanceof LogLacksEvents) && !(error instanceof SealsMissing)) throw error
    return false
  }
}

export function missingSeals(
  sealedUpTo: Pick<Checkpoint, 'position'>,
  last: Pick<SealRow, 'number' | 'position'>,
): string[] {
  if (sealedUpTo.position <= last.position) return []
  const left = last.number === 0 ? 'there are no seals' : `the seals end at ${last.position}`
  return [`Seals were deleted: the log was sealed up to position ${sealedUpTo.position}, and ${left}`]
}

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

/** Continues after this event, or from the start, with a seal over nothing: events that were sealed after it are lost. */
export async function restartChain(
  kysely: Kysely<object>,
  after: (Pick<RecordedEvent, 'position'> & { digest: Digest }) | null,
  now: Instant,
): Promise<void> {
  const last = await lastSeal(kysely)
  const position = after?.position ?? START
  if (last.number === 0 || last.position === position) return
  const { events, head } = after ? ((await linkOf(kysely, after)) ?? last) : NO_SEAL
  const digests = Buffer.alloc(0)
  await addSeal(kysely, { number: last.number + 1, position, events, head, digests, sealed_at: now })
}

async function linkOf(kysely: Kysely<object>, { position, digest }: { position: Position; digest: Digest }) {
  const seal = await sealsInForce(kysely, 'position', position).selectAll('seals').executeTakeFirst()
  const digests = seal ? digestsIn(seal.digests) : []
  const index = digests.indexOf(digest)
  if (!seal || index < 0) return null
  const before = await openSeals(kysely)
    .selectFrom('seals')
    .select('head')
    .where('number', '=', seal.number - 1)
    .executeTakeFirst()
  const head = headsOf(before?.head ?? NO_SEAL.head, seal.digests)[index] ?? seal.head
  return { events: seal.events - digests.length + index + 1, head }
}

export type Restart = Pick<SealRow, 'number' | 'position' | 'events'>

export function restartsOf(kysely: Kysely<object>): Promise<Restart[]> {
  return openSeals(kysely)
    .selectFrom('seals')
    .select(['number', 'position', 'events'])
    .where('digests', '=', NOTHING)
    .orderBy('number')
    .execute()
}

/** Without seals over events that were lost before a restart. */
export function sealsInForce(kysely: Kysely<object>, by: 'position', from: Position): SealsInForce
export function sealsInForce(kysely: Kysely<object>, by: 'events', from: number): SealsInForce
export function sealsInForce(kysely: Kysely<object>, by: 'position' | 'events', from: Position | number) {
  return openSeals(kysely)
    .selectFrom('seals')
    .where(by, '>=', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('seals as restart')
            .select('restart.number')
            .where('restart.digests', '=', NOTHING)
            .whereRef('restart.number', '>', 'seals.number')
            .whereRef('restart.events', '<', 'seals.events'),
        ),
      ),
    )
    .orderBy('number')
    .limit(1)
}

type SealsInForce = SelectQueryBuilder<SealTables, 'seals', object>

const NOTHING = Buffer.alloc(0)

export async function latestSeal(kysely: Kysely<object>): Promise<PublishedSeal | null> {
  const row = await openSeals(kysely)
    .selectFrom('seals')
    .select(['number', 'events', 'head', 'sealed_at'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? published(row) : null
}

export async function sealForPosition(
  kysely: Kysely<object>,
  position: Position,
): Promise<PublishedSeal | null> {
  const row = await sealsInForce(kysely, 'position', position)
    .select(['number', 'events', 'head', 'sealed_at'])
    .executeTakeFirst()
  return row ? published(row) : null
}

export async function placesInChain(
  kysely: Kysely<object>,
  events: readonly RecordedEvent[],
): Promise<number[] | undefined> {
  const places: number[] = []
  for (const event of events) {
    const seal = await sealsInForce(kysely, 'position', event.position)
      .select(['events', 'digests'])
      .executeTakeFirst()
    const digests = seal ? digestsIn(seal.digests) : []
    const index = digests.indexOf(digestOf(event))
    if (!seal || index < 0) return undefined
    places.push(seal.events - digests.length + index + 1)
  }
  return places
}

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

const published = ({ number, events, head, sealed_at }: Omit<SealRow, 'digests' | 'position'>) => ({
  number,
  events,
  head: head.toString('hex'),
  sealedAt: sealed_at,
})

/** SHA-256 over the head before and the digest: a head follows from the events up to it, however they were sealed. */
export function headOf(before: Buffer, digests: Buffer): Buffer {
  return headsOf(before, digests).at(-1) ?? before
}

export function headsOf(before: Buffer, digests: Buffer): Buffer[] {
  const heads: Buffer[] = []
  for (let start = 0; start < digests.length; start += DIGEST_BYTES) {
    const link = createHash('sha256').update(heads.at(-1) ?? before)
    heads.push(link.update(digests.subarray(start, start + DIGEST_BYTES)).digest())
  }
  return heads
}

const DIGEST_BYTES = 32

export function digestsIn(digests: Buffer): Digest[] {
  return Array.from({ length: Math.ceil(digests.length / 32) }, (_, index) =>
    digests.subarray(index * 32, index * 32 + 32).toString('base64url'),
  )
}

export async function addSeal(kysely: Kysely<object>, seal: SealRow): Promise<boolean> {
  const added = await openSeals(kysely)
    .insertInto('seals')
    .values(seal)
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst()
  return added !== undefined
}

function nextSeal(
  last: typeof NO_SEAL,
  batch: readonly RecordedEvent[],
  gone: ErasedPlaces,
  sealedAt: Instant,
): SealRow {
  const links = linksOf(batch, gone, last.events)
  const digests = Buffer.concat(links.map(({ digest }) => Buffer.from(digest, 'base64url')))
  return {
    number: last.number + 1,
    events: last.events + links.length,
    position: batch.at(-1)?.position ?? last.position,
    digests,
    head: headOf(last.head, digests),
    sealed_at: sealedAt,
  }
}
