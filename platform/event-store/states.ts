import { LRUCache } from 'lru-cache'
import { type EventStore, type Position, type RecordedEvent, StreamTombstoned } from './event-store.ts'

/** A stream counts its events and some more. A league of 500 players and 40 sports is kept whole up to eight versions of each pick. */
const SIZE_MAX = 200_000
const STREAM_SIZE = 2
const FRESH_MS = 1_000

/** `ids` has one for each event, by its revision; `position` is the last one's, null without events. */
export type Folded<State = unknown> = {
  state: State
  ids: readonly string[]
  position: Position | null
  evolve: Evolve<State>
}

type Evolve<State> = (state: State, event: never) => State
type Folding<State> = { initial: State; evolve: Evolve<State> }

/** States of streams, folded once and kept. While somebody follows the log, each event that comes by is added. */
type States = {
  current<State>(aggregate: Folding<State>, stream: string): Promise<Folded<State>>
  /** As of the last batch. Reads the stream if its state is not in memory. */
  latest<State>(aggregate: Folding<State>, stream: string): Promise<Folded<State>>
  /** The state that ends with this event. Reads the stream if the one in memory does not. */
  endingWith<State>(
    lastId: string | null | undefined,
    aggregate: Folding<State>,
    stream: string,
  ): Promise<Folded<State>>
  /** Keeps the state that the work returns, unless a newer one came by meanwhile. */
  keeping<State>(stream: string, work: () => Promise<Folded<State>>): Promise<Folded<State>>
  follow(batches: AsyncIterable<readonly RecordedEvent[]>): AsyncGenerator<readonly RecordedEvent[], void>
}

const statesByStore = new WeakMap<EventStore, States>()

export function statesIn(store: EventStore): States {
  const states = statesByStore.get(store) ?? makeStates(store)
  statesByStore.set(store, states)
  return states
}

function makeStates(store: EventStore): States {
  const cache = new LRUCache<string, Folded>({
    maxSize: SIZE_MAX,
    sizeCalculation: ({ ids }) => ids.length + STREAM_SIZE,
  })
  const underWay = new Map<string, Set<{ revision: number }>>()
  let isFollowed = false
  let passedOnAtMs: number | null = null

  const isFresh = () => isFollowed && (passedOnAtMs === null || performance.now() - passedOnAtMs < FRESH_MS)

  const states: States = {
    current: (aggregate, stream) => states.keeping(stream, () => readOn(aggregate, stream)),
    latest: async (aggregate, stream) =>
      (isFresh() && cached(aggregate, stream)) || states.current(aggregate, stream),
    endingWith: async (lastId, aggregate, stream) => {
      const known = cached(aggregate, stream)
      return known && lastId === (known.ids.at(-1) ?? null) ? known : states.current(aggregate, stream)
    },
    keeping: async (stream, work) => {
      const seen = { revision: -1 }
      const all = underWay.get(stream) ?? new Set()
      underWay.set(stream, all.add(seen))
      try {
        const folded = await work()
        const last = lastRevision(folded)
        const other = cache.peek(stream)
        const isNewest = seen.revision <= last && (!other || lastRevision(other) <= last)
        if (isNewest) cache.set(stream, folded as unknown as Folded)
        return folded
      } finally {
        all.delete(seen)
        if (all.size === 0) underWay.delete(stream)
      }
    },
    follow: async function* (batches) {
      // Nobody looked at what came between the last subscription and this one.
      cache.clear()
      isFollowed = true
      try {
        for await (const batch of batches) {
          for (const event of batch) add(event)
          passedOnAtMs = performance.now()
          yield batch
          passedOnAtMs = null
        }
      } finally {
        isFollowed = false
        passedOnAtMs = null
      }
    },
  }
  return states

  function cached<State>({ evolve }: Folding<State>, stream: string): Folded<State> | null {
    const folded = cache.get(stream)
    // An undo folds in a way of its own.
    return folded?.evolve === evolve ? (folded as unknown as Folded<State>) : null
  }

  async function readOn<State>(aggregate: Folding<State>, stream: string): Promise<Folded<State>> {
    const known = cached(aggregate, stream) ?? nothingOf(aggregate)
    const lastId = known.ids.at(-1)
    try {
      if (lastId === undefined) return withMore(known, await store.read(stream))
      const recorded = await store.read(stream, lastRevision(known))
      if (recorded[0]?.id === lastId) return withMore(known, recorded.slice(1))
    } catch (error) {
      if (error instanceof StreamTombstoned) cache.delete(stream)
      throw error
    }
    // A restored backup, or a failover to an older copy, has another past.
    cache.delete(stream)
    return withMore(nothingOf(aggregate), await store.read(stream))
  }

  function add(event: RecordedEvent) {
    const { stream, revision, id } = event
    for (const seen of underWay.get(stream) ?? []) seen.revision = revision
    const folded = cache.peek(stream)
    if (folded === undefined) return
    const next = lastRevision(folded) + 1
    if (revision === next) cache.set(stream, withMore(folded, [event]))
    else if (revision > next || folded.ids[revision] !== id) cache.delete(stream)
  }
}

const nothingOf = <State>({ initial, evolve }: Folding<State>): Folded<State> => ({
  state: initial,
  ids: [],
  position: null,
  evolve,
})

export const lastRevision = ({ ids }: Pick<Folded, 'ids'>) => ids.length - 1

export function withMore<State>(
  { state, ids, position, evolve }: Folded<State>,
  more: readonly { id: string; position: Position }[],
): Folded<State> {
  return {
    state: (more as readonly never[]).reduce(evolve, state),
    ids: [...ids, ...more.map(({ id }) => id)],
    position: more.at(-1)?.position ?? position,
    evolve,
  }
}
