import type { Kysely } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import type { Digest } from '../event-store/event-digest.ts'
import { type EventStore, type Position, type RecordedEvent, START } from '../event-store/event-store.ts'
import { readRange } from '../event-store/log-range.ts'
import type { Clock } from '../time/clock.ts'
import { type ErasedPlaces, erasedPlaces, linksOf } from './erased-places.ts'
import { digestsIn, headsOf, lastSeal, NO_SEAL, sealsInForce } from './hash-chain.ts'
import { allSeals, digestOrNone, erasedDigests } from './hash-chain-check.ts'

type ProvenHead = {
  head: string
  at: Instant
  /** When the first and the last of them that are still there happened. */
  covers: { events: number; firstAt: Instant; lastAt: Instant }
  locks: readonly { roundId: number; at: Instant }[]
  stillVerifies: boolean
}

type Parts = { kysely: Kysely<object>; store: EventStore }

type Stretch = { before: number; heads: Buffer; times: readonly Instant[] }

type Chain = {
  madeAt: Instant
  tookMs: number
  seal: number
  position: Position
  links: number
  head: Buffer
  made: Stretch[]
  locks: { link: number; roundId: number; at: Instant }[]
  lost: Stretch[]
  sealed: typeof NO_SEAL
}

const KEPT_MS = 60_000
const PART_OF_TIME = 20
const DIGITS = /^[0-9a-f]{16,64}$/
const HEAD_BYTES = 32

/** A question reads nothing: what was sealed since is added at once, and all is computed again after a minute. */
export function provenHeads(parts: Parts & { clock: Clock }) {
  const { kysely, clock } = parts
  let chain: Chain | null = null
  let underWay: Promise<Chain> | null = null

  /** One at a time. The one under way may end before the newest seal. */
  async function upTo(seal: number): Promise<Chain> {
    for (;;) {
      underWay ??= renewed().finally(() => {
        underWay = null
      })
      const found = await underWay
      if (found.seal >= seal) return found
    }
  }

  async function renewed(): Promise<Chain> {
    const now = clock.now()
    const isFresh = chain !== null && Date.parse(now) - Date.parse(chain.madeAt) < keptMs(chain)
    const began = performance.now()
    const next = await followed(parts, isFresh && chain ? chain : noChain(now))
    if (!isFresh) next.tookMs = performance.now() - began
    chain = next
    return next
  }

  return {
    /** The latest head that begins with these digits, at least 16 in lower case; null for one that nobody published. */
    find: async (digits: string): Promise<ProvenHead | null> => {
      const { number } = await lastSeal(kysely)
      if (number === 0 || !DIGITS.test(digits)) return null
      const { made, lost, locks } = await upTo(number)
      const intact = findIn(made, digits)
      const found = intact ?? findIn(lost, digits)
      const at = found && (await sealedAt(kysely, found.link))
      if (!found || at === null) return null
      const { link, head } = found
      const [firstAt, lastAt] = [timeAt(made, 1) ?? at, timeAt(made, link) ?? at]
      return {
        ...{ head, at, covers: { events: link, firstAt, lastAt } },
        locks: locks.filter((lock) => lock.link <= link).toReversed(),
        stillVerifies: intact !== null,
      }
    },
  }
}

const keptMs = ({ tookMs }: Chain) => Math.max(KEPT_MS, PART_OF_TIME * tookMs)

const noChain = (madeAt: Instant): Chain => ({
  ...{ madeAt, tookMs: 0, seal: 0, position: START, links: 0, head: NO_SEAL.head },
  ...{ made: [], locks: [], lost: [], sealed: NO_SEAL },
})

