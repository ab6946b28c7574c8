import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkConfig } from '../../operations/check-config.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openServer } from '../../platform/database/database-server.ts'
import { createPostgresEventStore } from '../../platform/event-store/postgres/postgres-event-store.ts'
import { applicationForTest } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { freePort } from '../support/free-port.ts'
import { http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { pgbouncerMissing, startPgBouncer } from '../support/pgbouncer.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { startServerProcess } from '../support/server-process.ts'

const jwtSecret = 'a-secret-of-at-least-32-characters'

let server: PostgresServer
let url: string
let others = 0

/** A role of its own, which may make schemas unless `sql` takes that away. */
async function roleThat(sql: (role: string) => string): Promise<string> {
  others += 1
  const role = `other_${others}`
  const name = new URL(url).pathname.slice(1)
  await run(`create role ${role} login; grant create on database ${name} to ${role}; ${sql(role)}`)
  return url.replace('postgres@', `${role}@`)
}

async function run(sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

/** What the check says of the database, and with which words a start fails. */
async function bothOn(databaseUrl: string) {
  const lines: string[] = []
  const config = readConfig({ DATABASE_URL: databaseUrl, JWT_SECRET: jwtSecret })
  const code = await checkConfig(config, (line) => lines.push(line))
  const started = await applicationForTest({ config: { databaseUrl, jwtSecret } }).then(
    (application) => application.close().then(() => 'started'),
    (error: Error) => error.message,
  )
  return { code, checked: lines.find((line) => line.includes('Database'))?.slice(15), started }
}

async function expectRefused(databaseUrl: string, sentence: RegExp) {
  const { code, checked, started } = await bothOn(databaseUrl)
  expect(started).toMatch(sentence)
  expect(started).not.toContain('\n')
  expect({ code, checked }).toEqual({ code: 78, checked: started })
}

describe.skipIf(postgresMissing)(
  `on a PostgreSQL server${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    beforeAll(async () => {
      server = await startPostgresServer()
    })
    beforeAll(async () => {
      url = await server.createDatabase()
    })
    afterAll(() => server?.stop())

    test.each([
      ['statement_timeout', '20ms'],
      ['lock_timeout', '1ms'],
      ['idle_session_timeout', '200ms'],
      ['default_transaction_isolation', 'serializable'],
      ['default_transaction_deferrable', 'on'],
      ['synchronous_commit', 'off'],
      ['row_security', 'off'],
      ['search_path', 'pg_catalog'],
      ['timezone', 'Asia/Kolkata'],
      ['datestyle', 'SQL, DMY'],
      ['intervalstyle', 'iso_8601'],
      ['bytea_output', 'escape'],
      ['extra_float_digits', '-3'],
      ['standard_conforming_strings', 'off'],
      ['transform_null_equals', 'on'],
      ['jit', 'on'],
      ['idle_in_transaction_session_timeout', '1d'],
    ])('%s is ours, whatever the role has', async (name, value) => {
      const usual = await openServer({ url, onError: console.error })
      const other = await openServer({
        url: await roleThat((role) => `alter role ${role} set ${name} = '${value}'`),
        onError: console.error,
      })
      const show = async ({ pool }: typeof usual) => (await pool.query(`show ${name}`)).rows
      expect(await show(other)).toEqual(await show(usual))
      await Promise.all([usual.close(), other.close()])
    })

    test('no connection is ended for having nothing to do, whatever the role has', async () => {
      const theirs = await roleThat((role) => `alter role ${role} set idle_session_timeout = '300ms'`)
      const role = new URL(theirs).username
      const errors: unknown[] = []
      const onError = (error: unknown) => void errors.push(error)
      const database = await openServer({ url: theirs, onError })
      const store = createPostgresEventStore(database, { onError })
      const lock = await database.locks.take('one', 'exclusive')
      await Promise.all([database.pool.query('select'), sql`select`.execute(database.reads)])
      const connections = async () =>
        (await run(`select pid from pg_stat_activity where usename = '${role}'`)).rows
          .map(({ pid }) => pid)
          .toSorted()
      const before = await eventually('the listener', async () => {
        const { rows } = await run(
          `select from pg_stat_activity where usename = '${role}' and query = 'listen log'`,
        )
        return rows.length === 1 && connections()
      })
      await sleep(1_500)
      expect(await connections()).toEqual(before)
      expect(errors).toEqual([])
      await lock.release()
      await store.close()
      await database.close()
    })

    test('a commit that waits for a standby goes on doing so', async () => {
      const theirs = await roleThat((role) => `alter role ${role} set synchronous_commit = 'remote_apply'`)
      const database = await openServer({ url: theirs, onError: console.error })
      expect((await database.pool.query('show synchronous_commit')).rows).toEqual([
        { synchronous_commit: 'remote_apply' },
      ])
      await database.close()
    })

    describe('check and start refuse with the same sentence', () => {
      test('a role without the right to make schemas', async () => {
        const name = new URL(url).pathname.slice(1)
        const databaseUrl = await roleThat((role) => `revoke create on database ${name} from ${role}`)
        await expectRefused(
          databaseUrl,
          /lets its role \w+ make no schemas: GRANT CREATE ON DATABASE "test_\d+" TO "other_\d+"$/,
        )
      })

      test('a role that only reads', async () => {
        const databaseUrl = await roleThat(
          (role) => `alter role ${role} set default_transaction_read_only = on`,
        )
        await expectRefused(
          databaseUrl,
          /takes no writes: it is a standby, or default_transaction_read_only is on/,
        )
      })

      test('a role whose sessions run no triggers', async () => {
        const databaseUrl = await roleThat(
          (role) => `alter role ${role} set session_replication_role = replica`,
        )
        await expectRefused(databaseUrl, /session_replication_role must be origin/)
      })

      test('a database in which another program or another role has a schema of our name', async () => {
        const databaseUrl = await server.createDatabase()
        const client = new pg.Client(databaseUrl)
        await client.connect()
        await client.query('create schema log; create table log.lines (text text)')
        await expectRefused(databaseUrl, /has a schema named log that belongs to another program/)
        await client.query('create schema private')
        await client.end()
        const theirs = new URL(await roleThat((role) => `alter role ${role} login`))
        theirs.pathname = new URL(databaseUrl).pathname
        await expectRefused(theirs.href, /permission denied for schema private\. .* REASSIGN OWNED BY/)
      })
    })

    test('what ends a start after the checks is a sentence', async () => {
      const few = await roleThat((role) => `alter role ${role} connection limit 2`)
      const env = { DATABASE_URL: few, JWT_SECRET: jwtSecret, DATA_DIR: await folderForTest() }
      const process = startServerProcess({ PORT: `${await freePort()}`, LOG_LEVEL: 'silent', ...env })
      onTestFinished(async () => {
        await process.kill()
      })
      expect(await process.ready).toEqual({ code: 1, signal: null })
      expect(process.output()).toMatch(
        /^The database ended the connection: too many connections for role [^\n]+\n$/,
      )
    })

    describe.skipIf(pgbouncerMissing)(
      `behind PgBouncer${pgbouncerMissing ? `: ${pgbouncerMissing}` : ''}`,
      () => {
        async function pooled(settings: Record<string, string>) {
          const pooler = await startPgBouncer(await server.createDatabase(), settings)
          onTestFinished(pooler.stop)
          return pooler.url
        }

        test('in session mode, with no other setting, a season is played', async () => {
          const databaseUrl = await pooled({ pool_mode: 'session' })
          const league = await aLeague()
            .withPlayers('Ann', 'Bob')
            .withSeason()
            .withRound()
            .withPicks({ Ann: ['Reds'] })
            .completed({ firstPlaceTeam: 'Reds' })
            .start({ config: { databaseUrl, jwtSecret } })
          const { body } = await league.visitor.get(`/public/leaderboard/season/${league.seasonId}`)
          expect(JSON.stringify(body)).toContain('Ann')
          expect(await http(league.application.url).get('/health/ready')).toMatchObject({ status: 200 })
          await league.close()
          const again = await openServer({ url: databaseUrl, onError: console.error })
          const { rows } = await again.pool.query(
            "select current_setting('idle_in_transaction_session_timeout') as limit",
          )
          expect(rows).toEqual([{ limit: '15s' }])
          await again.close()
        })

        test('in transaction mode it is refused', async () => {
          await expectRefused(await pooled({ pool_mode: 'transaction' }), /set its pool mode to session/)
        })

        test('it is refused when locks stay with the connection', async () => {
          const settings = { pool_mode: 'session', server_reset_query: '' }
          await expectRefused(await pooled(settings), /set its server_reset_query to DISCARD ALL/)
        })
      },
    )
  },
)
