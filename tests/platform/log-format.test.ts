import { afterEach, expect, test } from 'vitest'
import { LOG_FORMAT } from '../../domain/settings/installation.ts'
import { checkConfig } from '../../operations/check-config.ts'
import { readConfig } from '../../platform/config/config.ts'
import { digestOf } from '../../platform/event-store/event-digest.ts'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'
import { openEventStoreDb } from '../../platform/event-store/eventstoredb/eventstoredb-event-store.ts'
import { longTest } from '../deep/depth.ts'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { someEvent } from '../support/events.ts'
import { startEventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { withFolder } from '../support/log.ts'

const SENTENCES: [number, RegExp][] = [
  [4, /^The event log has format 4, which this version of the program does not know: start the version/],
  [2, /^The event log has format 2, which this version of the program no longer reads: .*import the file/],
]

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test.each(SENTENCES)(
  'format %i in the database stops the start, and nothing is written',
  async (format, sentence) => {
    const dataDir = await emptyDatabase(
      `create schema log; create table log.format (version integer); insert into log.format values (${format})`,
    )
    await expect(applicationForTest({ dataDir })).rejects.toThrow(sentence)
    expect(await schemasIn(dataDir)).toEqual(['log', 'public'])
  },
)

for (const [format, sentence] of SENTENCES)
  longTest(
    `format ${format} in an event store stops the start and the check, and nothing is written`,
    async () => {
      const double = await startEventStoreDbDouble()
      cleanups.push(double.stop)
      const store = await openEventStoreDb({ url: double.url, onError: () => {} })
      cleanups.push(store.close)
      const named = {
        ...someEvent({ installationId: 'somebody', logFormat: format }),
        type: 'OfALaterVersion',
      }
      await store.append('installation', [named], 'no_stream')
      const head = await store.head()
      const dataDir = await emptyDatabase('select 1')
      const config = { eventStoreUrl: double.url }
      await expect(applicationForTest({ dataDir, config })).rejects.toThrow(sentence)
      const lines: string[] = []
      const stated = readConfig({ DATA_DIR: dataDir, EVENTSTORE_URL: double.url })
      expect(await checkConfig(stated, (line) => lines.push(line))).toBe(78)
      expect(lines.join('\n')).toContain(`! Event log    The event log has format ${format}`)
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
  expect(await store.read('installation')).toMatchObject([{ data: { logFormat: 3 } }])
  expect(await rowsIn(dataDir, 'select version from log.format')).toEqual([{ version: 3 }])
})

test('an event has the digest that format 3 gives it: another one needs another format', () => {
  expect(LOG_FORMAT).toBe(3)
  const stored = {
    ...{ id: '5a536fc6-e14e-52e1-bac1-5bb69c2530d8', type: 'SomethingHappened', data: { b: 1, a: ['ä'] } },
    ...{ stream: 'some-1', revision: 2, position: '3', recordedAt: '2027-01-10T12:00:00.000Z' },
    metadata: { actor: { kind: 'admin', id: 1 }, occurredAt: '2027-01-10T12:00:00.000Z' },
  }
  expect(digestOf(stored as unknown as RecordedEvent)).toBe('gpg7Kd1Oh_72BcGARxw7wauGA0aaYnfXLzWmHyszJRA')
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
