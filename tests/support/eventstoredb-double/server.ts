import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import { appendCall, batchAppendCall, tombstoneCall } from './append-calls.ts'
import { gossipCall, supportedMethodsCall } from './cluster-calls.ts'
import { type Faults, noFaults } from './faults.ts'
import type { Address, Node } from './node.ts'
import { readCall } from './read-calls.ts'
import { createServerLog, type ServerLog } from './server-log.ts'

const HOST = '127.0.0.1'

export type EventStoreDbDouble = Address & {
  /** What EVENTSTORE_URL would be. */
  url: string
  log: ServerLog
  faults: Faults
  /** As when another node has won an election, or this one has. */
  followLeader(leader: Address | null): void
  /** Every open subscription fails. */
  breakSubscriptions(): void
  /** Every open subscription stays open and brings nothing more. */
  silenceSubscriptions(): void
  /** As when the machine is gone: open calls end without an answer. */
  stop(): Promise<void>
  /** On the same port, with what was stored. */
  start(): Promise<void>
}

/**
 * A server that speaks the protocol of EventStoreDB, by the definitions that the client's package brings, over a log in
 * memory. Several nodes of a cluster are given the same log.
 */
export async function startEventStoreDbDouble(
  options: { log?: ServerLog; port?: number } = {},
): Promise<EventStoreDbDouble> {
  const node: Node = {
    log: options.log ?? createServerLog(),
    faults: noFaults(),
    leader: null,
    subscriptions: new Set(),
  }
  // A real log never begins with somebody's first event.
  if (node.log.records.length === 0) node.log.writeSystemEvent('$users', '$UserCreated')
  const self = (): Address => ({ host: HOST, port })
  let server = newServer(node, self)
  const port: number = await listen(server, options.port ?? 0)

  return {
    ...self(),
    url: `esdb://${HOST}:${port}?tls=false`,
    log: node.log,
    faults: node.faults,
    followLeader: (leader) => {
      node.leader = leader
    },
    breakSubscriptions: () => {
      for (const { breakOff } of [...node.subscriptions]) breakOff()
    },
    silenceSubscriptions: () => {
      for (const { fallSilent } of node.subscriptions) fallSilent()
    },
    stop: async () => server.forceShutdown(),
    start: async () => {
      node.log.forgetRecentIds()
      server = newServer(node, self)
      await listen(server, port)
    },
  }
}

function newServer(node: Node, self: () => Address) {
  const server = new Server()
  server.addService(streamsService.StreamsService, {
    read: readCall(node),
    append: appendCall(node),
    batchAppend: batchAppendCall(node),
    tombstone: tombstoneCall(node),
  })
  server.addService(gossipService.GossipService, { read: gossipCall(node, self) })
  server.addService(featuresService.ServerFeaturesService, { getSupportedMethods: supportedMethodsCall })
  return server
}

function listen(server: Server, port: number) {
  return new Promise<number>((resolve, reject) => {
    server.bindAsync(`${HOST}:${port}`, ServerCredentials.createInsecure(), (error, boundPort) =>
      error ? reject(error) : resolve(boundPort),
    )
  })
}
