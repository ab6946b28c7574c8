import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type EventStore,
  EventStoreUnavailable,
  RevisionConflict,
} from '../../platform/event-store/event-store.ts'
import { openEventStoreDb } from '../../platform/event-store/eventstoredb/eventstoredb-event-store.ts'
import { someEvent, someEvents } from '../support/events.ts'
import type { AppendFault } from '../support/eventstoredb-double/faults.ts'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { storeOnDouble } from '../support/eventstoredb-double/store-on-double.ts'
import { freePort } from '../support/free-port.ts'

const ANSWER_MS = 3_000
/** Others may use the machine meanwhile. */
const TICK_MS = 2_000

let double: EventStoreDbDouble
let store: EventStore
let close: () => Promise<void>
beforeEach(async () => {
  ;({ double, store, close } = await storeOnDouble())
})
afterEach(() => close())

/** How many of the events the server holds, and how often. */
const stored = (stream: string) => double.log.eventsOf(stream).map(({ id }) => id)

describe('an append', () => {
  const passing: AppendFault[][] = [
    ['silence'],
    ['silence after storing'],
    ['cut after storing'],
    ['busy', 'busy', 'busy'],
    ['not ready', 'not ready'],
    ['internal'],
    ['commit timeout after storing'],
    ['without a position'],
    ['cut after storing', 'without a position'],
    ['no leader', 'no leader'],
    ['internal', 'cut after storing', 'not ready'],
  ]
  test.each(passing.map((faults) => [faults.join(', then '), faults] as const))(
    'that meets %s is written once, and answers as if nothing had been',
    async (_, faults) => {
      await store.append('a', someEvents(2), 'no_stream')
      double.faults.appends.push(...faults)
      const events = someEvents(3)
      const appended = await store.append('a', events, 1)
      const read = await store.read('a')
      expect(appended).toEqual({ revision: 4, position: read.at(-1)?.position })
      expect(stored('a').slice(2)).toEqual(events.map(({ id }) => id))
    },
  )

  const lasting: AppendFault[] = ['silence', 'silence after storing', 'busy', 'no leader']
  test.each(lasting)(
    'to a server of which nothing comes but %s fails within three seconds',
    async (fault) => {
      double.faults.everyAppend = fault
      const startedAtMs = performance.now()
      const append = store.append('a', [someEvent()], 'no_stream')
      await expect(append).rejects.toThrow(EventStoreUnavailable)
      expect(performance.now() - startedAtMs).toBeLessThan(ANSWER_MS + TICK_MS)
    },
  )

  test('that was stored without an answer is found when it is made again later', async () => {
    double.faults.everyAppend = 'silence after storing'
    const events = someEvents(2)
    await expect(store.append('a', events, 'no_stream')).rejects.toThrow(EventStoreUnavailable)
    double.faults.everyAppend = null
    expect(await store.append('a', events, 'no_stream')).toMatchObject({ revision: 1 })
    expect(stored('a')).toHaveLength(2)
  })

  test.each(['any', 'no_stream'] as const)(
    'expecting %s is recognised again by a server that has forgotten what it wrote recently',
    async (expected) => {
      const events = someEvents(2)
      const first = await store.append('a', events, expected)
      await double.stop()
      await double.start()
      expect(await store.append('a', events, expected)).toEqual(first)
      expect(stored('a')).toHaveLength(2)
    },
  )

  test('goes to the node that leads by now', async () => {
    const leader = await startEventStoreDbDouble({ log: double.log })
    await store.append('a', [someEvent()], 'no_stream')
    double.followLeader(leader)
    await store.append('a', [someEvent()], 0)
    await double.stop()
    expect(await store.append('a', [someEvent()], 1)).toMatchObject({ revision: 2 })
    await leader.stop()
  })

  test('keeps its conflict a conflict while the server is busy', async () => {
    await store.append('a', someEvents(3), 'no_stream')
    double.faults.appends.push('busy')
    await expect(store.append('a', [someEvent()], 0)).rejects.toThrow(RevisionConflict)
  })
})

describe('a store whose server', () => {
  test('never answers a read says so within three seconds', async () => {
    double.faults.readsAreSilent = true
    const startedAtMs = performance.now()
    await expect(store.read('a')).rejects.toThrow(EventStoreUnavailable)
    expect(performance.now() - startedAtMs).toBeLessThan(ANSWER_MS + TICK_MS)
  })

  test('was away goes on when it is back, without being opened again', async () => {
    await store.append('a', [someEvent()], 'no_stream')
    await double.stop()
    await expect(store.append('a', [someEvent()], 0)).rejects.toThrow(EventStoreUnavailable)
    await expect(store.read('a')).rejects.toThrow(EventStoreUnavailable)
    await double.start()
    expect(await store.append('a', [someEvent()], 0)).toMatchObject({ revision: 1 })
  })

  test('goes in the middle of many appends loses none of those that were acknowledged', async () => {
    const appends = Array.from({ length: 40 }, (_, index) =>
      store.append(`many-${index}`, someEvents(5), 'no_stream'),
    )
    await Promise.race(appends)
    await double.stop()
    await double.start()
    const outcomes = await Promise.allSettled(appends)
    for (const [index, { status }] of outcomes.entries()) {
      const count = stored(`many-${index}`).length
      expect([0, 5]).toContain(count)
      if (status === 'fulfilled') expect(count).toBe(5)
    }
  })

  test('is found by asking the cluster', async () => {
    const discovering = await openEventStoreDb({
      url: `kurrentdb+discover://127.0.0.1:${double.port}?tls=false`,
      onError: () => {},
    })
    expect(await discovering.append('a', [someEvent()], 'no_stream')).toMatchObject({ revision: 0 })
    await discovering.close()
  })

  test('is not there refuses to open, in a sentence without the password', async () => {
    const url = `esdb://me:hush@127.0.0.1:${await freePort()}?tls=false`
    const opened = openEventStoreDb({ url, onError: () => {}, startMs: 300 })
    await expect(opened).rejects.toThrow(
      /^The event store at 127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED/,
    )
    await expect(opened).rejects.not.toThrow(/hush/)
  })
})
