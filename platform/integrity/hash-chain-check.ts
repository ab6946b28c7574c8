import type { Kysely } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import { findCheckpoint } from '../database/checkpoints.ts'
import { openPrivateSchema } from '../database/private-schema.ts'
import { type Digest, digestOf } from '../event-store/event-digest.ts'
import { type EventStore, type RecordedEvent, START } from '../event-store/event-store.ts'
import { readRange } from '../event-store/log-range.ts'
import { erasedGaps, type Gap } from './erased-places.ts'
import {
  digestsIn,
  headOf,
  headsOf,
  lastSeal,
  missingSeals,
  NO_SEAL,
  openSeals,
  type Restart,
  restartsOf,
  type SealRow,
} from './hash-chain.ts'
import { checkLogTables } from './log-tables.ts'

export type EventRef = Pick<RecordedEvent, 'position' | 'stream' | 'revision' | 'type'>

/** `missing` names the event before which others are gone, null at the end. */
export type Discrepancy =
  | { kind: 'changed' | 'added' | 'moved'; event: EventRef; seal: number }
  | { kind: 'missing'; count: number; before: EventRef | null; seal: number }
  | { kind: 'seal'; what: string; seal: number }
  | { kind: 'log'; what: string }

export type LogCheck = {
  events: number
  seals: number
  unsealed: number
  erased: number
  head: string | null
  discrepancies: Discrepancy[]
}

export type HeadPlace = { number: number; events: number; sealedAt: Instant }

const DISCREPANCIES_MAX = 100
const SEALS_AT_ONCE = 20

/** The log against its seals, the seals against each other, and the tables of the log against their migration. */
export async function checkSeals(
  options: CheckOptions & { kysely: Kysely<object>; store: EventStore },
): Promise<LogCheck & FoundHeads> {
  const { kysely, store } = options
  // In this order, because others may write and seal meanwhile.
  const gaps = await erasedGaps(store)
  const sealedUpTo = await findCheckpoint(openPrivateSchema(kysely), 'seals')
  const newest = await lastSeal(kysely)
  const check = await checkChain(
    {
      ...{ seals: sealsUpTo(kysely, newest.number), gaps, restarts: await restartsOf(kysely) },
      events: readRange(store, { after: START, until: await store.head() }),
    },
    options,
  )
  const sentences = [...missingSeals(sealedUpTo, newest), ...(await checkLogTables(kysely, store))]
  const discrepancies = [...sentences.map((what) => ({ kind: 'log', what }) as const), ...check.discrepancies]
  return { ...check, discrepancies: discrepancies.slice(0, DISCREPANCIES_MAX) }
}

type Chain = {
  seals: AsyncIterable<SealRow>
  events: AsyncIterator<readonly RecordedEvent[], void>
  gaps: readonly Gap[]
  restarts: readonly Restart[]
}

type CheckOptions = {
  /** A server may not have sealed yet what is younger than a minute. Null where everything must be sealed. */
  now: Instant | null
  /** Published heads, or how they begin: hexadecimal, in lower case. */
  heads?: readonly string[]
  /** In the order of the log, and null for what is not sealed yet. */
  onEvent?: (event: RecordedEvent, sealedAt: Instant | null) => void
  onEvents?: (count: number) => void
}

type FoundHeads = { heads: ReadonlyMap<string, HeadPlace> }

export async function checkChain(
  { seals, events: log, gaps, restarts }: Chain,
  { now, heads = [], onEvent, onEvents }: CheckOptions,
): Promise<LogCheck & FoundHeads> {
  const gone = new Set(gaps.map(({ digest }) => digest))
  const check: LogCheck = { events: 0, seals: 0, unsealed: 0, erased: 0, head: null, discrepancies: [] }
  const found = new Map<string, HeadPlace>()
  const restarted = new Map(restarts.map(({ number }) => [number, { events: 0, head: NO_SEAL.head }]))
  const revisions = new Map<string, number>()
  let waiting: readonly RecordedEvent[] = []
  let last: typeof NO_SEAL = NO_SEAL

  for await (const seal of seals) {
    const sealed: RecordedEvent[] = []
    // What came after a restart of the chain was sealed after it.
    const end = [seal, ...restarts.filter(({ number }) => number > seal.number)]
      .map(({ position }) => position)
      .reduce((one, other) => (one < other ? one : other))
    for (;;) {
      sealed.push(...waiting.filter(({ position }) => position <= end))
      waiting = waiting.filter(({ position }) => position > end)
      if (waiting.length > 0 || !(await nextBatch())) break
    }
    for (const event of sealed) onEvent?.(event, seal.sealed_at)
    note(chainDiscrepancies({ ...last, ...restarted.get(seal.number) }, seal))
    noteRestarts(last, seal)
    if (heads.length > 0) lookForHeads(last, seal)
    const inWindow = digested(sealed)
    const digests = digestsIn(seal.digests)
    const expected = digests.filter((digest) => inWindow.present.has(digest) || !gone.has(digest))
    check.erased += digests.length - expected.length
    note(windowDiscrepancies(seal.number, expected, inWindow))
    check.seals += 1
    last = seal
  }
  const overdue: { count: number; first: RecordedEvent | undefined } = { count: 0, first: undefined }
  do {
    check.unsealed += waiting.length
    for (const event of waiting) onEvent?.(event, null)
    const old = waiting.filter((event) => now === null || isOverdue(event, now))
    overdue.count += old.length
    overdue.first ??= old[0]
    note(waiting.filter((event) => digestOrNone(event) === '').map(withoutDigest))
  } while (await nextBatch())
  if (overdue.first) note([neverSealed(overdue.count, overdue.first)])
  check.head = last.number === 0 ? null : last.head.toString('hex')
  return { ...check, heads: found }

  async function nextBatch(): Promise<boolean> {
    const { value, done } = await log.next()
    waiting = value ?? []
    check.events += waiting.length
    for (const event of waiting) {
      const expected = (revisions.get(event.stream) ?? -1) + 1
      revisions.set(event.stream, event.revision)
      if (event.revision === expected) continue
      note([{ kind: 'log', what: `${nameOf(event)} is not the revision ${expected} that should follow` }])
    }
    if (waiting.length > 0) onEvents?.(check.events)
    return !done
  }

  function noteRestarts({ head: before, events: first }: typeof NO_SEAL, seal: SealRow) {
    const here = restarts.filter(
      ({ number, events }) => number > seal.number && events > first && events <= seal.events,
    )
    if (here.length === 0) return
    const heads = headsOf(before, seal.digests)
    for (const { number, events } of here)
      restarted.set(number, { events, head: heads[events - first - 1] ?? before })
  }

  function lookForHeads({ head: before, events }: typeof NO_SEAL, { number, digests, sealed_at }: SealRow) {
    for (const [index, head] of headsOf(before, digests).entries()) {
      const text = head.toString('hex')
      const place = { number, events: events + index + 1, sealedAt: sealed_at }
      for (const digits of heads) if (text.startsWith(digits)) found.set(digits, place)
    }
  }

  function note(discrepancies: Iterable<Discrepancy>) {
    for (const discrepancy of discrepancies)
      if (check.discrepancies.length < DISCREPANCIES_MAX) check.discrepancies.push(discrepancy)
  }
}

