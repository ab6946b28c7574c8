import { randomBytes } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import { openEmbedded } from '../../platform/database/database-embedded.ts'
import { openServer } from '../../platform/database/database-server.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import { AT_START } from '../../platform/event-store/checkpoint.ts'
import { createPostgresEventStore } from '../../platform/event-store/postgres/postgres-event-store.ts'
import { sealLog } from '../../platform/integrity/hash-chain.ts'
import { type Links, openLinks } from '../../platform/links/links.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { FIRST_ADMIN } from '../support/application.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts'
import { programProcess, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { type LeagueWritten, type SeasonSize, writeLeague } from './league.ts'

export const KINDS = ['embedded', 'PostgreSQL'] as const
export type Kind = (typeof KINDS)[number]

const SECRET = randomBytes(32).toString('hex')
const APP_URL = 'https://picks.test'

/** An installation with a league in its log, and no server yet. */
export type Installation = {
  kind: Kind
  league: LeagueWritten
  env: Record<string, string>
  /** What stands at the end of a player's link. */
  tokenFor(roundId: number, playerId: number): string
  start(): Promise<ServerProcess>
  /** Nothing but Fastify on an empty database of the same kind. */
  startBare(): Promise<ServerProcess>
  remove(): Promise<void>
}

export type TokenFor = Links['pick']['tokenFor']

let postgres: Promise<PostgresServer> | undefined
const durablePostgres = () => {
  postgres ??= startPostgresServer({ isDurable: true })
  return postgres
}

/** The database server that all installations of a run share. */
export async function stopPostgres(): Promise<void> {
  await (await postgres)?.stop()
}

export function install(kind: Kind, size: SeasonSize, eventsMin = 0): Promise<Installation> {
  return installed(kind, async (env) => {
    const database = await open(kind, env)
    await migrate(database.kysely)
    const league = await writeLeague(database.pool, size, eventsMin)
    await bringUpToDate(database)
    await database.close()
    return league
  })
}

/** `fill` makes the league in the place to which the environment leads. */
export async function installed(
  kind: Kind,
  fill: (env: Record<string, string>, tokenFor: TokenFor) => Promise<LeagueWritten>,
): Promise<Installation> {
  const place = await makePlace(kind)
  const links = openLinks({ secret: SECRET, appUrl: APP_URL }).pick
  const env = {
    ...place.env,
    JWT_SECRET: SECRET,
    APP_URL,
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
  }
  const league = await fill(env, links.tokenFor)
  return {
    kind,
    league,
    env,
    tokenFor: (roundId, playerId) => links.tokenFor({ seasonId: league.seasonId, roundId, playerId }),
    start: () => startServer(env),
    startBare: async () => startBare((await makePlace(kind)).env),
    remove: place.remove,
  }
}

/** As if a server had run all the while: every mail is gone, every event sealed, and every id taken. */
async function bringUpToDate(database: Database) {
  const store = createPostgresEventStore(database, { onError: console.error })
  const position = await store.head()
  await openPrivateSchema(database.kysely)
    .insertInto('checkpoints')
    .values({ ...AT_START, name: 'mail', position })
    .execute()
  await sealLog({ kysely: database.kysely, store, clock: systemClock })
  await database.pool.query(`
    select setval(format('private.%s_ids', kind)::regclass, 1000000)
    from unnest(array['player', 'season', 'round']) as kind`)
  await database.pool.query('analyze')
  await store.close()
}

export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  return listening(startServerProcess({ ...env, PORT: `${await freePort()}` }, process.cwd()))
}

/** @param env BODY_FILE, DATABASE_URL or DATA_DIR. */
export async function startBare(env: Record<string, string>): Promise<ServerProcess> {
  return listening(programProcess('dist/tests/bench/bare-server.js', { ...env, PORT: `${await freePort()}` }))
}

/** An empty folder, and where it needs one an empty database. */
export async function makePlace(kind: Kind) {
  const folder = await temporaryFolder()
  if (kind === 'embedded') return { env: { DATA_DIR: folder.path }, remove: folder.remove }
  const url = await (await durablePostgres()).createDatabase()
  return { env: { DATA_DIR: folder.path, DATABASE_URL: url }, remove: folder.remove }
}

/** Opens what the server will open, with its durability. */
export function open(kind: Kind, env: Record<string, string>) {
  const { DATA_DIR = '', DATABASE_URL = '' } = env
  return kind === 'embedded'
    ? openEmbedded({ dataDir: DATA_DIR })
    : openServer({ url: DATABASE_URL, onError: console.error })
}

async function listening(server: ServerProcess): Promise<ServerProcess> {
  if ((await server.ready) !== 'listening') throw new Error(server.output())
  return server
}
