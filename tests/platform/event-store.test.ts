import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { openServer } from '../../platform/database/database-server.ts'
import { migrate } from '../../platform/database/migrations.ts'
import {
  EventIdTaken,
  type EventStore,
  EventStoreUnavailable,
  type Position,
  type RecordedEvent,
} from '../../platform/event-store/event-store.ts'
import { createPostgresEventStore } from '../../platform/event-store/postgres/postgres-event-store.ts'
import { inRequest } from '../../platform/request-scope.ts'
import { SOME_METADATA, someEvent, someEvents } from '../support/events.ts'
import { postgresClient } from '../support/postgres-client.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { embeddedForTest } from '../support/shared-postgres.ts'
import { eventStoreContract } from './event-store-contract.ts'

type Running = { database: Database; store: EventStore; stop(): Promise<void> }

const ignore = () => {}

describe('the log in the embedded database', () => {
  const running = runOnce(async () => {
    const { database, close } = await embeddedForTest()
    return { database, stop: close }
  })
  contractTests(running)

  // One connection serves all, so while an append is open nobody else can read or append: they wait for it.
  test('while an append is held open, a reader waits, and then misses nothing', async () => {
    const { database, store } = running()
    const after = await store.head()
    const client = await database.pool.connect()
    await client.query('begin')
    await appendThrough(client, 'held-open')
    const reading = streamsSeen(store, after, 2)
    const appending = store.append('came-later', [someEvent()], 'any')
    await setTimeout(100)
    await client.query('commit')
    client.release()
    await appending
    expect(await reading).toEqual(['held-open', 'came-later'])
  })
})