async function followed(parts: Parts, from: Chain): Promise<Chain> {
  const { kysely, store } = parts
  const newest = await lastSeal(kysely)
  const gone = await allErasedPlaces(parts)
  const chain: Chain = { ...from, made: [...from.made], locks: [...from.locks], lost: [...from.lost] }
  // Without its last events, the log ends before its seals.
  const end = await store.head()
  const until = end < newest.position ? end : newest.position
  for await (const batch of readRange(store, { after: chain.position, until })) addLinks(chain, batch, gone)
  for await (const seal of allSeals(kysely, chain.seal)) {
    if (seal.number > newest.number) break
    const heads = headsOf(chain.sealed.head, seal.digests)
    const before = seal.events - heads.length
    const last = heads.at(-1)
    if (last && !headAt(chain.made, seal.events)?.equals(last))
      chain.lost.push({ before, heads: Buffer.concat(heads), times: [] })
    chain.sealed = seal
    chain.seal = seal.number
  }
  // An erasure meanwhile leaves a gap that was not known yet.
  const isBeside = chain.lost.length > from.lost.length && (await allErasedPlaces(parts)).size > gone.size
  return isBeside ? followed(parts, noChain(from.madeAt)) : chain
}

function addLinks(chain: Chain, batch: readonly RecordedEvent[], gone: ErasedPlaces) {
  const before = chain.links
  const links = linksOf(batch, gone, before, digestOrNone)
  const heads = headsOf(chain.head, Buffer.concat(links.map(({ digest }) => bytesOf(digest))))
  const times: Instant[] = []
  for (const [index, { event }] of links.entries()) {
    const at = event?.metadata.occurredAt ?? times.at(-1) ?? chain.made.at(-1)?.times.at(-1) ?? null
    if (at !== null) times[index] = at
    if (event?.type !== 'RoundLocked') continue
    const { roundId } = event.data as { roundId: number }
    chain.locks.push({ link: before + index + 1, roundId, at: event.metadata.occurredAt })
  }
  chain.made.push({ before, heads: Buffer.concat(heads), times })
  chain.links += links.length
  chain.head = heads.at(-1) ?? chain.head
  chain.position = batch.at(-1)?.position ?? chain.position
}

/** An event that cannot be sealed is a link that no seal has. */
const bytesOf = (digest: Digest) => Buffer.concat([Buffer.from(digest, 'base64url'), Buffer.alloc(32)], 32)

async function allErasedPlaces({ kysely, store }: Parts): Promise<ErasedPlaces> {
  const places = new Map(await erasedPlaces(store))
  const others = new Set(await erasedDigests(store))
  for (const digest of places.values()) others.delete(digest)
  if (others.size === 0) return places
  for await (const { events, digests } of allSeals(kysely)) {
    const all = digestsIn(digests)
    for (const [index, digest] of all.entries())
      if (others.has(digest)) places.set(events - all.length + index + 1, digest)
  }
  return places
}

function findIn(stretches: readonly Stretch[], digits: string) {
  const first = Number.parseInt(digits.slice(0, 8), 16)
  for (const { before, heads } of stretches.toReversed()) {
    for (let start = heads.length - HEAD_BYTES; start >= 0; start -= HEAD_BYTES) {
      if (heads.readUInt32BE(start) !== first) continue
      const head = heads.toString('hex', start, start + HEAD_BYTES)
      if (head.startsWith(digits)) return { head, link: before + start / HEAD_BYTES + 1 }
    }
  }
  return null
}

function headAt(stretches: readonly Stretch[], link: number): Buffer | null {
  const { before, heads } = stretchWith(stretches, link)
  const end = (link - before) * HEAD_BYTES
  return end > heads.length ? null : heads.subarray(end - HEAD_BYTES, end)
}

function stretchWith(stretches: readonly Stretch[], link: number): Stretch {
  let [low, high] = [0, stretches.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((stretches[middle]?.before ?? 0) < link) low = middle
    else high = middle
  }
  return stretches[low] ?? { before: 0, heads: Buffer.alloc(0), times: [] }
}

function timeAt(stretches: readonly Stretch[], link: number): Instant | null {
  const { before, times } = stretchWith(stretches, link)
  return times[Math.min(link - before, times.length) - 1] ?? null
}

async function sealedAt(kysely: Kysely<object>, link: number): Promise<Instant | null> {
  const seals = sealsInForce(kysely, 'events', link).select('sealed_at')
  return (await seals.executeTakeFirst())?.sealed_at ?? null
}
