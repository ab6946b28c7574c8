import type { Readable } from 'node:stream'
import type { AllStreamResolvedEvent, EventStoreDBClient, Filter, ResolvedEvent } from '@eventstore/db-client'
import { optionalPackage } from '../../optional-package.ts'
import { reasonOf, StartRefusal } from '../../start-refusal.ts'

export type Connection = {
  client: EventStoreDBClient
  /** Lets through what people wrote, without the server's own events. */
  withoutSystemEvents: Filter
}

/** Loads the client, which nobody needs who keeps the log elsewhere. Opens nothing yet. Throws StartRefusal. */
export async function connect(url: string): Promise<Connection> {
  const { EventStoreDBClient, excludeSystemEvents } = await optionalPackage(
    '@eventstore/db-client',
    'EVENTSTORE_URL',
    () => import('@eventstore/db-client'),
  )
  try {
    // What the client knows is only the former name of the same protocol.
    const client = EventStoreDBClient.connectionString(url.replace(/^kurrentdb/, 'esdb'))
    return { client: withPlainAppends(client), withoutSystemEvents: excludeSystemEvents() }
  } catch (cause) {
    // The client's own sentence about a connection string quotes it, password and all.
    const quotesUrl = cause instanceof Error && 'connectionString' in cause
    const reason = quotesUrl ? 'its address cannot be read' : reasonOf(cause)
    throw new StartRefusal(`The event store at ${withoutSecrets(url)} cannot be used: ${reason}`, { cause })
  }
}

/** Host and port, or the list of them. */
export function withoutSecrets(url: string): string {
  return url.replace(/^[^:]+:\/\/(?:[^@]*@)?/, '').replace(/[/?].*$/, '')
}

type Recorded = ResolvedEvent | AllStreamResolvedEvent

/** The events of a read or a subscription, until it ends, fails, or the signal aborts. Leaves no call behind. */
export async function* recordedEvents<Event extends Recorded>(
  stream: Readable & ({ cancel(): Promise<void> } | { unsubscribe(): Promise<void> }),
  signal: AbortSignal,
): AsyncGenerator<Event, void> {
  const stop = () => stream.destroy(signal.reason)
  // What comes after the end concerns nobody, and an error that nobody hears would end the process.
  stream.on('error', () => {})
  // What has been answered in full cannot be cancelled, and ends for the client only when all of it has been taken.
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

/**
 * The client would batch appends of all callers into one call. That call has no deadline, and its answers stand in one
 * table for all connections: an error on one forgets what the others wait for, and an answer to what was forgotten is
 * thrown where nobody can catch it. An append of its own has neither trouble.
 */
function withPlainAppends(client: EventStoreDBClient) {
  Object.assign(client, { supports: async () => false })
  return client
}
