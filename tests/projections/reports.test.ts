import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { dropUnusedTables, readSchema } from '../../projections/engine/checkpoint.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { schemasShown, showReports } from '../../projections/engine/report-views.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { longTest } from '../deep/depth.ts'
import { boardsForTest } from '../support/boards.ts'
import { settableClock } from '../support/clock.ts'
import { appendEveryEvent } from '../support/every-event.ts'
import { type LogForTest, serverLog } from '../support/log.ts'
import { postgresClient } from '../support/postgres-client.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { replayInto } from '../support/replay-into.ts'
import { startProjector } from '../support/start-projector.ts'

const CUP = 1

describe.skipIf(postgresMissing)(
  `what a dashboard reads${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let server: PostgresServer
    let url: string
    let log: LogForTest
    beforeAll(async () => {
      server = await startPostgresServer()
      url = await server.createDatabase()
      log = await serverLog(url)
      const projector = await startProjector({ ...log, onError: console.error })
      await appendEveryEvent(log.store, settableClock('2027-01-10T12:00:00.000Z'))
      await projector.waitFor(await log.store.head())
      await projector.stop()
      await showReports(log.database, READ_SCHEMA)
      await log.database.pool.query(statements('create role dashboard'))
    })
    afterAll(async () => {
      await log?.close()
      await server?.stop()
    })

    const dashboard = () =>
      postgresClient(Object.assign(new URL(url), { username: 'dashboard', password: 'change-me' }).href)

    test('is the leaderboard and the graph that everybody sees, an erased player included', async () => {
      const boards = boardsForTest({ read: readSchema(log.database.kysely, READ_SCHEMA) })
      const board = JSON.parse(String((await boards.find(CUP, 'public'))?.body))
      const graph = JSON.parse(String((await boards.find(CUP, 'graph'))?.body))
      const client = await dashboard()
      const { rows } = await client.query(
        'select rank, player_id, player, total_points from reports.leaderboard where season_id = $1 order by rank, player',
        [CUP],
      )
      expect(rows).toEqual(
        board.leaderboard.map((row: Record<string, unknown>) => ({
          rank: row.rank,
          player_id: row.userId,
          player: row.userName,
          total_points: row.totalPoints,
        })),
      )
      expect(rows.map(({ player }) => player)).toContain('Erased player 6')
      const series = await client.query(
        'select player, sport, running_total from reports.graph where season_id = $1 order by player, sport_number',
        [CUP],
      )
      expect(series.rows).toEqual(
        graph.flatMap(({ userName, points }: Series) =>
          points
            .slice(1)
            .map(({ roundName, points }) => ({ player: userName, sport: roundName, running_total: points })),
        ),
      )
    })

    test('holds no address and no pick, and a role with the documented rights reads nothing else', async () => {
      const client = await dashboard()
      const columns = await client.query(
        "select table_name, column_name from information_schema.columns where table_schema = 'reports' order by table_name, ordinal_position",
      )
      expect(columns.rows.map((row) => `${row.table_name}.${row.column_name}`)).toEqual([
        ...['season_id', 'season', 'sport_number', 'round_id', 'sport'].map((name) => `graph.${name}`),
        ...['player_id', 'player', 'points', 'running_total'].map((name) => `graph.${name}`),
        ...['season_id', 'season', 'player_id', 'player', 'rank', 'total_points'].map(
          (name) => `leaderboard.${name}`,
        ),
      ])
      const { rows } = await log.database.pool.query(
        "select schemaname, tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
      )
      expect(rows.length).toBeGreaterThan(10)
      for (const { schemaname, tablename } of rows) {
        const refused = client.query(`select * from "${schemaname}"."${tablename}"`)
        await expect(refused, `${schemaname}.${tablename}`).rejects.toThrow(/permission denied/)
      }
      const results = await log.database.pool.query(
        `select distinct round_id from "${READ_SCHEMA}".scores order by 1`,
      )
      const shown = await client.query('select distinct round_id from reports.graph order by 1')
      expect(shown.rows).toEqual(results.rows)
    })

    test('answers the questions of the docs', async () => {
      const client = await dashboard()
      const season = await client.query('select season from reports.leaderboard limit 1')
      for (const question of statements('select rank').split(';').slice(0, 2)) {
        const asked = question.replace('Premier Cup', season.rows[0].season)
        expect((await client.query(asked)).rows.length, question).toBeGreaterThan(2)
      }
    })

    longTest('is there at every moment of a rebuild, of a change of versions and back', async () => {
      const client = await dashboard()
      const pool = new pg.Pool({ connectionString: url })
      onTestFinished(() => pool.end())
      const { rows: right } = await client.query(
        'select * from reports.graph order by player_id, sport_number',
      )
      const asking = new AbortController()
      const differing: unknown[] = []
      const asked = (async () => {
        let count = 0
        for (; !asking.signal.aborted; count += 1) {
          const { rows } = await client.query('select * from reports.graph order by player_id, sport_number')
          if (JSON.stringify(rows) !== JSON.stringify(right)) differing.push(rows)
        }
        return count
      })()
      for (let time = 0; time < 3; time += 1) {
        await rebuild(log.database, log.store)
        await replayInto(log.database, log.store, 'read_another')
        await showReports(log.database, 'read_another')
        await dropUnusedTables(log.database, READ_SCHEMA)
        await showReports(log.database, READ_SCHEMA)
        await dropUnusedTables(log.database, READ_SCHEMA)
      }
      asking.abort()
      expect(await asked).toBeGreaterThan(20)
      expect(differing).toEqual([])
    })
    test('stays with the tables of another version while a process follows them', async () => {
      const older = await serverLog(url)
      onTestFinished(() => older.close())
      await replayInto(log.database, log.store, 'read_older')
      await showReports(log.database, 'read_older')
      const lock = await older.database.locks.take('read_older', 'shared')
      await showReports(log.database, READ_SCHEMA)
      await dropUnusedTables(log.database, READ_SCHEMA)
      expect(await schemasShown(log.database.kysely)).toEqual(['read_older'])
      await lock.release()
      await dropUnusedTables(log.database, READ_SCHEMA)
      expect(await schemasShown(log.database.kysely)).toEqual(['read_older'])
      await showReports(log.database, READ_SCHEMA)
      expect(await schemasShown(log.database.kysely)).toEqual([READ_SCHEMA])
    })

    longTest(
      'outlives a rebuild that a slow dashboard keeps from replacing it, with the rights to read it',
      async () => {
        const client = await dashboard()
        await client.query('begin')
        await client.query('select * from reports.graph')
        await rebuild(log.database, log.store)
        expect(await schemasShown(log.database.kysely)).toEqual([`${READ_SCHEMA}_last`])
        await client.query('commit')
        await rebuild(log.database, log.store)
        expect(await schemasShown(log.database.kysely)).toEqual([READ_SCHEMA])
        expect((await client.query('select * from reports.graph')).rows.length).toBeGreaterThan(2)
      },
    )
  },
)

type Series = { userName: string; points: { roundName: string; points: number }[] }

/** The block of SQL in the docs that begins like this. */
function statements(start: string): string {
  const docs = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const block = [...docs.matchAll(/```sql\n([^`]*)```/g)].map(([, sql]) => sql ?? '')
  const found = block.find((sql) => sql.startsWith(start))
  if (found === undefined) throw new Error(`No block of SQL in the docs starts with '${start}'`)
  return found
}
