import { cp } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { startEventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { setUpAdmin, signIn } from '../support/league/over-http.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function newLog() {
  const double = await startEventStoreDbDouble()
  cleanups.push(double.stop)
  return double.url
}

async function newDatabase() {
  const folder = await folderForTest()
  await copyTemplate(folder)
  return folder
}

async function start(dataDir: string, eventStoreUrl: string) {
  const application = await applicationForTest({ dataDir, config: { eventStoreUrl } })
  cleanups.push(application.close)
  return application
}

test('two installations cannot share an event store: the second start says so', async () => {
  const log = await newLog()
  await start(await newDatabase(), log)
  await expect(start(await newDatabase(), log)).rejects.toThrow(
    /^The database is new, but the event log belongs to an installation/,
  )
})

test('an installation that is led to the event store of another says so', async () => {
  const [log, other] = [await newLog(), await newLog()]
  const database = await newDatabase()
  await (await start(database, log)).close()
  await start(await newDatabase(), other)
  await expect(start(database, other)).rejects.toThrow(/^The event log belongs to another installation/)
})

test('an older copy of the database starts on the log of its installation', async () => {
  const log = await newLog()
  const database = await newDatabase()
  const application = await start(database, log)
  await setUpAdmin(application.url)
  await application.close()
  const copy = await folderForTest()
  await cp(database, copy, { recursive: true })
  const later = await start(database, log)
  await (await signIn(later.url)).post('/admin/users', { name: 'Ann', email: '' })
  await later.close()
  const restored = await start(copy, log)
  expect((await (await signIn(restored.url)).get('/admin/users')).body).toMatchObject([{ name: 'Ann' }])
})
