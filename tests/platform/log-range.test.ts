import { expect, onTestFinished, test, vi } from 'vitest'
import { START } from '../../platform/event-store/event-store.ts'
import { LogEndsEarly, readRange } from '../../platform/event-store/log-range.ts'
import { someEvents } from '../support/events.ts'
import { createMemoryEventStore } from '../support/memory-event-store.ts'

async function revisionsIn(range: ReturnType<typeof readRange>): Promise<number[]> {
  const revisions: number[] = []
  for await (const batch of range) revisions.push(...batch.map(({ revision }) => revision))
  return revisions
}

test('a range that goes on after the end of the log ends at once, with a sentence', async () => {
  const store = createMemoryEventStore()
  const { position } = await store.append('a', someEvents(1), 'no_stream')
  const range = readRange(store, { after: START, until: `${position}9` })
  await expect(revisionsIn(range)).rejects.toThrow(LogEndsEarly)
  const empty = readRange(createMemoryEventStore(), { after: START, until: position })
  await expect(revisionsIn(empty)).rejects.toThrow(/^The event log ends at its start, before /)
})

test('a log that brings nothing although there should be more ends with a sentence', async () => {
  const store = createMemoryEventStore()
  const { position } = await store.append('a', someEvents(1), 'no_stream')
  const silent = {
    ...store,
    subscribe: async function* ({ signal }: { signal: AbortSignal }) {
      yield []
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const range = readRange(silent, { after: START, until: position })
  const ended = expect(revisionsIn(range)).rejects.toThrow(
    /^The event log has brought nothing for 30 seconds/,
  )
  await vi.advanceTimersByTimeAsync(30_000)
  await ended
})
