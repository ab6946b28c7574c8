import { afterEach, expect, test } from 'vitest'
import { checkConfig } from '../../operations/check-config.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openEventStoreDb } from '../../platform/event-store/eventstoredb/eventstoredb-event-store.ts'
import { longTest } from '../deep/depth.ts'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { someEvent } from '../support/events.ts'
import { startEventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { withFolder } from '../support/log.ts'

const SENTENCE =
  /^The event log has format 2, which this version of the program does not know: start the version/

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('a log of a later format in the database stops the start, and nothing is written', async () => {
  const dataDir = await emptyDatabase(
    'create schema log; create table log.format (version integer); insert into log.format values (2)',
  )
  await expect(applicationForTest({ dataDir })).rejects.toThrow(SENTENCE)
  expect(await schemasIn(dataDir)).toEqual(['log', 'public'])
})

longTest(
  'a log of a later format in an event store stops the start and the check of the configuration, and nothing is written',
  async () => {
    const double = await startEventStoreDbDouble()
    cleanups.push(double.stop)
    const store = await openEventStoreDb({ url: double.url, onError: () => {} })
    cleanups.push(store.close)
    const named = { ...someEvent({ installationId: 'somebody', logFormat: 2 }), type: 'OfALaterVersion' }
    await store.append('installation', [named], 'no_stream')
    const head = await store.head()
    const dataDir = await emptyDatabase('select 1')
    const config = { eventStoreUrl: double.url }
    await expect(applicationForTest({ dataDir, config })).rejects.toThrow(SENTENCE)
    const lines: string[] = []
    const stated = readConfig({ DATA_DIR: dataDir, EVENTSTORE_URL: double.url })
    expect(await checkConfig(stated, (line) => lines.push(line))).toBe(78)
    expect(lines.join('\n')).toContain('! Event log    The event log has format 2')
    expect(await store.head()).toBe(head)
    expect(await schemasIn(dataDir)).toEqual(['public'])
  },
)

longTest('a first start writes the format of the log to the database and to the event store', async () => {
  const double = await startEventStoreDbDouble()
  cleanups.push(double.stop)
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  const application = await applicationForTest({ dataDir, config: { eventStoreUrl: double.url } })
  await application.close()
  const store = await openEventStoreDb({ url: double.url, onError: () => {} })
  cleanups.push(store.close)
  expect(await store.read('installation')).toMatchObject([{ data: { logFormat: 1 } }])
  expect(await rowsIn(dataDir, 'select version from log.format')).toEqual([{ version: 1 }])
})

/** Of an installation that has made nothing yet but what `statements` make. */
async function emptyDatabase(statements: string): Promise<string> {
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  const schemas = (await schemasIn(dataDir)).filter((name) => name !== 'public')
  await rowsIn(dataDir, `drop schema ${schemas.join(', ')} cascade`)
  for (const statement of statements.split('; ')) await rowsIn(dataDir, statement)
  return dataDir
}

async function schemasIn(dataDir: string): Promise<string[]> {
  const rows = await rowsIn(
    dataDir,
    `select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema)' order by 1`,
  )
  return rows.map(({ name }) => `${name}`)
}

const rowsIn = (dataDir: string, statement: string) =>
  withFolder(dataDir, async ({ database }) => (await database.pool.query(statement)).rows)
