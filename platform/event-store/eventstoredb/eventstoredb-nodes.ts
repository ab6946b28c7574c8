import type { EventStoreDBClient } from '@eventstore/db-client'
import { nodesBehind, nodesIn, onlyNode } from './eventstoredb-address.ts'
import { isAnswer, isFinal, isNodeLost, leaderNamedIn, NoAnswer } from './eventstoredb-errors.ts'
import { recordedEvents } from './recorded-events.ts'

const SILENT_MS = 1_000
const LOOK_MS = 250
const PROBE_MS = 700
const PROBED_STREAM = 'tombstones'

type Leader = {
  client: EventStoreDBClient
  left: AbortSignal
  heard(): void
}

export type Nodes = ReturnType<typeof openNodes>

type Led = Leader & { node: string; calls: Set<Call>; heardMs: number; leaving: AbortController }
type Call = { sinceMs: number; fail: (reason: unknown) => void }

export function openNodes(url: string, connect: (url: string) => EventStoreDBClient) {
  const known = new Set(nodesIn(url))
  const clients = new Map<string, EventStoreDBClient>()
  let leader: Led | null = null
  let finding: Promise<Led> | null = null
  let isSuspect = false
  const looking = setInterval(look, LOOK_MS).unref()

  return {
    /** Asks every node itself: what one says of another may be old. Throws what they say instead. */
    leader: (): Promise<Leader> => findLeader(),
    async ask<T>(work: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
      const led = await findLeader()
      try {
        const answer = await unlessLeft(led, () => work(led.client))
        led.heard()
        return answer
      } catch (error) {
        const named = leaderNamedIn(error)
        if (named) known.add(named)
        if (isNodeLost(error)) leave(led, error)
        else if (isFinal(error)) led.heard()
        throw error
      }
    },
    async close() {
      clearInterval(looking)
      if (leader) leave(leader, new Error('The connection to the event store was closed'))
      await Promise.all([...clients.keys()].map(discard))
    },
  }

  async function findLeader(): Promise<Led> {
    if (leader) return leader
    finding ??= askEveryNode().finally(() => {
      finding = null
    })
    return finding
  }

  async function askEveryNode(): Promise<Led> {
    for (const node of await nodesBehind(url)) known.add(node)
    const asked = new Map<string, Promise<string>>()
    const asking = (node: string) => {
      const answer = asked.get(node) ?? leads(node)
      asked.set(node, answer)
      return answer
    }
    const leads = async (node: string): Promise<string> => {
      try {
        await probe(node)
        return node
      } catch (error) {
        const named = leaderNamedIn(error)
        if (!named) throw error
        // The client would go to the other node by itself from now on.
        await discard(node)
        known.add(named)
        if (asked.has(named)) throw error
        return asking(named)
      }
    }
    try {
      return lead(await Promise.any([...known].map(asking)))
    } catch (error) {
      const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
      throw errors.find((one) => !(one instanceof NoAnswer)) ?? errors[0]
    }
  }

  async function probe(node: string): Promise<void> {
    const signal = AbortSignal.timeout(PROBE_MS)
    const reading = clientOf(node).readStream(PROBED_STREAM, { maxCount: 1, requiresLeader: true })
    try {
      for await (const _ of recordedEvents(reading, signal));
    } catch (error) {
      if (signal.aborted) {
        await discard(node)
        throw new NoAnswer(`${node} did not answer within ${PROBE_MS} ms`)
      }
      const answers = ['stream-not-found', 'stream-deleted', 'access-denied'] as const
      if (!answers.some((answer) => isAnswer(error, answer))) throw error
    }
  }

  function lead(node: string): Led {
    const leaving = new AbortController()
    const led: Led = {
      ...{ node, client: clientOf(node), leaving, left: leaving.signal },
      ...{ calls: new Set(), heardMs: performance.now() },
      heard: () => {
        led.heardMs = performance.now()
      },
    }
    leader = led
    return led
  }

  function leave(led: Led, reason: unknown) {
    if (leader !== led) return
    leader = null
    led.leaving.abort(reason)
    for (const { fail } of led.calls) fail(reason)
    void discard(led.node)
  }

  /** What came in while this process was busy must be taken first: so it looks two times. */
  function look() {
    const wasSuspect = isSuspect
    isSuspect = false
    const [oldest] = leader?.calls ?? []
    if (!leader || !oldest) return
    isSuspect = performance.now() - Math.max(oldest.sinceMs, leader.heardMs) >= SILENT_MS
    if (isSuspect && wasSuspect)
      leave(leader, new NoAnswer(`${leader.node} answered nothing for ${SILENT_MS} ms`))
  }

  function clientOf(node: string): EventStoreDBClient {
    const client = clients.get(node) ?? connect(onlyNode(url, node))
    clients.set(node, client)
    return client
  }

  async function discard(node: string): Promise<void> {
    const client = clients.get(node)
    clients.delete(node)
    if (!client) return
    client.dispose().catch(() => {})
    // The client would leave its connection open.
    const channel = await Reflect.get(client, 'getChannel')()
    channel.close()
  }
}

function unlessLeft<T>({ calls }: Led, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const call = { sinceMs: performance.now(), fail: reject }
    calls.add(call)
    work()
      .then(resolve, reject)
      .finally(() => calls.delete(call))
  })
}
