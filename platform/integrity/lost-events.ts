import type { Kysely } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import { type Digest, digestOf } from '../event-store/event-digest.ts'
import type { EventStore, RecordedEvent } from '../event-store/event-store.ts'
import { type Position, START } from '../event-store/event-store.ts'
import { readRange } from '../event-store/log-range.ts'
import { digestsIn } from './hash-chain.ts'
import { allSeals, erasedDigests } from './hash-chain-check.ts'

export type LostEvents = {
  count: number
  sealed: { first: Instant; last: Instant } | null
  /** The last sealed event of the log: up to here it is the same log. */
  common: { position: Position; digest: Digest } | null
  since: ReadonlySet<Position>
}

export async function findLostEvents(
  kysely: Kysely<object>,
  store: EventStore,
  onEvent: (event: RecordedEvent) => void,
): Promise<LostEvents> {
  const sealedAt = new Map<string, Instant>()
  for await (const { digests, sealed_at } of allSeals(kysely))
    for (const digest of digestsIn(digests)) sealedAt.set(digest, sealed_at)
  let common: LostEvents['common'] = null
  const since = new Set<Position>()
  for await (const batch of readRange(store, { after: START, until: await store.head() })) {
    for (const event of batch) {
      onEvent(event)
      const digest = digestOf(event)
      if (sealedAt.delete(digest)) {
        common = { position: event.position, digest }
        since.clear()
      } else since.add(event.position)
    }
  }
  for (const digest of await erasedDigests(store)) sealedAt.delete(digest)
  const times = [...sealedAt.values()].sort()
  const [first, last] = [times[0], times.at(-1)]
  return { count: times.length, sealed: first && last ? { first, last } : null, common, since }
}
