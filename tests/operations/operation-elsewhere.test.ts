import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { openServer } from '../../platform/database/database-server.ts'
import { asOnlyOperation } from '../../platform/database/only-operation.ts'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import type { Http } from '../support/http.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

describe.skipIf(postgresMissing)(
  `operations of two processes${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let server: PostgresServer
    let application: ApplicationForTest
    let other: Database
    let admin: Http

    beforeAll(async () => {
      server = await startPostgresServer()
      const databaseUrl = await server.createDatabase()
      const jwtSecret = 'a-secret-for-processes-that-share-a-league'
      application = await applicationForTest({ config: { databaseUrl, jwtSecret } })
      other = await openServer({ url: databaseUrl, onError: console.error })
      admin = await setUpAdmin(application.url)
    })
    afterAll(async () => {
      await other?.close()
      await application?.close()
      await server?.stop()
    })

    test('while one runs elsewhere, no other begins, and whoever looks is told', async () => {
      await asOnlyOperation(other.locks, async () => {
        expect(await admin.get('/admin/operations')).toMatchObject({
          body: { operation: null, runsElsewhere: true },
        })
        expect(await admin.post('/admin/operations/verify', {})).toMatchObject({
          status: 409,
          body: { error: 'Another process is running an operation. Wait until it ends' },
        })
      })
      expect(await admin.post('/admin/operations/verify', {})).toMatchObject({ status: 202 })
      const { body } = await eventually('its end', async () => {
        const answer = await admin.get('/admin/operations')
        return answer.body.operation.state === 'running' ? null : answer
      })
      expect(body).toMatchObject({ runsElsewhere: false, operation: { kind: 'verify', state: 'done' } })
    })
  },
)
