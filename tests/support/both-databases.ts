import { afterAll, beforeAll, describe } from 'vitest'
import { embeddedLog, type LogForTest, serverLog } from './log.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from './postgres-server.ts'

/** The same tests on logs of either kind of database. Where there is no server the title says why they are skipped. */
export function onBothDatabases(what: string, tests: (makeLog: () => Promise<LogForTest>) => void): void {
  describe(`${what} in an embedded database`, () => tests(embeddedLog))

  const reason = postgresMissing ? `: ${postgresMissing}` : ''
  describe.skipIf(postgresMissing)(`${what} on a server${reason}`, () => {
    let server: PostgresServer | undefined
    beforeAll(async () => {
      server = await startPostgresServer()
    })
    afterAll(() => server?.stop())
    tests(async () => serverLog((await server?.createDatabase()) ?? ''))
  })
}
