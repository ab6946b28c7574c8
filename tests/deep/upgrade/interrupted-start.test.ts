import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dropUnusedTables } from '../../../projections/engine/checkpoint.ts'
import { type Installation, install, stopPostgres } from '../../bench/stages.ts'
import { ROOT } from '../../support/application.ts'
import { eventually } from '../../support/eventually.ts'
import { http } from '../../support/http.ts'
import { serverLog, wholeLog } from '../../support/log.ts'
import { postgresMissing } from '../../support/postgres-server.ts'
import { report } from '../depth.ts'
import { type Instance, type LoadBalancer, startLoadBalancer, untilReady } from './load-balancer.ts'
import { expectVerified } from './versions.ts'

const EVENTS = 20_000
const SIZE = { players: 8, rounds: 6 }
const VERSION = { name: 'new', root: ROOT } as const

type Move = { before: string; after: string }

describe.skipIf(postgresMissing)(
  `a start that builds its tables on PostgreSQL${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let installation: Installation
    let balancer: LoadBalancer
    let database: pg.Pool
    let positions: string[]

    beforeEach(async () => {
      installation = await install('PostgreSQL', SIZE, EVENTS)
      const { DATABASE_URL: url = '' } = installation.env
      balancer = startLoadBalancer(installation.env)
      database = new pg.Pool({ connectionString: url, max: 1 })
      const log = await serverLog(url)
      positions = (await wholeLog(log.store)).map(({ position }) => position)
      await log.close()
    })
    afterEach(async () => {
      await database?.end()
      await installation?.remove()
    })
    afterAll(stopPostgres)

    test('goes on where it was killed', () => expectToGoOn((instance) => instance.process.kill()))
    test('goes on where it was asked to stop', () => expectToGoOn((instance) => instance.process.stop()))

    test('goes on after all its connections to the database were cut', async () => {
      const instance = await balancer.start(VERSION)
      await untilHalfBuilt()
      await noteMoves()
      await cutConnections()
      await untilReady(instance)
      await expectGoneOn()
      expect(instance.ready.join(' ')).toMatch(/^(0 )?503 (0 503 )?200$/)
      const log = await serverLog(installation.env.DATABASE_URL ?? '')
      await dropUnusedTables(log.database, 'read_of_another_version')
      await log.close()
      expect(await http(instance.process.url).get('/public/seasons')).toMatchObject({ status: 200 })
    })

    async function expectToGoOn(interrupt: (instance: Instance) => Promise<unknown>) {
      const first = await balancer.start(VERSION)
      await untilHalfBuilt()
      await interrupt(first)
      // PostgreSQL ends the last statements of a process that was killed.
      await eventually('the end of its connections', async () => (await connections()).length === 0)
      await noteMoves()
      const second = await balancer.start(VERSION)
      await untilReady(second)
      await expectGoneOn()
      expect(first.ready).not.toContain(200)
      for (const { ready } of [first, second]) expect(ready, 'it listens meanwhile').toContain(503)
    }

    /** The checkpoint went on from where it was, step by step, to the end. */
    async function expectGoneOn() {
      const { rows } = await database.query<Move>('select before, after from moves order by number')
      const before = eventsUntil(rows[0]?.before ?? '')
      expect(before).toBeGreaterThan(EVENTS / 4)
      expect(rows.slice(1).map((move) => move.before)).toEqual(rows.slice(0, -1).map(({ after }) => after))
      expect(eventsUntil(rows.at(-1)?.after ?? '')).toBe(positions.length)
      expect(balancer.wrong).toEqual([])
      await expectVerified(VERSION, installation.env)
      report({ 'events before': before, 'events after': positions.length - before })
    }

    const eventsUntil = (position: string) => positions.filter((other) => other <= position).length

    async function untilHalfBuilt() {
      const events = await eventually('half of the tables', async () => {
        const position = await checkpoint().catch(() => '')
        const count = eventsUntil(position)
        return count > EVENTS / 4 && count
      })
      expect(events).toBeLessThan(positions.length)
    }

    async function readTables(): Promise<string> {
      const { rows } = await database.query<{ name: string }>(
        "select nspname as name from pg_namespace where nspname ~ '^read_'",
      )
      expect(rows).toHaveLength(1)
      return rows[0]?.name ?? ''
    }

    async function checkpoint(): Promise<string> {
      const { rows } = await database.query(`select position from ${await readTables()}.checkpoint`)
      return rows[0].position
    }

    /** Notes from now on from where to where the checkpoint goes. */
    async function noteMoves() {
      await database.query(`
        create table moves (number serial, before text, after text);
        create function note_move() returns trigger language plpgsql as $$ begin
          insert into public.moves (before, after) values (old.position, new.position);
          return new;
        end $$;
        create trigger note_move before update on ${await readTables()}.checkpoint
          for each row execute function note_move()`)
    }

    async function connections(): Promise<number[]> {
      const { rows } = await database.query<{ pid: number }>(OTHERS)
      return rows.map(({ pid }) => pid)
    }

    const cutConnections = () => database.query(`select pg_terminate_backend(pid) from (${OTHERS}) others`)
  },
)

const OTHERS = `select pid from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
