import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DiskFull } from '../../platform/database/database.ts'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import { createPostgresEventStore } from '../../platform/event-store/postgres/postgres-event-store.ts'
import { queueMails } from '../../platform/mail/mails.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { eventually } from '../support/eventually.ts'
import { type EmbeddedForTest, embeddedForTest } from '../support/shared-postgres.ts'

const MB = 1024 * 1024
const NOW = '2027-01-10T12:00:00.000Z'
const FAILURE = { address_key: 'somebody', failures: 1, last_failed_at: NOW }

describe('while the disk of an embedded database is nearly full', () => {
  let embedded: EmbeddedForTest
  let freeBytes = 500 * MB

  beforeAll(async () => {
    embedded = await embeddedForTest({ freeBytes: async () => freeBytes })
    await openPrivateSchema(embedded.database.kysely).insertInto('login_failures').values(FAILURE).execute()
    freeBytes = 100 * MB
    // A look at the disk holds for a second.
    await eventually('the refusal', () => write().then(() => false, isDiskFull))
  })
  afterAll(() => embedded?.close())

  const isDiskFull = (error: unknown) => error instanceof DiskFull
  const privateSchema = () => openPrivateSchema(embedded.database.kysely)
  const write = () =>
    privateSchema()
      .insertInto('keys')
      .values({ name: `${performance.now()}`, value: 'a key' })
      .execute()

  test('no mail is queued and no failed sign-in counted, also inside a transaction', async () => {
    const mail = {
      ...({ template: 'test', subject: 's', text: 't', html: 'h' } as const),
      ...{ to: { name: 'Ann', address: 'ann@example.com' }, uselessAt: null },
    }
    const cause = '0b5f1d0e-6a6d-4c53-8b8e-5f3f3f6a2a11'
    await expect(queueMails(privateSchema(), cause, [mail], NOW)).rejects.toThrow(DiskFull)
    const inTransaction = embedded.database.kysely
      .transaction()
      .execute((transaction) => queueMails(openPrivateSchema(transaction), cause, [mail], NOW))
    await expect(inTransaction).rejects.toThrow(DiskFull)
    await expect(privateSchema().insertInto('login_failures').values(FAILURE).execute()).rejects.toThrow(
      DiskFull,
    )
  })

  test('no read tables are made anew, and those that are there stay', async () => {
    const store = createPostgresEventStore(embedded.database, { onError: () => {} })
    await expect(rebuild(embedded.database, store)).rejects.toThrow(DiskFull)
    await store.close()
  })

  test('what is there is read and changed', async () => {
    await privateSchema().updateTable('login_failures').set({ failures: 2 }).execute()
    expect(await privateSchema().selectFrom('login_failures').selectAll().execute()).toEqual([
      { ...FAILURE, failures: 2 },
    ])
  })

  test('a statement that is refused leaves the connection as it was, whoever asks and how', async () => {
    const { pool } = embedded.database
    const refused = new Promise((resolve) => {
      pool.query("insert into private.keys values ('some', 'key')", (error: Error) => resolve(error))
    })
    expect(await refused).toBeInstanceOf(DiskFull)
    await expect(pool.query({ text: 'create table private.more (id integer)' })).rejects.toThrow(DiskFull)
    expect((await sql<{ one: number }>`select 1 as one`.execute(embedded.database.kysely)).rows).toEqual([
      { one: 1 },
    ])
  })

  test('all goes on once there is room', async () => {
    freeBytes = 500 * MB
    await eventually('a write', () =>
      write().then(
        () => true,
        () => false,
      ),
    )
  })
})

test('what is sent to an embedded database without waiting keeps its order around the looks at the disk', async () => {
  const { database, close } = await embeddedForTest()
  const client = await database.pool.connect()
  await Promise.all([
    client.query('begin'),
    client.query("insert into private.keys (name, value) values ('sent', 'a key')"),
    client.query('rollback'),
  ])
  client.release()
  expect(await openPrivateSchema(database.kysely).selectFrom('keys').select('name').execute()).toEqual([])
  await close()
})
