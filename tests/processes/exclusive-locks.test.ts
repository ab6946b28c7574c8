import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ExclusiveLocks, makeExclusiveLocks } from '../../commands/exclusive-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import { openServer } from '../../platform/database/database-server.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { signal } from '../support/signal.ts'

type Process = { database: Database; exclusiveLocks: ExclusiveLocks }

describe.skipIf(postgresMissing)(
  `exclusiveLocks of processes that share a database${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let server: PostgresServer
    let url: string
    const opened: Database[] = []

    beforeAll(async () => {
      server = await startPostgresServer()
      url = await server.createDatabase()
    })
    afterAll(async () => {
      for (const database of opened) await database.close()
      await server?.stop()
    })

    async function someProcess(): Promise<Process> {
      const database = await openServer({ url, onError: () => {} })
      opened.push(database)
      return { database, exclusiveLocks: makeExclusiveLocks(database.locks) }
    }

    async function twoProcesses(): Promise<[Process, Process]> {
      return [await someProcess(), await someProcess()]
    }

    /** Ends the connections that hold locks, as a restart of the server would. */
    const breakConnections = ({ pool }: Database) =>
      pool.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()`,
      )

    test('who is alone is alone, however many ask', async () => {
      const both = await twoProcesses()
      let inside = 0
      let most = 0
      const work = async () => {
        inside += 1
        most = Math.max(most, inside)
        await sleep(1)
        inside -= 1
      }
      await Promise.all(
        Array.from({ length: 60 }, (_, index) => both[index % 2]?.exclusiveLocks.hold('cup', work)),
      )
      expect(most).toBe(1)
    })

    test('another key waits for nobody', async () => {
      const [one, other] = await twoProcesses()
      const both = one.exclusiveLocks.hold('cup', () =>
        other.exclusiveLocks.hold('other cup', async () => 'done'),
      )
      await expect(both).resolves.toBe('done')
    })

    test('whoever lost the connection holds up nobody, and the next turn works', async () => {
      const [one, other] = await twoProcesses()
      await one.exclusiveLocks.hold('cup', async () => {
        await breakConnections(one.database)
        await other.exclusiveLocks.hold('cup', async () => {})
      })
      await one.exclusiveLocks.hold('cup', async () => {})
    })

    test('a turn goes back when the work fails', async () => {
      const [one, other] = await twoProcesses()
      await expect(one.exclusiveLocks.hold('cup', () => Promise.reject(new Error('no')))).rejects.toThrow(
        'no',
      )
      await other.exclusiveLocks.hold('cup', async () => {})
    })

    test('more exclusiveLocks at once than there are connections', async () => {
      const [one] = await twoProcesses()
      const everybodyIn = signal()
      let inside = 0
      const work = async () => {
        inside += 1
        if (inside === 50) everybodyIn.give()
        await everybodyIn.given
        await one.database.pool.query('select 1')
      }
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => one.exclusiveLocks.hold(`cup ${index}`, work)),
      )
      expect(inside).toBe(50)
    })
  },
)
