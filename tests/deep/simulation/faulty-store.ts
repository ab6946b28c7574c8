import {
  type EventStore,
  EventStoreUnavailable,
  type RecordedEvent,
} from '../../../platform/event-store/event-store.ts'
import { followLog } from '../../../platform/event-store/postgres/log-tail.ts'
import { createNotifier } from '../../../platform/notifier.ts'
import type { Chance } from './chance.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { Weather } from './weather.ts'

const TURNS_MAX = 6
/** Long enough that commands which are given together mostly come to the tables together. */
const BATCH_TURNS_MAX = 60
const BATCH_MAX = 12

export type FaultyStore = EventStore & {
  /** Ids of all events whose append was answered as done. */
  acknowledged: Set<string>
}

/** A log that comes late, fails before it has written, or after, when nobody can tell, and breaks off who follows it. */
export function faultyStore(
  log: EventStore,
  { chance, weather, time }: { chance: Chance; weather: Weather; time: VirtualTime },
): FaultyStore {
  const acknowledged = new Set<string>()
  const { visible, notifier, stop } = follow(log)

  const late = (turnsMax = TURNS_MAX) => time.busy(() => time.turns(chance.between(0, turnsMax)))
  const fail = (likelihood: number) => {
    if (chance.happens(likelihood)) throw new EventStoreUnavailable(new Error('simulated'))
  }
  const readBatch = async (after: string) => {
    await late(BATCH_TURNS_MAX)
    fail(weather.storeReads)
    const next = visible.filter((append) => (append.at(-1)?.position ?? '') > after)
    const batch = next.slice(0, chance.between(1, BATCH_MAX)).flat()
    // A reader may have stopped in the middle of an append.
    return batch.filter(({ position }) => position > after)
  }
  return {
    acknowledged,
    append: async (stream, events, ...asked) => {
      await late()
      fail(weather.lostAppends)
      const appended = await log.append(stream, events, ...asked)
      await late()
      fail(weather.unknownAppends)
      for (const { id } of events) acknowledged.add(id)
      return appended
    },
    read: async (stream, from) => {
      await late()
      fail(weather.storeReads)
      return log.read(stream, from)
    },
    subscribe: async function* ({ after, signal }) {
      const waits = { notifier, pollMs: 1_000, batchEvents: 0, onError: () => {} }
      const tail = { after, signal, readBatch, head: log.head, ...waits }
      for await (const batch of followLog(tail)) {
        fail(weather.brokenSubscriptions)
        yield batch
      }
    },
    head: async () => {
      fail(weather.storeReads)
      return log.head()
    },
    tombstone: (stream) => log.tombstone(stream),
    close: async () => stop(),
  }
}

/** Every append as it becomes visible, whole. */
function follow(log: EventStore) {
  const visible: (readonly RecordedEvent[])[] = []
  const notifier = createNotifier()
  const stopping = new AbortController()
  const watch = async () => {
    for await (const append of log.subscribe({ after: '', signal: stopping.signal })) {
      visible.push(append)
      notifier.notify()
    }
  }
  void watch()
  return { visible, notifier, stop: () => stopping.abort() }
}
