import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { openServer } from '../../platform/database/database-server.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { signal } from '../support/signal.ts'

describe.skipIf(postgresMissing)(
  `locks of processes that share a database${postgresMissing ? `: ${postgresMissing}` : ''}`,
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

    async function someProcess(): Promise<Database> {
      const database = await openServer({ url, onError: () => {} })
      opened.push(database)
      return database
    }

    async function twoProcesses(): Promise<[Database, Database]> {
      return [await someProcess(), await someProcess()]
    }

    /** Ends the connections that hold locks, as a restart of the server would. */
    const breakConnections = ({ pool }: Database) =>
      pool.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()`,
      )

    test('one works at a time, however many ask', async () => {
      const both = await twoProcesses()
      let inside = 0
      let most = 0
      const work = async () => {
        inside += 1
        most = Math.max(most, inside)
        await sleep(1)
        inside -= 1
      }
      await Promise.all(Array.from({ length: 60 }, (_, index) => both[index % 2]?.locks.hold('cup', work)))
      expect(most).toBe(1)
    })

    test('another lock waits for nobody', async () => {
      const [one, other] = await twoProcesses()
      const both = one.locks.hold('cup', () => other.locks.hold('other cup', async () => 'done'))
      await expect(both).resolves.toBe('done')
    })

    test('a lost connection holds up nobody, and the next one works', async () => {
      const [one, other] = await twoProcesses()
      await one.locks.hold('cup', async () => {
        await breakConnections(one)
        await other.locks.hold('cup', async () => {})
      })
      await one.locks.hold('cup', async () => {})
    })

    test('it is free again when the work fails', async () => {
      const [one, other] = await twoProcesses()
      await expect(one.locks.hold('cup', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
      await other.locks.hold('cup', async () => {})
    })

    test('more locks at once than there are connections', async () => {
      const [one] = await twoProcesses()
      const everybodyIn = signal()
      let inside = 0
      const work = async () => {
        inside += 1
        if (inside === 50) everybodyIn.give()
        await everybodyIn.given
        await one.pool.query('select 1')
      }
      await Promise.all(Array.from({ length: 50 }, (_, index) => one.locks.hold(`cup ${index}`, work)))
      expect(inside).toBe(50)
    })
  },
)
