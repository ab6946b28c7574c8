import { eventJson } from '../../platform/event-store/event-json.ts'
import {
  EventIdTaken,
  type EventStore,
  type Expected,
  type NewEvent,
  type RecordedEvent,
  RevisionConflict,
  START,
  StreamTombstoned,
} from '../../platform/event-store/event-store.ts'
import { followLog } from '../../platform/event-store/postgres/log-tail.ts'
import { createNotifier } from '../../platform/notifier.ts'

/**
 * The whole port in memory, for tests that need no database. It passes the contract as every store does, unless
 * `beforeVisible` makes it wait between drawing positions and showing the events.
 */
export function createMemoryEventStore(options: { beforeVisible?: () => Promise<void> } = {}): EventStore {
  const notifier = createNotifier()
  const tombstones = new Set<string>()
  let appends: RecordedEvent[][] = []
  let drawn = 0

  const eventsOf = (stream: string) => appends.flat().filter((event) => event.stream === stream)
  const refuseTombstoned = (stream: string) => {
    if (tombstones.has(stream)) throw new StreamTombstoned(stream)
  }
  const record = (stream: string, revision: number, event: NewEvent): RecordedEvent => {
    drawn += 1
    const position = String(drawn).padStart(19, '0')
    const { id, type } = event
    const [data, metadata] = [JSON.parse(eventJson(event.data)), JSON.parse(eventJson(event.metadata))]
    return { id, type, data, metadata, stream, revision, position, recordedAt: new Date().toISOString() }
  }

  return {
    append: async (stream, events, expected, lastIdsOf = []) => {
      refuseTombstoned(stream)
      const lastIds = () => new Map(lastIdsOf.map((name) => [name, eventsOf(name).at(-1)?.id ?? null]))
      const before = repeatedAppend(appends, stream, events)
      if (before) return { ...placeOf(before), lastIds: lastIds() }
      const head = eventsOf(stream).at(-1)?.revision ?? null
      if (!isAsExpected(head, expected)) throw new RevisionConflict(stream, expected, head)
      const recorded = events.map((event, index) => record(stream, (head ?? -1) + 1 + index, event))
      if (options.beforeVisible) await options.beforeVisible()
      appends.push(recorded)
      appends.sort((one, other) => (placeOf(one).position < placeOf(other).position ? -1 : 1))
      notifier.notify()
      return { ...placeOf(recorded), lastIds: lastIds() }
    },
    read: async (stream, from = 0) => {
      refuseTombstoned(stream)
      return eventsOf(stream).slice(from)
    },
    subscribe: ({ after, signal }) =>
      followLog({
        after,
        signal,
        notifier,
        batchEvents: 0,
        head: async () => appends.at(-1)?.at(-1)?.position ?? START,
        readBatch: async (position) => appends.find((append) => placeOf(append).position > position) ?? [],
        pollMs: 1_000,
        onError: console.error,
      }),
    head: async () => appends.at(-1)?.at(-1)?.position ?? START,
    tombstone: async (stream, expected) => {
      const head = appends.flat().findLast((event) => event.stream === stream)?.revision ?? null
      if (!tombstones.has(stream) && expected !== undefined && head !== expected) {
        throw new RevisionConflict(stream, expected, head)
      }
      tombstones.add(stream)
      appends = appends.filter(([first]) => first?.stream !== stream)
    },
    close: async () => {},
  }
}

function placeOf(append: readonly RecordedEvent[]) {
  const last = append.at(-1)
  if (!last) throw new RangeError('An append needs an event')
  return { revision: last.revision, position: last.position }
}

function repeatedAppend(appends: readonly RecordedEvent[][], stream: string, events: readonly NewEvent[]) {
  const ids = events.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new EventIdTaken(stream)
  const known = appends.find((append) => append.some(({ id }) => ids.includes(id)))
  if (!known) return null
  const isSame = known[0]?.stream === stream && known.map(({ id }) => id).join() === ids.join()
  if (!isSame) throw new EventIdTaken(stream)
  return known
}

function isAsExpected(head: number | null, expected: Expected) {
  if (expected === 'any') return true
  if (expected === 'no_stream') return head === null
  if (expected === 'stream_exists') return head !== null
  return head === expected
}
