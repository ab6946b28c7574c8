import type { EventStoreDBClient, Filter } from '@eventstore/db-client'
import { withoutSecrets } from '../../config/address-without-secrets.ts'
import { optionalPackage } from '../../optional-package.ts'
import { reasonOf, StartRefusal } from '../../start-refusal.ts'
import { prefixIn } from './eventstoredb-address.ts'
import { type Nodes, openNodes } from './eventstoredb-nodes.ts'

export type Connection = {
  nodes: Nodes
  /** Before the name of each stream. */
  prefix: string
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
  const { address, prefix } = prefixIn(url)
  try {
    EventStoreDBClient.connectionString(address)
  } catch (cause) {
    // The client's own sentence about a connection string quotes it, password and all.
    const quotesUrl = cause instanceof Error && 'connectionString' in cause
    const reason = quotesUrl ? 'its address cannot be read' : reasonOf(cause)
    throw new StartRefusal(`The event store at ${withoutSecrets(url)} cannot be used: ${reason}`, { cause })
  }
  const toNode = (node: string) => withPlainAppends(EventStoreDBClient.connectionString(node))
  return { nodes: openNodes(address, toNode), prefix, withoutSystemEvents: excludeSystemEvents() }
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
