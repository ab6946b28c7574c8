import { erasures } from '../../domain/erasure.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import { type EventStore, StreamTombstoned } from '../event-store/event-store.ts'
import { load } from '../event-store/transact.ts'

/**
 * The same log, whose streams of people take nothing more as soon as the log says that these are erased: what is asked from
 * then on is refused instead of being lost, and an erasure has an end however often others write.
 */
export function closedToErased(store: EventStore): EventStore {
  return {
    ...store,
    append: async (stream, events, expected) => {
      const { kind } = streamIdOf(stream)
      const isOfPerson = kind === 'player' || kind === 'admin'
      if (isOfPerson && expected !== 'no_stream' && (await load(store, erasures)).has(stream)) {
        throw new StreamTombstoned(stream)
      }
      return store.append(stream, events, expected)
    },
  }
}
