import type { EventStoreDBClient, Filter } from '@eventstore/db-client'
import { withoutSecrets } from '../../config/address-without-secrets.ts'
import { optionalPackage } from '../../optional-package.ts'
import { reasonOf, StartRefusal } from '../../start-refusal.ts'
import { prefixIn } from './eventstoredb-address.ts'
import { type Nodes, openNodes } from './eventstoredb-nodes.ts'

export type Connection = {
  nodes: Nodes
  prefix: string
  withoutSystemEvents: Filter
}

/** Loads the client, and opens nothing yet. Throws StartRefusal. */
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
    // The client's own sentence quotes the address, password included.
    const quotesUrl = cause instanceof Error && 'connectionString' in cause
    const reason = quotesUrl ? 'its address cannot be read' : reasonOf(cause)
    throw new StartRefusal(`The event store at ${withoutSecrets(url)} cannot be used: ${reason}`, { cause })
  }
  const toNode = (node: string) => withPlainAppends(EventStoreDBClient.connectionString(node))
  return { nodes: openNodes(address, toNode), prefix, withoutSystemEvents: excludeSystemEvents() }
}

/** The client would batch appends of all callers: without a deadline, and an error of one loses the answers of the others. */
function withPlainAppends(client: EventStoreDBClient) {
  Object.assign(client, { supports: async () => false })
  return client
}
