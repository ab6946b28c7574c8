import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTurns, TurnLost, type Turns } from '#api/turns'
import type { Database } from '#platform/database'
import { openServer } from '#platform/database-server'
import { eventually } from '../support/eventually.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { signal } from '../support/signal.ts'

type Process = { database: Database; turns: Turns }

describe.skipIf(postgresMissing)(
  `turns of processes that share a database${postgresMissing ? `: ${postgresMissing}` : ''}`,
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
      return { database, turns: makeTurns(database.locks) }
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
        Array.from({ length: 60 }, (_, index) => both[index % 2]?.turns.alone({}, 'cup', work)),
      )
      expect(most).toBe(1)
    })

    test('those who come together meet', async () => {
      const [one, other] = await twoProcesses()
      const first = signal()
      const second = signal()
      const met = await Promise.all([
        one.turns.together({}, 'cup', async () => {
          first.give()
          await second.given
          return 'one'
        }),
        other.turns.together({}, 'cup', async () => {
          second.give()
          await first.given
          return 'other'
        }),
      ])
      expect(met).toEqual(['one', 'other'])
    })

    test('another key waits for nobody', async () => {
      const [one, other] = await twoProcesses()
      const both = one.turns.alone({}, 'cup', () => other.turns.alone({}, 'other cup', async () => 'done'))
      await expect(both).resolves.toBe('done')
    })

    test('who wants to be alone waits for those inside, and no crowd that keeps coming holds them up', async () => {
      const [one, other] = await twoProcesses()
      let wasAlone = false
      let inside = 0
      let most = 0
      const crowd = async () => {
        while (!wasAlone) {
          await one.turns.together({}, 'cup', async () => {
            inside += 1
            most = Math.max(most, inside)
            await sleep(5)
            inside -= 1
          })
        }
      }
      const crowds = Array.from({ length: 12 }, crowd)
      await eventually('the crowd', async () => most > 1)
      await other.turns.alone({}, 'cup', async () => {
        expect(inside).toBe(0)
        wasAlone = true
      })
      await Promise.all(crowds)
    })

    test('a turn inside a turn is taken without waiting for oneself', async () => {
      const asker = {}
      const [one] = await twoProcesses()
      const both = one.turns.together(asker, 'picks', () => one.turns.alone(asker, 'cup', async () => 'done'))
      await expect(both).resolves.toBe('done')
    })

    test('whoever lost the connection may write no more, and the next turn works', async () => {
      const [one, other] = await twoProcesses()
      const [asker, another, someone] = [{}, {}, {}]
      await one.turns.alone(asker, 'cup', async () => {
        one.turns.requireHeld(asker)
        await breakConnections(one.database)
        await other.turns.alone(another, 'cup', async () => other.turns.requireHeld(another))
        expect(() => one.turns.requireHeld(asker)).toThrow(TurnLost)
        one.turns.requireHeld(someone)
      })
      one.turns.requireHeld(asker)
      await one.turns.alone(asker, 'cup', async () => one.turns.requireHeld(asker))
    })

    test('a turn goes back when the work fails', async () => {
      const [one, other] = await twoProcesses()
      await expect(one.turns.alone({}, 'cup', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
      await other.turns.alone({}, 'cup', async () => {})
    })

    test('more turns at once than there are connections', async () => {
      const [one] = await twoProcesses()
      const everybodyIn = signal()
      let inside = 0
      const work = async () => {
        inside += 1
        if (inside === 50) everybodyIn.give()
        await everybodyIn.given
        await one.database.pool.query('select 1')
      }
      await Promise.all(Array.from({ length: 50 }, (_, index) => one.turns.alone({}, `cup ${index}`, work)))
      expect(inside).toBe(50)
    })
  },
)
