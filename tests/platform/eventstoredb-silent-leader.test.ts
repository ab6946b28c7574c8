import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EventStore, EventStoreUnavailable, START } from '../../platform/event-store/event-store.ts'
import { openEventStoreDb } from '../../platform/event-store/eventstoredb/eventstoredb-event-store.ts'
import { inRequest } from '../../platform/request-scope.ts'
import { someEvent } from '../support/events.ts'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { eventually } from '../support/eventually.ts'

let nodes: [EventStoreDbDouble, EventStoreDbDouble, EventStoreDbDouble]
let store: EventStore
let stop: AbortController

beforeEach(async () => {
  stop = new AbortController()
  const first = await startEventStoreDbDouble()
  const others = await Promise.all([1, 2].map(() => startEventStoreDbDouble({ log: first.log })))
  nodes = [first, ...others] as typeof nodes
  lead(first)
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join()
  store = await openEventStoreDb({ url: `esdb://${hosts}?tls=false`, onError: () => {}, watchMs: 200 })
})
afterEach(async () => {
  stop.abort()
  await store.close()
  await Promise.all(nodes.map((node) => node.stop()))
})

/** As the others tell it; the old leader hears of it as well. */
function lead(leader: EventStoreDbDouble) {
  for (const node of nodes) node.followLeader(node === leader ? null : leader)
}

/** It keeps its connections, and answers nothing. */
function freeze({ faults, silenceSubscriptions }: EventStoreDbDouble) {
  faults.readsAreSilent = true
  faults.everyAppend = 'silence'
  silenceSubscriptions()
}

test('a leader that falls silent is left for the one that leads by now, although others still name it', async () => {
  const [old, next] = nodes
  await store.append('a', [someEvent()], 'no_stream')
  freeze(old)
  next.followLeader(null)
  // The third node does not know of the election yet.
  expect(await store.append('a', [someEvent()], 0)).toMatchObject({ revision: 1 })
  expect(await store.append('a', [someEvent()], 1)).toMatchObject({ revision: 2 })
})

test('while nobody leads, it is said in time, and the one elected is found at once', async () => {
  const [old, next] = nodes
  await store.append('a', [someEvent()], 'no_stream')
  freeze(old)
  const [append] = await Promise.allSettled([store.append('a', [someEvent()], 0)])
  expect(append).toMatchObject({ status: 'rejected', reason: { mayBeDone: true } })
  const [read] = await Promise.allSettled([store.read('a')])
  expect(read).toMatchObject({ status: 'rejected', reason: { mayBeDone: false } })
  lead(next)
  expect(await store.append('a', [someEvent()], 0)).toMatchObject({ revision: 1 })
})

test('the subscription goes with it', async () => {
  const [old, next] = nodes
  const seen: string[] = []
  const follow = async () => {
    for await (const batch of store.subscribe({ after: START, signal: stop.signal }))
      seen.push(...batch.map(({ stream, revision }) => `${stream} ${revision}`))
  }
  const following = follow()
  await store.append('a', [someEvent()], 'no_stream')
  await eventually('the first event', async () => seen.length === 1)
  freeze(old)
  lead(next)
  await store.append('a', [someEvent()], 0)
  await eventually('the second event', async () => seen.length === 2)
  expect(seen).toEqual(['a 0', 'a 1'])
  stop.abort()
  await following
})

test('a leader that answers some of what it is asked is not left', async () => {
  const [old] = nodes
  old.faults.appends.push('silence')
  const slow = store.append('slow', [someEvent()], 'no_stream')
  const others = (async () => {
    for (let count = 0; count < 15; count += 1) {
      await store.append(`other-${count}`, [someEvent()], 'no_stream')
      await sleep(100)
    }
  })()
  await Promise.all([slow, others])
  expect(old.log.eventsOf('slow')).toHaveLength(1)
})

test('nobody is asked once the time of the request is over', async () => {
  await inRequest(
    0,
    () => {},
    async () => {
      const [append] = await Promise.allSettled([store.append('late', [someEvent()], 'no_stream')])
      expect(append).toMatchObject({ status: 'rejected', reason: { mayBeDone: false } })
      expect(append.status === 'rejected' && append.reason).toBeInstanceOf(EventStoreUnavailable)
    },
  )
  expect(nodes[0].log.eventsOf('late')).toHaveLength(0)
})
