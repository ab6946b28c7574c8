import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { applicationForTest } from '../support/application.ts'
import { olderCopy } from '../support/eventstoredb-double/older-copy.ts'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/folder.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import type { Http } from '../support/http.ts'
import { setUpAdmin, signIn } from '../support/league/over-http.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { type } from './console.ts'

// What docs/operations.md says about restoring PostgreSQL and the event store, done in that order and in the wrong one.

const SECRET = 'a-secret-of-at-least-32-characters'
const missing = postgresMissing ? ` (skipped: ${postgresMissing})` : ''

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Backup = { dump: string; records: number }

describe.skipIf(postgresMissing)(`an installation with an event store${missing}`, () => {
  let postgres: PostgresServer
  let store: EventStoreDbDouble
  let backups: { path: string; remove(): Promise<void> }
  let early: Backup
  let late: Backup

  beforeAll(async () => {
    postgres = await startPostgresServer()
    store = await startEventStoreDbDouble()
    backups = await temporaryFolder()
    const databaseUrl = await postgres.createDatabase()
    const application = await start(databaseUrl, store.url)
    const admin = await setUpAdmin(application.url)
    await add(admin, 'Ann')
    early = await backup(databaseUrl, 'early.dump')
    await add(admin, 'Bob')
    late = await backup(databaseUrl, 'late.dump')
    await application.close()
  })
  afterAll(async () => {
    await store.stop()
    await postgres.stop()
    await backups.remove()
  })

  const start = (databaseUrl: string, eventStoreUrl: string) =>
    applicationForTest({ config: { databaseUrl, eventStoreUrl, jwtSecret: SECRET } })

  /** Once everything is sealed, as it is a second or so after it happened. */
  async function backup(databaseUrl: string, name: string): Promise<Backup> {
    const events = () => store.log.records.filter((record) => !record.type.startsWith('$')).length
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await eventually('the seals', async () => {
      const { rows } = await client.query('select max(events) as events from log.seals')
      return rows[0]?.events === events()
    }).finally(() => client.end())
    const dump = join(backups.path, name)
    execFileSync('pg_dump', [
      '--format=custom',
      '--exclude-schema=read_*',
      '--exclude-schema=reports',
      `--file=${dump}`,
      databaseUrl,
    ])
    return { dump, records: store.log.records.length }
  }

  /** @param database null for one that was lost. */
  async function restore(database: Backup | null, log: Backup) {
    const databaseUrl = await postgres.createDatabase()
    if (database) execFileSync('pg_restore', [`--dbname=${databaseUrl}`, database.dump])
    const double = await startEventStoreDbDouble({ log: olderCopy(store.log, log.records) })
    cleanups.push(double.stop)
    const env = {
      ...{ DATABASE_URL: databaseUrl, EVENTSTORE_URL: double.url, JWT_SECRET: SECRET },
      DATA_DIR: await folderForTest(),
    }
    return {
      operate: (...words: string[]) => type(words, env),
      start: async () => {
        const application = await start(databaseUrl, double.url)
        cleanups.push(application.close)
        return application.url
      },
    }
  }

  const add = async (admin: Http, name: string) =>
    expect(await admin.post('/admin/users', { name, email: '' })).toMatchObject({ status: 201 })
  const namesSeenBy = async (admin: Http) =>
    (await admin.get('/admin/users')).body.map(({ name }: { name: string }) => name)

  test('backups that belong together: nothing is missing', async () => {
    const { operate, start } = await restore(late, late)
    expect(await operate('restore-check')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Nothing is missing.'),
    })
    expect(await namesSeenBy(await signIn(await start()))).toEqual(['Ann', 'Bob'])
  })

  test('the documented order, PostgreSQL from before the event store: nobody is lost, and who is new is new', async () => {
    const { operate, start } = await restore(early, late)
    const { code, output } = await operate('restore-check')
    expect(output).toMatch(/A server will look at \d+ events? for mail to send/)
    expect(output).toContain('The ids of players are at 1, and the event log at 2')
    expect(code).toBe(0)
    const admin = await signIn(await start())
    await add(admin, 'Cid')
    expect(await namesSeenBy(admin)).toEqual(['Ann', 'Bob', 'Cid'])
    expect((await operate('verify')).code).toBe(0)
  })

  test('the wrong order, the event store from before PostgreSQL: no start, and a check that says what is missing', async () => {
    const { operate, start } = await restore(late, early)
    await expect(start()).rejects.toThrow(/^The event log lacks events that the database has taken/)
    const { code, output } = await operate('restore-check')
    expect(code).toBe(1)
    expect(output).toMatch(/! 1 event is missing from the event log, sealed from 20\S+ to 20\S+\./)
    expect(output).toMatch(
      /! The hash chain has followed the event log up to position \d+, which is missing\./,
    )
    expect(output).toContain('npm run restore-check -- --accept')
  })

  test('the wrong order, accepted: the league goes on without what is missing, and verify goes on to say so', async () => {
    const { operate, start } = await restore(late, early)
    expect(await operate('restore-check', '--accept')).toMatchObject({ code: 0 })
    const admin = await signIn(await start())
    await add(admin, 'Cid')
    expect(await namesSeenBy(admin)).toEqual(['Ann', 'Cid'])
    await eventually('everything sealed', async () =>
      (await operate('verify')).output.includes('; 0 not sealed yet'),
    )
    const { code, output } = await operate('verify')
    expect(code).toBe(1)
    const found = output.split('\n').filter((line) => line.startsWith('!'))
    expect(found).toEqual([expect.stringMatching(/^! an event is missing at the end of seal \d+$/)])
  })

  test('PostgreSQL lost for good, accepted: nobody is mailed, and the main admin gets a new password', async () => {
    const { operate, start } = await restore(null, late)
    await expect(start()).rejects.toThrow(/^The database is new, but the event log belongs/)
    await expect(operate('erase-person', '--player', '1')).rejects.toThrow(/^The database is new/)
    const { code, output } = await operate('restore-check')
    expect(output).toContain('! The database is new: the accounts and mails that belong to this event log')
    expect(code).toBe(1)
    expect((await operate('restore-check', '--accept')).code).toBe(0)
    const url = await start()
    expect((await operate('reset-admin')).output).toContain('Sign in as')
    expect((await fetch(`${url}/api/health`)).status).toBe(200)
  })
})