type Found = { events: readonly RecordedEvent[]; digests: readonly Digest[]; present: ReadonlySet<Digest> }

function digested(events: readonly RecordedEvent[]): Found {
  const digests = events.map(digestOrNone)
  return { events, digests, present: new Set(digests) }
}

/** Empty for an event that cannot be sealed: it has a number too large to be one. */
export function digestOrNone(event: RecordedEvent): Digest {
  try {
    return digestOf(event)
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

export async function erasedDigests(store: EventStore): Promise<ReadonlySet<Digest>> {
  return new Set((await erasedGaps(store)).map(({ digest }) => digest))
}

async function* sealsUpTo(kysely: Kysely<object>, newest: number): AsyncGenerator<SealRow, void> {
  for await (const seal of allSeals(kysely)) {
    if (seal.number > newest) return
    yield seal
  }
}

export async function* allSeals(kysely: Kysely<object>, after = 0): AsyncGenerator<SealRow, void> {
  for (let number = after; ; ) {
    const rows = await openSeals(kysely)
      .selectFrom('seals')
      .selectAll()
      .where('number', '>', number)
      .orderBy('number')
      .limit(SEALS_AT_ONCE)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    number = last.number
  }
}

function* chainDiscrepancies(last: typeof NO_SEAL, seal: SealRow): Generator<Discrepancy> {
  const discrepancy = (what: string): Discrepancy => ({ kind: 'seal', what, seal: seal.number })
  if (seal.number !== last.number + 1) yield discrepancy('a seal before it is missing')
  if (seal.events !== last.events + seal.digests.length / 32)
    yield discrepancy('it counts its events wrongly')
  if (!headOf(last.head, seal.digests).equals(seal.head)) {
    yield discrepancy('its head does not follow from its digests and the seal before it')
  }
}

/** Events in places where the seal covers others. What an erasure took is not missing. */
function* windowDiscrepancies(
  seal: number,
  expected: readonly Digest[],
  found: Found,
): Generator<Discrepancy> {
  const { events, digests, present } = found
  const due = new Map(expected.map((digest, place) => [digest, place]))
  let at = 0
  for (const [index, event] of events.entries()) {
    const place = due.get(digests[index] ?? '')
    if (place === undefined) {
      const isExtra = present.has(expected[at] ?? '')
      yield { kind: isExtra ? 'added' : 'changed', event: refOf(event), seal }
      if (!isExtra) at += 1
    } else {
      const missing = expected.slice(at, place).filter((digest) => !present.has(digest)).length
      if (missing > 0) yield { kind: 'missing', count: missing, before: refOf(event), seal }
      else if (place !== at) yield { kind: 'moved', event: refOf(event), seal }
      at = Math.max(at, place + 1)
    }
  }
  const missing = expected.slice(at).filter((digest) => !present.has(digest)).length
  if (missing > 0) yield { kind: 'missing', count: missing, before: null, seal }
}

const SEALED_WITHIN_MS = 60_000

function isOverdue({ metadata }: RecordedEvent, now: Instant): boolean {
  const happenedMs = Date.parse(metadata?.occurredAt)
  return !(Date.parse(now) - happenedMs < SEALED_WITHIN_MS)
}

function neverSealed(count: number, { metadata }: RecordedEvent): Discrepancy {
  const events = count === 1 ? '1 event is' : `${count} events are`
  const since = `the first from ${metadata?.occurredAt}`
  return {
    kind: 'log',
    what: `${events} not sealed, ${since}: no server has run since to seal them, or seals were deleted`,
  }
}

const withoutDigest = (event: RecordedEvent): Discrepancy => ({
  ...{ kind: 'log', what: `${nameOf(event)} holds a number that is none, and cannot be sealed` },
})

const nameOf = ({ position, stream, revision, type }: EventRef) =>
  `${type} at position ${position} (${stream}, revision ${revision})`

const refOf = ({ position, stream, revision, type }: RecordedEvent): EventRef => ({
  position,
  stream,
  revision,
  type,
})
