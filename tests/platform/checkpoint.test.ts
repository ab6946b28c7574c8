import { afterEach, describe, expect, test } from 'vitest'
import { checkpointAt, isInLog } from '../../platform/event-store/checkpoint.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { longTest } from '../deep/depth.ts'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { someEvent } from '../support/events.ts'
import { olderCopy } from '../support/eventstoredb-double/older-copy.ts'
import { startEventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { eventually } from '../support/eventually.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import type { Http } from '../support/http.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { wholeLog } from '../support/log.ts'
import { createMemoryEventStore } from '../support/memory-event-store.ts'
import { postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

const LACKS = /^The event log lacks events that the database has taken/

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const appendOne = (store: EventStore, stream: string) => store.append(stream, [someEvent({})], 'any')
const lastOf = async (store: EventStore) => checkpointAt((await wholeLog(store)).at(-1) as never)

describe('a checkpoint', () => {
  test('is in the log where its event is, also once others follow', async () => {
    const store = createMemoryEventStore()
    await appendOne(store, 'player-1')
    const checkpoint = await lastOf(store)
    await appendOne(store, 'player-1')
    expect(await isInLog(store, checkpoint)).toBe(true)
  })

  test('is not in a log that ends before it', async () => {
    const store = createMemoryEventStore()
    await appendOne(store, 'player-1')
    const older = createMemoryEventStore()
    expect(await isInLog(older, await lastOf(store))).toBe(false)
  })

  test('is not in a log that has another event there', async () => {
    const [store, other] = [createMemoryEventStore(), createMemoryEventStore()]
    await appendOne(store, 'player-1')
    await appendOne(other, 'player-1')
    await appendOne(other, 'player-2')
    expect(await isInLog(other, await lastOf(store))).toBe(false)
  })

  test('is in the log when the person of its event was erased since', async () => {
    const store = createMemoryEventStore()
    await appendOne(store, 'player-1')
    const checkpoint = await lastOf(store)
    await appendOne(store, 'erasures')
    await store.tombstone('player-1')
    expect(await isInLog(store, checkpoint)).toBe(true)
  })
})

/** An application on a double of EventStoreDB, with a database of its own that outlives both. */
async function onDouble() {
  const folder = await folderForTest()
  await copyTemplate(folder)
  const double = await startEventStoreDbDouble()
  cleanups.push(double.stop)
  const start = async (eventStoreUrl: string) => {
    const application = await applicationForTest({ dataDir: folder, config: { eventStoreUrl } })
    cleanups.push(application.close)
    return application
  }
  return { double, start }
}

/** The count of records is from before Ann was added. */
async function closedWithAnnAdded() {
  const { double, start } = await onDouble()
  const application = await start(double.url)
  const admin = await setUpAdmin(application.url)
  const records = double.log.records.length
  await addPerson(admin, 'Ann')
  await application.close()
  return { double, start, records }
}

const addPerson = (admin: Http, name: string) =>
  admin.post('/admin/users', { name, email: `${name}@example.com` })

const namesSeenBy = async (admin: Http) => {
  const { body } = await admin.get('/admin/users')
  return body.map(({ name }: { name: string }) => name)
}

const statesSeenBy = async (admin: Http) => (await admin.get('/admin/health')).body.services

describe('an event store that was restored from a backup older than the database', () => {
  test('stops the start with a sentence', async () => {
    const { double, start, records } = await closedWithAnnAdded()
    const restored = await startEventStoreDbDouble({ log: olderCopy(double.log, records) })
    cleanups.push(restored.stop)
    await expect(start(restored.url)).rejects.toThrow(LACKS)
  })

  test('stops the start also when it has grown past what the database has taken', async () => {
    const { double, start, records } = await closedWithAnnAdded()
    const log = olderCopy(double.log, records)
    const { id: _, ...lost } = double.log.records.at(-1) as never as Record<string, unknown>
    for (let count = 0; count < 9; count += 1)
      log.append('player-77', [{ ...lost, id: crypto.randomUUID() } as never], 'any')
    const restored = await startEventStoreDbDouble({ log })
    cleanups.push(restored.stop)
    await expect(start(restored.url)).rejects.toThrow(LACKS)
  })

  longTest('shows in the health of a process that was running', async () => {
    const { double, start } = await onDouble()
    const application = await start(double.url)
    const admin = await setUpAdmin(application.url)
    const records = double.log.records.length
    await addPerson(admin, 'Ann')
    await eventually('the mail to follow', async () => (await statesSeenBy(admin)).mail.status === 'ok')
    const log = olderCopy(double.log, records)
    await double.stop()
    const restored = await startEventStoreDbDouble({ log, port: double.port })
    cleanups.push(restored.stop)
    await eventually('the failures', async () => {
      const { projection, mail } = await statesSeenBy(admin)
      return projection.status === 'down' && mail.status === 'down'
    })
    const { projection, mail } = await statesSeenBy(admin)
    expect(projection.detail).toMatch(LACKS)
    expect(mail.detail).toMatch(LACKS)
  })
})

const missing = postgresMissing ? ` (skipped: ${postgresMissing})` : ''

describe.skipIf(postgresMissing)(`a failover of PostgreSQL to an older copy${missing}`, () => {
  longTest('is followed by a running process: what is added afterwards is there', async () => {
    const server = await startPostgresServer()
    cleanups.push(server.stop)
    const databaseUrl = await server.createDatabase()
    const application = await applicationForTest({
      config: { databaseUrl, jwtSecret: 'a-secret-of-at-least-32-characters' },
    })
    cleanups.push(application.close)
    const admin = await setUpAdmin(application.url)
    await addPerson(admin, 'Ann')
    await server.shutDown()
    server.keepCopy()
    await server.startAgain()
    for (const name of ['Bob', 'Cid']) {
      await eventually('to add', async () => (await addPerson(admin, name)).status === 201)
    }
    await server.shutDown()
    await server.startOlderCopy()
    await eventually('to add', async () => (await addPerson(admin, 'Dan')).status === 201)
    await eventually('Dan', async () => (await namesSeenBy(admin)).includes('Dan'))
    expect(await namesSeenBy(admin)).toEqual(['Ann', 'Dan'])
    await eventually('good health', async () => {
      // The zones of this Node may be old.
      const { time_zones: _, ...others } = await statesSeenBy(admin)
      return Object.values<{ status: string }>(others).every(({ status }) => status === 'ok')
    })
  })
})
