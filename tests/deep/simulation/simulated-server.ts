import { sql } from 'kysely'
import { pino } from 'pino'
import { buildApp } from '../../../api/server/app.ts'
import { makeOperations } from '../../../api/server/operations.ts'
import type { App } from '../../../api/server/serve.ts'
import type { Services } from '../../../api/server/services.ts'
import { beginSession } from '../../../commands/accounts/session-rows.ts'
import { openBackups } from '../../../commands/backups/backups.ts'
import type { Database } from '../../../platform/database/database.ts'
import { openPrivateSchema } from '../../../platform/database/private-schema.ts'
import { deriveKey, openAddressKeys, openSessionKey } from '../../../platform/links/keys.ts'
import { openLinks } from '../../../platform/links/links.ts'
import { mailPreviewLinks } from '../../../platform/links/mail-preview-link.ts'
import { devMailer } from '../../../platform/mail/dev-mailer.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import type { Boards } from '../../../projections/boards/boards.ts'
import { readSchema } from '../../../projections/engine/checkpoint.ts'
import type { Projector } from '../../../projections/engine/projector.ts'
import { READ_SCHEMA } from '../../../projections/engine/version.ts'
import { currentSettings } from '../../../projections/now/settings.ts'
import { openOutbox } from '../../../scheduler/mail/outbox.ts'
import { APP_URL, WEB_DIR } from '../../support/application.ts'
import { createMemoryEventStore } from '../../support/memory-event-store.ts'
import { cheapPasswords } from '../../support/passwords.ts'
import { embeddedForTest } from '../../support/shared-postgres.ts'
import { startProjector } from '../../support/start-projector.ts'
import { type DatabaseFaults, makeFaulty } from './faulty-database.ts'

/** What takes long to make and is the same for every season: the database and the HTTP server. */
export type SimulatedServer = {
  app: App
  services: Services
  database: Database
  /** What each season brings along. */
  parts: SeasonParts
  /** Empties every table. */
  reset(): Promise<void>
  /** Sooner done, where it does not matter in which places the next rows stand. */
  clearReadTables(): Promise<void>
  readTables(): Promise<ReadTables>
  close(): Promise<void>
}

export type SeasonParts = {
  projector: Projector | null
  boards: Boards | null
  faults: DatabaseFaults | null
  /** New ids, repeated by the season's seed. */
  uuid: () => string
  nextId: (kind: string) => number
  /**
   * Whose request arrives at this moment: the first id that it draws is its command's. Kept in no AsyncLocalStorage, which
   * would make every promise dearer.
   */
  asking: { commandId: string } | null
}

const SECRET = 'a-secret-that-signs-nothing-outside-of-this-simulation'
const LINKS = { secret: SECRET, appUrl: APP_URL }
/** In which the admin of every season is signed in. */
export const SESSION = {
  id: '0a1b2c3d-0000-4000-8000-000000000001',
  admin_id: 1,
  epoch: 0,
  device: 'Simulation',
  network: '',
  proven_at: null,
}
const NO_BACKUPS = { dir: null, at: null, keep: 1, passphrase: null }
const LONG_AGO = '2000-01-01T00:00:00.000Z'
const CENTURY_SECONDS = 3_155_760_000

export async function openSimulatedServer(): Promise<SimulatedServer> {
  // Asking the disk takes its own time, and nothing here may.
  const { database, close } = await embeddedForTest({ freeBytes: async () => Number.MAX_SAFE_INTEGER })
  const parts: SeasonParts = {
    projector: null,
    boards: null,
    faults: null,
    uuid: () => '',
    nextId: () => 0,
    asking: null,
  }
  makeFaulty(database, () => parts.faults)
  const services = await servicesOn(database, parts)
  const app = await buildApp(services, {
    sessionKey: await openSessionKey(services.privateSchema, SECRET),
    operatorToken: SECRET,
    serverSecret: SECRET,
  })
  await app.ready()
  await makeTables(database)
  await beginSession(services.privateSchema, SESSION, LONG_AGO, CENTURY_SECONDS)
  const tools = await tableTools(database)
  return {
    ...{ app, services, database, parts, ...tools },
    close: async () => {
      await app.close()
      await close()
    },
  }
}

