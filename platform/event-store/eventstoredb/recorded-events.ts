import type { Readable } from 'node:stream'
import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client'

type Recorded = ResolvedEvent | AllStreamResolvedEvent

export async function* recordedEvents<Event extends Recorded>(
  stream: Readable & ({ cancel(): Promise<void> } | { unsubscribe(): Promise<void> }),
  signal: AbortSignal,
): AsyncGenerator<Event, void> {
  const stop = () => stream.destroy(signal.reason)
  // An error without a listener would end the process.
  stream.on('error', () => {})
  // A call that was answered in full ends for the client only when all of it has been taken.
  stream.on('unpipe', (call: Readable) => call.resume())
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    for await (const event of stream) yield event
  } finally {
    signal.removeEventListener('abort', stop)
    stream.destroy()
    const ended = 'cancel' in stream ? stream.cancel() : stream.unsubscribe()
    ended.catch(() => {})
  }
}
