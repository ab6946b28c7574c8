import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openServer } from '../../platform/database/database-server.ts'
import { WasStopped, withTablesLocked } from '../../projections/engine/transaction.ts'
import { postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

const IDLE_MS = 1_500

test.skipIf(postgresMissing)(
  `a process that is stopped while tables rest keeps no other waiting${postgresMissing ? `: ${postgresMissing}` : ''}`,
  async () => {
    const postgres = await startPostgresServer()
    const url = await postgres.createDatabase()
    const options = `options=-c%20idle_in_transaction_session_timeout=${IDLE_MS}`
    const database = await openServer({ url: `${url}?${options}`, onError: () => {} })
    const takeLock = `set lock_timeout = '10s'; select pg_advisory_xact_lock(hashtext('project into tables'))`
    const resting = withTablesLocked(database, 'tables', async () => {
      // As long as the process runs, the lock is held.
      await sleep(2 * IDLE_MS)
      // Nothing of it runs until the other has what it waits for.
      execFileSync('psql', [url, '-qc', takeLock])
    })
    await expect(resting).rejects.toThrow(WasStopped)
    await database.close()
    await postgres.stop()
  },
)
