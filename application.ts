import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type App, buildApp } from '#api/app'
import { ensureFirstAdmin, type FirstSignIn } from '#api/first-admin'
import { scryptPasswords } from '#api/passwords'
import { makeTurns } from '#api/turns'
import { type Clock, systemClock } from '#platform/clock'
import type { Config } from '#platform/config'
import type { Database } from '#platform/database'
import { openEmbedded } from '#platform/database-embedded'
import { openServer } from '#platform/database-server'
import { discreetLog } from '#platform/discreet-log'
import { databaseIds } from '#platform/ids'
import { openAddressKeys } from '#platform/keys'
import { devMailer, smtpMailer } from '#platform/mailer'
import { migrate } from '#platform/migrations'
import { pickLinks } from '#platform/pick-link'
import { createPostgresEventStore } from '#platform/postgres-event-store'
import { readOrMakeServerSecret } from '#platform/server-secret'
import { StartRefusal } from '#platform/start-refusal'
import { openVault } from '#platform/vault'
import { VERSION } from '#platform/version'
import { readSchema } from '#projections/checkpoint'
import { startProjector } from '#projections/projector'
import { type Scheduler, startScheduler } from '#scheduler/scheduler'

const REQUESTS_LAST_MS = 4_000

export type Application = {
  /** Where it listens, as this machine reaches it. */
  url: string
  firstSignIn: FirstSignIn
  /** Takes no more requests, lets those under way finish, and puts everything away. */
  close(): Promise<void>
}

export type Surroundings = {
  log: Logger
  /** For what people at the console should see. */
  print: (text: string) => void
  /** Folder of the built client. */
  webDir: string
  clock?: Clock
}

/** Puts all parts together and listens. What was opened is closed again when a later step fails. Throws StartRefusal. */
export async function startApplication(config: Config, surroundings: Surroundings): Promise<Application> {
  const opened: (() => Promise<void> | void)[] = []
  const close = async () => {
    const outcomes: PromiseSettledResult<void>[] = []
    for (const closeOne of opened.splice(0).reverse()) {
      outcomes.push(...(await Promise.allSettled([Promise.resolve().then(closeOne)])))
    }
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }
  try {
    return { ...(await open(config, surroundings, (closeOne) => opened.push(closeOne))), close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

async function open(
  config: Config,
  { print, webDir, clock = systemClock, ...surroundings }: Surroundings,
  onClose: (closeOne: () => Promise<void> | void) => void,
): Promise<Omit<Application, 'close'>> {
  if (!existsSync(join(webDir, 'index.html')))
    throw new StartRefusal('The client is not built: run npm run build')
  const log = discreetLog(surroundings.log)
  const onError = (err: unknown) => log.error({ err }, 'a part of the server reports an error')

  const database = await openDatabase(config, onError)
  onClose(() => database.close())
  const { kysely } = database
  await migrate(kysely)
  const jwtSecret = config.jwtSecret ?? readOrMakeServerSecret(config.dataDir)
  const store = createPostgresEventStore(database, { onError })
  onClose(() => store.close())
  const projector = await startProjector({ database, store, onError })
  onClose(() => projector.stop())
  const mailer = config.smtp ? smtpMailer(config.smtp, config.appUrl) : devMailer(print)
  onClose(() => mailer.close())

  const vault = openVault(kysely)
  let scheduler: Scheduler | null = null
  const services = {
    ...{ log, store, kysely, projector, clock, vault, mailer },
    read: readSchema(kysely, 'read'),
    ids: databaseIds(kysely),
    links: pickLinks({ secret: jwtSecret, appUrl: config.appUrl }),
    passwords: scryptPasswords(),
    turns: makeTurns(),
    mailFailure: () => scheduler?.failure() ?? null,
    addressKey: await openAddressKeys(vault),
    settings: {
      appUrl: config.appUrl,
      jwtSecret,
      jwtExpirySeconds: config.jwtExpirySeconds,
      enableDevTools: config.enableDevTools,
      role: config.role,
      trustProxy: config.trustProxy,
      delivery: mailer.delivery,
      version: VERSION,
      webDir,
    },
  }
  const first = { email: config.adminEmail, password: config.adminPassword }
  const firstSignIn = config.role === 'worker' ? null : await ensureFirstAdmin(services, first)
  if (config.role !== 'api') {
    const started = startScheduler(services)
    scheduler = started
    onClose(() => started.stop())
  }
  const app = await buildApp(services)
  onClose(() => closeServer(app))
  return { firstSignIn, url: await listen(app, config) }
}

/** Requests under way are answered; whoever is still sending after a while is cut off. */
async function closeServer(app: App) {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), REQUESTS_LAST_MS)
  await app.close().finally(() => clearTimeout(cutOff))
}

function openDatabase(config: Config, onError: (error: unknown) => void): Promise<Database> {
  return config.databaseUrl === null
    ? openEmbedded({ dataDir: config.dataDir })
    : openServer({ url: config.databaseUrl, onError })
}

async function listen(app: App, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartRefusal(
        `Port ${port} is taken by another program: stop it, or set PORT to another one`,
        { cause },
      )
    }
    if (code === 'EACCES')
      throw new StartRefusal(`Port ${port} needs more rights: set PORT to 1024 or above`, { cause })
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartRefusal(`HOST ${host} is not an address of this machine`, { cause })
    }
    throw cause
  }
  return `http://localhost:${portOf(app.server.address()) ?? port}`
}

const portOf = (address: ReturnType<App['server']['address']>) =>
  typeof address === 'object' ? address?.port : undefined
