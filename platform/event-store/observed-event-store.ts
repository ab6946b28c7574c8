import { type EventStore, RevisionConflict } from './event-store.ts'

type AppendOutcome = 'appended' | 'conflict' | 'failed'

export function observedEventStore(
  store: EventStore,
  onAppend: (append: { outcome: AppendOutcome; events: number; seconds: number }) => void,
): EventStore {
  return {
    ...store,
    append: async (stream, events, expected, lastIdsOf) => {
      const startedMs = performance.now()
      const tell = (outcome: AppendOutcome) =>
        onAppend({ outcome, events: events.length, seconds: (performance.now() - startedMs) / 1_000 })
      try {
        const appended = await store.append(stream, events, expected, lastIdsOf)
        tell('appended')
        return appended
      } catch (error) {
        tell(error instanceof RevisionConflict ? 'conflict' : 'failed')
        throw error
      }
    },
  }
}
