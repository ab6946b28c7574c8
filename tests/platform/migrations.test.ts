import { expect, onTestFinished, test } from 'vitest'
import { openServer } from '../../platform/database/database-server.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { postgresClient } from '../support/postgres-client.ts'
import { postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

const STARTS = 40

test.skipIf(postgresMissing)(
  `a process starts while another makes and drops read tables${postgresMissing ? `: ${postgresMissing}` : ''}`,
  async () => {
    const server = await startPostgresServer()
    onTestFinished(() => server.stop())
    const url = await server.createDatabase()
    const database = await openServer({ url, onError: () => {} })
    onTestFinished(() => database.close())
    const other = await postgresClient(url)
    let ended = false
    const rebuilds = (async () => {
      while (!ended) {
        await other.query(
          'create schema read_next; create table read_next.a (id serial); create table read_next.b (id serial)',
        )
        await other.query('drop schema read_next cascade')
      }
    })()
    for (let start = 0; start < STARTS; start += 1) await migrate(database.kysely)
    ended = true
    await rebuilds
    expect((await other.query('select 1 from private.mails')).rowCount).toBe(0)
  },
)
