import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { listenToLog } from '../../platform/event-store/postgres/log-listener.ts'
import { createNotifier } from '../../platform/notifier.ts'
import { eventually } from '../support/eventually.ts'
import { postgresClient } from '../support/postgres-client.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

describe.skipIf(postgresMissing)(
  `the listener${postgresMissing ? ` (skipped: ${postgresMissing})` : ''}`,
  () => {
    let server: PostgresServer
    let connectionString: string
    beforeAll(async () => {
      server = await startPostgresServer()
      connectionString = await server.createDatabase()
    })
    afterAll(() => server.stop())

    test('rings for what others append, and not for what its own process has heard already', async () => {
      const own = new pg.Pool({ connectionString, max: 1 })
      // The server may stop before the pool has said goodbye.
      own.on('error', () => {})
      onTestFinished(() => own.end())
      const other = await postgresClient(connectionString)
      const notifier = createNotifier()
      const listener = listenToLog(own, notifier, () => {})
      onTestFinished(listener.close)
      await eventually('the first ring', async () => notifier.count() === 1)
      await own.query('notify log')
      await other.query('notify log')
      // Notifications come in the order of the commits: the own one has come before.
      await eventually('the ring of the other', async () => notifier.count() > 1)
      expect(notifier.count()).toBe(2)
    })
  },
)
