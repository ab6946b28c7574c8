import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addPlayer, player } from '../../domain/players/player.ts'
import type { Database } from '../../platform/database/database.ts'
import { dropUnusedTables, readSchema } from '../../projections/engine/checkpoint.ts'
import { startProjector } from '../../projections/engine/projector.ts'
import { READ_SCHEMA, SOURCES_OF_TABLES, versionOf } from '../../projections/engine/version.ts'
import { listDocuments } from '../../projections/read-models/find-documents.ts'
import { ROOT, sourceFiles } from '../architecture/source-files.ts'
import { applicationForTest } from '../support/application.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { http } from '../support/http.ts'
import { commandsOn } from '../support/league/commands.ts'
import { serverLog } from '../support/log.ts'
import { postgresClient } from '../support/postgres-client.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

const OLDER = 'read_older'
const clock = settableClock('2027-01-10T12:00:00.000Z')

test('the version of the read models follows from their files and the names of these', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'version-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  await write('players.ts', 'the players')
  const first = versionOf([folder])
  expect(first).toMatch(/^[0-9a-f]{12}$/)
  expect(versionOf([folder])).toBe(first)
  await write('players.ts', 'the players, and their teams')
  const second = versionOf([folder])
  await write('teams.ts', '')
  expect(new Set([first, second, versionOf([folder])]).size).toBe(3)
  const ofOne = versionOf([join(folder, 'teams.ts')])
  await write('teams.ts', 'the teams')
  expect(versionOf([join(folder, 'teams.ts')])).not.toBe(ofOne)
})

/** They say when rows come into which tables, and not what these hold. */
const BRING_ROWS_IN = ['checkpoint', 'report-views', 'take-batch', 'transaction'].map(
  (name) => `projections/engine/${name}.ts`,
)

test('whatever says what read tables hold is among what their version follows from', () => {
  const files = new Map(sourceFiles().map((file) => [file.path, file]))
  const reached = new Set<string>()
  const reach = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const { from, typeOnly } of files.get(path)?.imports ?? []) if (!typeOnly) reach(from)
  }
  reach('projections/engine/take-batch.ts')
  const sources = SOURCES_OF_TABLES.map((source) => relative(ROOT, source).split(sep).join('/'))
  const outside = [...reached].filter(
    (path) =>
      /^(projections|domain)\//.test(path) &&
      !sources.some((source) => path === source || path.startsWith(`${source}/`)),
  )
  expect(outside.filter((path) => !BRING_ROWS_IN.includes(path))).toEqual([])
})

const reason = postgresMissing ? `: ${postgresMissing}` : ''
describe.skipIf(postgresMissing)(`two versions on one server${reason}`, () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgresServer()
  })
  afterAll(() => server?.stop())

  test('a server is ready to stop in good order while tables of an older one are still read', async () => {
    const databaseUrl = await server.createDatabase()
    const reader = await postgresClient(databaseUrl)
    await reader.query(`create schema ${OLDER}; create table ${OLDER}.players (id integer)`)
    await reader.query(`begin; lock table ${OLDER}.players in access share mode`)
    const application = await applicationForTest({ config: { databaseUrl, jwtSecret: 'x'.repeat(32) } })
    expect((await http(application.url).get('/health/ready')).status).toBe(200)
    const read = await reader.query(`select count(*)::integer as rows from ${OLDER}.players`)
    expect(read.rows, 'they are still there').toEqual([{ rows: 0 }])
    await reader.query('commit')
    await application.close()
    expect((await reader.query(`select to_regnamespace('${OLDER}') as found`)).rows).toEqual([
      { found: null },
    ])
  })

  test('each follow the log on tables of their own, which stay as long as a process of theirs runs', async () => {
    const url = await server.createDatabase()
    const [older, newer] = [await serverLog(url), await serverLog(url)]
    onTestFinished(() => older.close())
    onTestFinished(() => newer.close())
    const onError = console.error
    const before = await startProjector({ ...older, onError, schema: OLDER })
    const now = await startProjector({ ...newer, onError })
    await commandsOn(older.store, clock).run(player, [1], (state) =>
      addPlayer(state, { playerId: 1, name: 'Ann', email: null }),
    )
    for (const projector of [before, now]) await caughtUp({ projector, store: older.store })
    expect([await namesIn(newer.database, OLDER), await namesIn(newer.database, READ_SCHEMA)]).toEqual([
      ['Ann'],
      ['Ann'],
    ])

    await dropUnusedTables(newer.database, READ_SCHEMA)
    expect(await namesIn(newer.database, OLDER)).toEqual(['Ann'])

    await before.stop()
    await dropUnusedTables(newer.database, READ_SCHEMA)
    expect(await schemasIn(newer.database)).toEqual([READ_SCHEMA])
    await now.stop()
  })

  test('and the older one finds its tables again, and what came meanwhile', async () => {
    const log = await serverLog(await server.createDatabase())
    onTestFinished(() => log.close())
    const { run } = commandsOn(log.store, clock)
    const add = (playerId: number, name: string) =>
      run(player, [playerId], (state) => addPlayer(state, { playerId, name, email: null }))
    await add(1, 'Ann')
    await (await startProjector({ ...log, onError: console.error, schema: OLDER })).stop()
    const newer = await startProjector({ ...log, onError: console.error })
    await add(2, 'Bob')
    await newer.stop()
    const again = await startProjector({ ...log, onError: console.error, schema: OLDER })
    expect(await namesIn(log.database, OLDER)).toEqual(['Ann', 'Bob'])
    await again.stop()
  })
})

async function namesIn({ kysely }: Database, schema: string): Promise<string[]> {
  const players = await listDocuments(readSchema(kysely, schema), 'player')
  return [...players.values()].map(({ name }) => name)
}

async function schemasIn({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select nspname::text as name from pg_namespace where nspname like 'read%'`.execute(kysely)
  return rows.map(({ name }) => name)
}