/** As application.ts puts them together, but for what a season brings along. */
async function servicesOn(database: Database, parts: SeasonParts): Promise<Services> {
  const { kysely } = database
  const store = createMemoryEventStore()
  const privateSchema = openPrivateSchema(kysely)
  const mailer = devMailer(() => {}, pino({ level: 'silent' }))
  const at = { store, rawEventStore: store, database, kysely, privateSchema, mailer, clock: systemClock }
  const read = readSchema(kysely, READ_SCHEMA)
  const services = {
    ...at,
    log: pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
    read,
    boards: boardsOf(parts),
    // Seasons follow each other on one server, and each begins at the first position.
    cache: (_, make) => make(),
    settingsNow: () => currentSettings(readSchema(kysely, READ_SCHEMA)),
    projector: projectorOf(parts),
    ids: { next: async (kind) => parts.nextId(kind), raise: async () => {}, uuid: () => parts.uuid() },
    links: openLinks(LINKS),
    mailPreviews: mailPreviewLinks(SECRET),
    passwords: cheapPasswords(),
    notShown: new Set(),
    locks: database.locks,
    lockSettleMs: 1_800,
    operations: makeOperations({ database, clock: systemClock, onError: console.error }),
    backups: openBackups({ ...at, read, serverSecret: SECRET, config: NO_BACKUPS }),
    mailFailure: () => null,
    jobFailure: () => null,
    onAnswer: null,
    lifecycle: () => 'serving',
    factorKey: deriveKey(SECRET, 'second-factor'),
    addressKey: await openAddressKeys(privateSchema),
    settings: {
      ...{ appUrl: APP_URL, jwtExpirySeconds: CENTURY_SECONDS, sessionIdleMinutes: 0 },
      enableDevTools: false,
      ...{
        role: 'all',
        trustProxy: [],
        connectionsMax: 2_000,
        refusalHoldMs: 0,
        delivery: 'smtp',
        version: 'simulation',
        webDir: WEB_DIR,
      },
    },
  } satisfies Omit<Services, 'outbox'>
  return { ...services, outbox: openOutbox(services) }
}

/** Of the process that runs now. */
function boardsOf(parts: SeasonParts): Boards {
  const boards = () => {
    if (!parts.boards) throw new Error('No process runs')
    return parts.boards
  }
  return {
    markOf: (seasonId) => boards().markOf(seasonId),
    seasonNow: (seasonId) => boards().seasonNow(seasonId),
    tableOf: (seasonId) => boards().tableOf(seasonId),
    graphOf: (seasonId) => boards().graphOf(seasonId),
  }
}

/** Whichever runs now. */
function projectorOf(parts: SeasonParts): Projector {
  const running = () => {
    if (!parts.projector) throw new Error('No projector runs')
    return parts.projector
  }
  return {
    position: () => parts.projector?.position() ?? '',
    waitFor: (position) => running().waitFor(position),
    // Requests of seasons do not follow each other as those of a server do.
    moves: () => Number.NaN,
    noteSwap: () => {},
    noteAnswered: (position) => running().noteAnswered(position),
    showAnswered: () => parts.projector?.showAnswered() ?? null,
    // Told to nobody: no season has open pages that follow the standings.
    onMove: () => () => false,
    failure: () => running().failure(),
    ready: Promise.resolve(),
    stop: () => running().stop(),
  }
}

type Row = { table: string; row: string }

/** Every row of every read table, in an order that does not depend on where the rows stand. */
export type ReadTables = Record<string, string[]>

/** What is done so often that each is one statement, made once of whatever tables there are. */
async function tableTools({
  kysely,
}: Database): Promise<Pick<SimulatedServer, 'reset' | 'clearReadTables' | 'readTables'>> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema::text as schema, table_name::text as name from information_schema.tables
    where table_schema in (${READ_SCHEMA}, 'private') and table_name not in ('notices', 'keys') order by 1, 2`.execute(
    kysely,
  )
  const tables = rows.map(({ schema, name }) => `"${schema}"."${name}"`)
  // Rows that are only deleted would leave their places, and so an order, to the next season; making every file anew would take
  // four times as long.
  const all = ['private.notices', ...tables]
  const empty = sql.raw(all.map((table) => `delete from ${table}`).join(';'))
  const vacuum = sql.raw(`vacuum ${all.join()}`)
  const statements: string[] = []
  for (const table of tables) {
    const kept = await sql<{ rows: string | null }>`
      select json_agg(t)::text as rows from ${sql.raw(table)} t`.execute(kysely)
    const json = kept.rows[0]?.rows?.replaceAll("'", "''")
    if (!json) continue
    statements.push(`insert into ${table} select * from json_populate_recordset(null::${table}, '${json}')`)
  }
  const reset = sql.raw(statements.join(';'))
  const isRead = (statement: string) => statement.startsWith(`insert into "${READ_SCHEMA}"`)
  const emptied = tables
    .filter((table) => table.startsWith(`"${READ_SCHEMA}"`))
    .map((table) => `delete from ${table}`)
  const clear = sql.raw([...emptied, ...statements.filter(isRead)].join(';'))
  const reads = rows
    .filter(({ schema }) => schema === READ_SCHEMA)
    .map(({ name }) => `select '${name}' as "table", to_json(t)::text as row from ${READ_SCHEMA}."${name}" t`)
  const dump = sql.raw<Row>(`${reads.join(' union all ')} order by 1, 2`)
  return {
    reset: async () => {
      await empty.execute(kysely)
      await vacuum.execute(kysely)
      await reset.execute(kysely)
    },
    clearReadTables: async () => {
      await clear.execute(kysely)
    },
    readTables: async () => {
      const tables: ReadTables = {}
      for (const { table, row } of (await dump.execute(kysely)).rows) {
        tables[table] = [...(tables[table] ?? []), row]
      }
      return tables
    },
  }
}

/** Tables as they are before the first event. */
async function makeTables(database: Database) {
  const projector = await startProjector({
    database,
    store: createMemoryEventStore(),
    onError: console.error,
  })
  await projector.stop()
}
