import type { AllStreamResolvedEvent, EventStoreDBClient, ResolvedEvent } from '@eventstore/db-client'
import { withoutSecrets } from '../../config/address-without-secrets.ts'
import type { OnError } from '../../database/database.ts'
import { reasonOf, UNKNOWN_AUTHORITY } from '../../start-refusal.ts'
import { type WaitOptions, waitFor } from '../../wait-for.ts'
import { EventStoreRefused, EventStoreUnavailable } from '../event-store.ts'
import type { Connection } from './eventstoredb-connection.ts'
import { isAnswer } from './eventstoredb-errors.ts'
import { readFrom } from './eventstoredb-retry.ts'
import { recordedEvents } from './recorded-events.ts'

const TIMEOUTS = { attemptMs: 2_000, totalMs: 3_000 }

const TRIED_STREAM = 'rights-tried-at-start'
const NO_REVISION = 999_999n

type Ask = (client: EventStoreDBClient, signal: AbortSignal, deadline: number) => Promise<unknown>

/** Asked for so that nothing is left behind. Without the last, all else works. */
const RIGHTS: readonly { right: string; isOptional?: boolean; ask: Ask }[] = [
  {
    right: 'to read the whole log, $all',
    ask: async (client, signal) => {
      const reading = client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 })
      for await (const _ of recordedEvents<AllStreamResolvedEvent>(reading, signal));
    },
  },
  {
    right: 'to read a stream',
    ask: async (client, signal) => {
      const reading = client.readStream(TRIED_STREAM, { maxCount: 1 })
      for await (const _ of recordedEvents<ResolvedEvent>(reading, signal));
    },
  },
  {
    right: 'to write to a stream',
    ask: (client, _, deadline) => {
      const event = {
        ...{ id: '6d2c0a52-6d7a-4b34-9f0e-0c7f4a1f9f57', type: 'RightsTried', data: {}, metadata: {} },
        contentType: 'application/json' as const,
      }
      return client.appendToStream(TRIED_STREAM, event, { expectedRevision: NO_REVISION, deadline })
    },
  },
  {
    right: 'to delete a stream, without which nobody can be erased',
    isOptional: true,
    ask: (client, _, deadline) =>
      client.tombstoneStream(TRIED_STREAM, { expectedRevision: NO_REVISION, deadline }),
  },
]

/** Calls `onError` for an optional right that is missing. Throws StartRefusal. */
export function waitForServer(
  { nodes }: Connection,
  { url, onError, ...waiting }: WaitOptions & { url: string; onError: OnError },
): Promise<void> {
  const where = `The event store at ${withoutSecrets(url)}`
  return waitFor(where, waiting, async () => {
    const error = await tryRights(nodes).catch((failure: unknown) => failure)
    if (error instanceof RightMissing && error.isOptional) {
      onError(new Error(`${where} can be used, but ${error.message}`))
      return null
    }
    if (error === null) return null
    const cause = error instanceof EventStoreUnavailable ? error.cause : error
    return { reason: hintFor(cause) ?? reasonOf(cause), cause, isForGood: isForGood(cause) }
  })
}

async function tryRights(nodes: Connection['nodes']): Promise<null> {
  for (const { right, isOptional = false, ask } of RIGHTS) {
    try {
      await readFrom(nodes, TIMEOUTS, ask)
    } catch (error) {
      if (error instanceof EventStoreRefused && !error.isUnknownAccount)
        throw new RightMissing(right, isOptional)
      const isAllowed = ['wrong-expected-version', 'stream-not-found'] as const
      if (!isAllowed.some((answer) => isAnswer(error, answer))) throw error
    }
  }
  return null
}

class RightMissing extends Error {
  readonly isOptional: boolean

  constructor(right: string, isOptional: boolean) {
    super(
      `its account lacks the right ${right}. Make it a member of the group $admins, or set the access list that docs/operations.md shows`,
    )
    this.isOptional = isOptional
  }
}

const NOT_ENCRYPTED = /wrong version number|packet length too long/

const hintFor = (error: unknown) =>
  UNKNOWN_AUTHORITY.test(reasonOf(error))
    ? `nobody known here has signed its certificate. Name the file of the authority in EVENTSTORE_URL: tlsCAFile=/path/to/ca.crt`
    : NOT_ENCRYPTED.test(reasonOf(error))
      ? 'it does not speak TLS. Say so in EVENTSTORE_URL: tls=false'
      : error instanceof EventStoreRefused
        ? 'it does not know the user name or the password in EVENTSTORE_URL'
        : null

const isForGood = (error: unknown) =>
  error instanceof RightMissing ||
  UNKNOWN_AUTHORITY.test(reasonOf(error)) ||
  NOT_ENCRYPTED.test(reasonOf(error))
