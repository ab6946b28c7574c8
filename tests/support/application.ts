import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { startApplication } from '../../application.ts'
import type { Passwords } from '../../commands/accounts/passwords.ts'
import { EVENT_TABLE } from '../../domain/event-table.ts'
import { type Config, readConfig } from '../../platform/config/config.ts'
import {
  type RunningPostgres,
  type StartPostgres,
  startPostgres,
} from '../../platform/database/database-embedded.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { placeBehindProxy } from './behind-proxy.ts'
import { temporaryFolder } from './folder.ts'
import { cheapPasswords } from './passwords.ts'
import { borrowPostgres } from './shared-postgres.ts'

export const ROOT = join(import.meta.dirname, '../..')
export const WEB_DIR = join(ROOT, 'dist/web')

/** Where links in mail lead; nothing listens there. */
export const APP_URL = 'https://picks.test'

export const FIRST_ADMIN = { email: 'main@example.com', password: 'Early-Robin-7' }

export type ApplicationForTest = {
  url: string
  /** The data folder, or null on a server. */
  dataDir: string
  /** What the console was told. */
  printed: string[]
  /** Whether mail has been queued for every event that calls for some. Of a database that the tests share alone. */
  hasReacted(): Promise<boolean>
  /** A digest of each table of the log and of the private schema. */
  stored(): Promise<Record<string, string>>
  announceStop(): void
  drain(): Promise<void>
  close(): Promise<void>
}

/**
 * The whole application on a free port, with an empty database, without a log and with passwords that are cheap to hash
 * unless they are given; the console goes to `printed`. Its database is in a folder of its own only where `dataDir` is given.
 */
export async function applicationForTest(
  options: {
    clock?: Clock
    /** Nothing unless it is given. */
    lockSettleMs?: number
    /** Nothing unless it is given. */
    refusalHoldMs?: number
    dataDir?: string
    /** Whether each commit is on the disk before it is answered. */
    isDurable?: boolean
    config?: Partial<Config>
    log?: Logger
    passwords?: Passwords
    /** True unless it is said. */
    isTerminal?: boolean
    /** The build that all tests share, unless another is given. */
    webDir?: string
  } = {},
): Promise<ApplicationForTest> {
  const folder = options.dataDir === undefined ? await temporaryFolder() : null
  const dataDir = options.dataDir ?? folder?.path ?? ''
  const printed: string[] = []
  let shared: RunningPostgres | null = null
  const borrow: StartPostgres = async (path) => {
    shared = await borrowPostgres(path)
    return shared
  }
  const proxy = await placeBehindProxy(options.config?.port)
  const application = await startApplication(
    { ...testConfig(dataDir), ...options.config, ...proxy?.config },
    {
      log: options.log ?? pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
      print: (text) => printed.push(text),
      isTerminal: options.isTerminal ?? true,
      webDir: options.webDir ?? WEB_DIR,
      passwords: options.passwords ?? cheapPasswords(),
      lockSettleMs: options.lockSettleMs ?? 0,
      refusalHoldMs: options.refusalHoldMs ?? 0,
      ...(options.clock ? { clock: options.clock } : {}),
      ...(folder && { startPostgres: borrow }),
      ...(!folder && !options.isDurable && { startPostgres: (path) => startPostgres(path, () => {}) }),
    },
  ).catch(async (error: unknown) => {
    await folder?.remove()
    throw error
  })
  await proxy?.open(application.url)
  return {
    url: proxy?.config.appUrl ?? application.url,
    dataDir,
    printed,
    hasReacted: () => hasReacted(shared),
    stored: () => stored(shared),
    announceStop: application.announceStop,
    drain: application.drain,
    close: async () => {
      await proxy?.close()
      await application.close()
      await folder?.remove()
    },
  }
}

const MAILED = Object.entries(EVENT_TABLE).flatMap(([type, row]) => ('mails' in row ? [type] : []))

async function hasReacted(postgres: RunningPostgres | null): Promise<boolean> {
  const later = await postgres?.pglite.query(
    `select from log.events where type = any ($1)
      and position > coalesce((select position::bigint from private.checkpoints where name = 'mail'), 0) limit 1`,
    [MAILED],
  )
  return later?.rows.length === 0
}

async function stored(postgres: RunningPostgres | null): Promise<Record<string, string>> {
  const ask = async (question: string) =>
    (await postgres?.pglite.query<{ name: string; digest: string }>(question))?.rows ?? []
  // Where the policies have got to is kept a second later.
  const tables = await ask(`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('log', 'private') and tablename != 'checkpoints'`)
  const digests = tables.map(async ({ name }) => {
    const [row] = await ask(`select md5(string_agg(t::text, ' ' order by t::text)) as digest from ${name} t`)
    return [name, row?.digest ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}

/** Port 0 lets the machine choose a free one. */
const testConfig = (dataDir: string): Config => ({
  ...readConfig({
    APP_URL,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
    // The clock of a test jumps.
    JWT_EXPIRY: '36500d',
    SESSION_IDLE_MINUTES: '0',
    BACKUP_AT: 'off',
  }),
  host: '127.0.0.1',
  port: 0,
})
