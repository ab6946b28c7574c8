import { setImmediate } from 'node:timers/promises'
import type { OnError } from '../../database/database.ts'
import type { Notifier } from '../../notifier.ts'
import { jitteredPauseMs } from '../../time/pauses.ts'
import { LogLacksEvents } from '../checkpoint.ts'
import type { Position, RecordedEvent } from '../event-store.ts'

export type Tail = {
  after: Position
  signal: AbortSignal
  readBatch: (after: Position) => Promise<readonly RecordedEvent[]>
  head: () => Promise<Position>
  batchEvents: number
  notifier: Notifier
  pollMs: number
  onError: OnError
}

/** A failed read is tried again. Throws LogLacksEvents when the log ends before the position, as after a failover. */
export async function* followLog(tail: Tail): AsyncGenerator<readonly RecordedEvent[], void> {
  const { signal, notifier } = tail
  let position = tail.after
  let failures = 0

  while (!signal.aborted) {
    const heard = notifier.count()
    const batch = await tail.readBatch(position).catch(tail.onError)
    if (!batch) {
      failures += 1
      const timeoutMs = jitteredPauseMs({ attempt: failures, firstMs: 100, longestMs: 2_000 })
      await notifier.wait({ heard: notifier.count(), timeoutMs, signal })
      continue
    }
    failures = 0
    const last = batch.at(-1)
    if (!last) {
      await notifier.wait({ heard, timeoutMs: tail.pollMs, signal })
      const isQuiet = notifier.count() === heard && !signal.aborted
      if (isQuiet && position > (await tail.head().catch(() => position))) throw new LogLacksEvents()
    } else if (!signal.aborted) {
      position = last.position
      yield batch
      await setImmediate()
      if (batch.length < tail.batchEvents) await notifier.wait({ heard, timeoutMs: tail.pollMs, signal })
    }
  }
}
