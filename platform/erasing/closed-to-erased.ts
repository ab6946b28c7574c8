import { erasures } from '../../domain/erasure.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import { type EventStore, StreamTombstoned } from '../event-store/event-store.ts'
import { load } from '../event-store/transact.ts'
import { isErasable } from './erasing.ts'

/** A request after an erasure is refused instead of lost, and the erasure ends however often others write. */
export function closedToErased(store: EventStore): EventStore {
  return {
    ...store,
    append: async (stream, events, expected, lastIdsOf) => {
      const { kind } = streamIdOf(stream)
      if (isErasable(kind) && expected !== 'no_stream' && (await load(store, erasures)).has(stream)) {
        throw new StreamTombstoned(stream)
      }
      return store.append(stream, events, expected, lastIdsOf)
    },
  }
}
