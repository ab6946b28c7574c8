import { LRUCache } from 'lru-cache'
import { createNotifier } from '../notifier.ts'
import { type EventStore, type Position, type RecordedEvent, START, StreamTombstoned } from './event-store.ts'

const EVENTS_MAX = 50_000
const FRESH_MS = 1_000
const COMES_BY_MS = 100

export type Folded<State = unknown> = { state: State; events: readonly Known[]; evolve: Evolve<State> }
export type Known = { id: string; commandId: string; position: Position; revision: number }

type Evolve<State> = (state: State, event: never) => State
type Folding<State> = { initial: State; evolve: Evolve<State> }

/** States of streams, folded once and kept. While somebody follows the log, each event that comes by is added. */
export type States = {
  /** As of the last batch; empty for a stream of which nothing is kept. Null while nobody follows the log. */
  kept<State>(aggregate: Folding<State>, stream: string): Folded<State> | null
  followed(): Position
  current<State>(aggregate: Folding<State>, stream: string): Promise<Folded<State>>
  /** With everything up to the position. Waits a moment for it to come by, then asks the log. */
  upTo<State>(position: Position, aggregate: Folding<State>, stream: string): Promise<Folded<State>>
  /** Keeps the state that the work answers, unless what came by meanwhile is newer. */
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
    maxSize: EVENTS_MAX,
    sizeCalculation: ({ events }) => events.length + 1,
  })
  const underWay = new Map<string, Set<{ revision: number }>>()
  let isFollowed = false
  let passedOnAtMs: number | null = null
  let followed: Position = START
  const batchesSeen = createNotifier()

  const isFresh = () => isFollowed && (passedOnAtMs === null || performance.now() - passedOnAtMs < FRESH_MS)

  const states: States = {
    kept: (aggregate, stream) => {
      if (!isFresh()) return null
      return cache.has(stream) ? cached(aggregate, stream) : nothingOf(aggregate)
    },
    followed: () => followed,
    current: (aggregate, stream) => states.keeping(stream, () => readOn(aggregate, stream)),
    upTo: async (position, aggregate, stream) => {
      await comesBy(position)
      const known = isFresh() && followed >= position ? cached(aggregate, stream) : null
      return known ?? states.current(aggregate, stream)
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
          followed = batch.at(-1)?.position ?? followed
          batchesSeen.notify()
          passedOnAtMs = performance.now()
          yield batch
          passedOnAtMs = null
        }
      } finally {
        isFollowed = false
        passedOnAtMs = null
        followed = START
      }
    },
  }
  return states

  async function comesBy(position: Position) {
    const until = performance.now() + COMES_BY_MS
    while (isFresh() && followed < position && performance.now() < until)
      await batchesSeen.wait({ heard: batchesSeen.count(), timeoutMs: until - performance.now() })
  }

  function cached<State>({ evolve }: Folding<State>, stream: string): Folded<State> | null {
    const folded = cache.get(stream)
    // An undo folds in a way of its own.
    return folded?.evolve === evolve ? (folded as unknown as Folded<State>) : null
  }

  async function readOn<State>(aggregate: Folding<State>, stream: string): Promise<Folded<State>> {
    const known = cached(aggregate, stream) ?? nothingOf(aggregate)
    const last = known.events.at(-1)
    try {
      const recorded = await store.read(stream, last?.revision)
      if (last === undefined) return withMore(known, recorded)
      if (recorded[0]?.id === last.id) return withMore(known, recorded.slice(1))
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
    else if (revision > next || folded.events[revision]?.id !== id) cache.delete(stream)
  }
}

const nothingOf = <State>({ initial, evolve }: Folding<State>): Folded<State> => ({
  state: initial,
  events: [],
  evolve,
})

const lastRevision = ({ events }: Pick<Folded, 'events'>) => events.at(-1)?.revision ?? -1

function withMore<State>(before: Folded<State>, recorded: readonly RecordedEvent[]): Folded<State> {
  return withKnown(before, recorded, recorded.map(knownOf))
}

export function withKnown<State>(
  { state, events, evolve }: Folded<State>,
  since: readonly unknown[],
  known: readonly Known[],
): Folded<State> {
  if (known.length === 0) return { state, events, evolve }
  return { state: (since as readonly never[]).reduce(evolve, state), events: [...events, ...known], evolve }
}

const knownOf = ({ id, metadata, position, revision }: RecordedEvent): Known => ({
  id,
  commandId: metadata.commandId,
  position,
  revision,
})