describe.skipIf(postgresMissing)(
  `the log on a server${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let server: PostgresServer | undefined
    let url: string
    beforeAll(async () => {
      const started = await startPostgresServer()
      server = started
      url = await started.createDatabase()
    })
    afterAll(() => server?.stop())
    const running = runOnce(async () => {
      const database = await openServer({ url, onError: ignore })
      // As two processes that start at once.
      await Promise.all([migrate(database.kysely), migrate(database.kysely)])
      return { database, stop: () => database.close() }
    })
    contractTests(running)

    test('an append that waited for another tells what that one wrote', async () => {
      const { store } = running()
      const client = await postgresClient(url)
      await client.query('begin')
      await appendThrough(client, 'waited-for')
      const appending = store.append('waits', [someEvent()], 'any', ['waited-for'])
      await setTimeout(100)
      await client.query('commit')
      const { lastIds } = await appending
      expect(lastIds?.get('waited-for')).toBe((await store.read('waited-for')).at(-1)?.id)
      await client.end()
    })

    test('an append without time left is not sent', async () => {
      const { store } = running()
      const refused = await refusalIn(store, 0, 'came-too-late')
      expect(refused).toEqual({ mayBeDone: false, isSilent: false })
      // Sent before this one, if at all.
      await store.append('came-in-time', [someEvent()], 'any')
      expect(await store.read('came-too-late')).toEqual([])
    })

    test('an append of a request with little time left does not tell that the store is silent', async () => {
      const { store } = running()
      const client = await postgresClient(url)
      await client.query('begin')
      await appendThrough(client, 'held-open')
      const [little, enough] = await Promise.all(
        [500, 5_000].map((timeMs) => refusalIn(store, timeMs, `left-${timeMs}`)),
      )
      await client.query('commit')
      await client.end()
      expect(little).toEqual({ mayBeDone: true, isSilent: false })
      expect(enough).toEqual({ mayBeDone: true, isSilent: true })
    })

    test('while an append is held open, readers see nothing after it, and then everything', async () => {
      const { store } = running()
      const after = await store.head()
      const client = await postgresClient(url)
      await client.query('begin')
      await appendThrough(client, 'held-open')
      const reading = streamsSeen(store, after, 4)
      const appending = ['a', 'b', 'c'].map((stream) =>
        store.append(`came-later-${stream}`, [someEvent()], 'any'),
      )
      await setTimeout(700)
      expect(await store.head()).toBe(after)
      await client.query('commit')
      await Promise.all(appending)
      const [first, ...later] = await reading
      expect(first).toBe('held-open')
      expect(later.sort()).toEqual(['came-later-a', 'came-later-b', 'came-later-c'])
    })

    test('an append of another process wakes a reader that no poll wakes', async () => {
      const { store } = running()
      const another = await openServer({ url, onError: ignore })
      const elsewhere = createPostgresEventStore(another, { onError: ignore })
      const stop = new AbortController()
      const reading = { after: await store.head(), signal: stop.signal }
      const batches = store.subscribe(reading)[Symbol.asyncIterator]()
      // The time of the next poll never comes.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        for (const stream of ['elsewhere-1', 'elsewhere-2', 'elsewhere-3']) {
          const batch = batches.next()
          await elsewhere.append(stream, [someEvent()], 'any')
          expect((await batch).value).toMatchObject([{ stream }])
        }
      } finally {
        vi.useRealTimers()
      }
      stop.abort()
      await batches.next()
      await elsewhere.close()
      await another.close()
    })

    test('a reader goes on after the server has cut every connection', async () => {
      const { store, database } = running()
      const after = await store.head()
      const reading = streamsSeen(store, after, 2)
      await store.append('before-the-cut', [someEvent()], 'any')
      const client = await postgresClient(url)
      await client.query(
        'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      await expect.poll(() => database.pool.query('select 1').then(() => true, ignore)).toBe(true)
      await store.append('after-the-cut', [someEvent()], 'any')
      expect(await reading).toEqual(['before-the-cut', 'after-the-cut'])
    })
  },
)

/** `isSilent`: the request was told that the store does not answer. */
async function refusalIn(store: EventStore, timeMs: number, stream: string) {
  let isSilent = false
  const onSilence = () => {
    isSilent = true
  }
  const append = inRequest(timeMs, onSilence, () => store.append(stream, [someEvent()], 'any'))
  const error = await append.catch((thrown: unknown) => thrown)
  return { mayBeDone: error instanceof EventStoreUnavailable && error.mayBeDone, isSilent }
}

function runOnce(start: () => Promise<Omit<Running, 'store'>>): () => Running {
  let running: Running | undefined
  beforeAll(async () => {
    const { database, stop } = await start()
    const store = createPostgresEventStore(database, { onError: ignore })
    running = { database, store, stop }
  })
  afterAll(async () => {
    await running?.store.close()
    await running?.stop()
  })
  return () => {
    if (!running) throw new Error('Not started')
    return running
  }
}

function contractTests(running: () => Running) {
  for (const { name, run } of eventStoreContract()) {
    test(name, () => run({ store: running().store, patienceMs: 15_000 }))
  }

  test('an id that is used again in another stream is refused', async () => {
    const { store } = running()
    const events = someEvents(2)
    await store.append('first-use', events, 'any')
    await expect(store.append('second-use', events, 'any')).rejects.toThrow(EventIdTaken)
    expect(await store.read('second-use')).toEqual([])
  })

  const changes = [
    `update log.events set type = 'Changed'`,
    `delete from log.events where stream = 'unchanging'`,
    'truncate log.events',
    'truncate log.events cascade',
    'update log.tombstones set stream = stream',
    'delete from log.tombstones',
    'truncate log.tombstones',
  ]
  test.each(changes)('the database refuses %s', async (change) => {
    const { database, store } = running()
    await store.append('unchanging', someEvents(2), 'any')
    const before = await store.read('unchanging')
    await expect(database.pool.query(change)).rejects.toThrow(/append only/)
    expect(await store.read('unchanging')).toEqual(before)
  })
}

/** An append whose transaction somebody else ends. */
async function appendThrough(client: pg.ClientBase, stream: string) {
  const { id, type, data } = someEvent()
  const columns = [[id], [type], [JSON.stringify(data)], [JSON.stringify(SOME_METADATA)]]
  await client.query('select log.append($1, $2, $3, $4, $5, $6)', [stream, 'any', ...columns])
}

/** The streams of the next events, in the order in which a reader sees them. */
async function streamsSeen(store: EventStore, after: Position, count: number): Promise<string[]> {
  const seen: RecordedEvent[] = []
  const stop = new AbortController()
  for await (const batch of store.subscribe({ after, signal: stop.signal })) {
    seen.push(...batch)
    if (seen.length >= count) stop.abort()
  }
  return seen.map(({ stream }) => stream)
}
