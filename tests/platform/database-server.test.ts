import { createServer } from 'node:net'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServer } from '../../platform/database/database-server.ts'
import { openWatchedPool } from '../../platform/database/watched-pool.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { eventually } from '../support/eventually.ts'
import { postgresClient } from '../support/postgres-client.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

const onError = () => {}

async function messageOf(url: string): Promise<string> {
  const refusal: unknown = await openServer({ url, onError }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartRefusal)
  return refusal instanceof StartRefusal ? refusal.message : ''
}

describe('a server that cannot be used is refused in one sentence, without the password', () => {
  test('when nobody listens', async () => {
    expect(await messageOf('postgres://me:secret@localhost:9/picks')).toMatch(
      /^The database at localhost:9\/picks cannot be used: .*ECONNREFUSED.*$/,
    )
  })

  test('when its name is unknown', async () => {
    expect(await messageOf('postgres://me:secret@nowhere.invalid/picks')).toMatch(
      /^The database at nowhere\.invalid\/picks cannot be used: .*nowhere\.invalid$/,
    )
  })

  test('when it accepts and then says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : undefined
    expect(await messageOf(`postgres://me:secret@127.0.0.1:${port}/picks`)).toMatch(
      /cannot be used: .*timeout/,
    )
    silent.close()
  })

  describe.skipIf(postgresMissing)(
    `on a PostgreSQL server${postgresMissing ? `: ${postgresMissing}` : ''}`,
    () => {
      let server: PostgresServer | undefined
      let url: string
      beforeAll(async () => {
        const started = await startPostgresServer()
        server = started
        url = await started.createDatabase()
      })
      afterAll(() => server?.stop())

      test('when it has no such database', async () => {
        expect(await messageOf(`${url}_missing`)).toMatch(
          /cannot be used: database "test_1_missing" does not exist$/,
        )
      })

      test('when its text is not UTF-8', async () => {
        const database = await openServer({ url, onError })
        await database.pool.query("create database ascii encoding 'SQL_ASCII' locale 'C' template template0")
        await database.close()
        expect(await messageOf(url.replace('test_1', 'ascii'))).toMatch(
          /has the encoding SQL_ASCII: it must be UTF8$/,
        )
      })
    },
  )
})

describe.skipIf(postgresMissing)(
  `a PostgreSQL server${postgresMissing ? ` (skipped: ${postgresMissing})` : ''}`,
  () => {
    let server: PostgresServer
    let url: string
    beforeAll(async () => {
      server = await startPostgresServer()
      url = await server.createDatabase()
    })
    afterAll(() => server.stop())

    test('keeps the options of its address, with ours added', async () => {
      const options = encodeURIComponent('-c statement_timeout=7s')
      const database = await openServer({ url: `${url}?options=${options}`, onError })
      const { rows } = await database.pool.query(`select current_setting('statement_timeout') as theirs,
        current_setting('idle_in_transaction_session_timeout') as ours`)
      expect(rows).toEqual([{ theirs: '7s', ours: '15s' }])
      await database.close()
    })

    test('that has no connection left for the watch keeps those that work', async () => {
      const operator = await postgresClient(url)
      await operator.query('create role few login connection limit 2')
      const few = url.replace('postgres@', 'few@')
      const errors: unknown[] = []
      const { pool, close } = openWatchedPool({ connectionString: few, max: 1 }, (error) =>
        errors.push(error),
      )
      const working = await pool.connect()
      const { rows } = await working.query('select pg_backend_pid() as pid')
      await eventually('the watch', async () => (await countOf(operator)) === 2)
      await operator.query('alter role few connection limit 1')
      await operator.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'few' and pid <> $1",
        [rows[0].pid],
      )
      await eventually('a refusal', async () =>
        errors.some((error) => String(error).includes('too many connections')),
      )
      expect((await working.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      working.release()
      await close()
    })
  },
)

const countOf = async (operator: pg.Client) => {
  const { rows } = await operator.query(
    "select count(*)::integer as count from pg_stat_activity where usename = 'few'",
  )
  return rows[0].count
}
