import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServer } from '../../platform/database/database-server.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
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
