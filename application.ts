import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { serveMetrics } from './api/metrics/metrics-server.ts'
import { buildApp } from './api/server/app.ts'
import { drain } from './api/server/drain.ts'
import { holdPort } from './api/server/held-port.ts'
import { makeOperations, startBackupIfDue } from './api/server/operations.ts'
import type { App } from './api/server/serve.ts'
import type { Lifecycle } from './api/server/services.ts'
import { ensureFirstAdmin, type FirstSignIn } from './commands/accounts/first-admin.ts'
import { type Passwords, scryptPasswords } from './commands/accounts/passwords.ts'
import { openBackups } from './commands/backups/backups.ts'
import { linkKey } from './domain/settings/link-key.ts'
import { makeCache } from './platform/cache.ts'
import type { Config } from './platform/config/config.ts'
import { readOrMakeServerSecret } from './platform/config/server-secret.ts'
import { newControlToken, writeControlFile } from './platform/control-file.ts'
import { requireFollowedInLog } from './platform/database/checkpoints.ts'
import type { StartPostgres } from './platform/database/database-embedded.ts'
import { isAway } from './platform/database/database-server.ts'
import { databaseIds, raiseIds } from './platform/database/ids.ts'
import { LockNotTaken } from './platform/database/locks.ts'
import { warningOf } from './platform/database/private-folder.ts'
import { openPrivateSchema } from './platform/database/private-schema.ts'
import { finishErasures } from './platform/erasing/erasing.ts'
import { sweepTraces } from './platform/erasing/erasing-traces.ts'
import { load } from './platform/event-store/transact.ts'
import { coalesced } from './platform/in-batches.ts'
import { type Installation, openInstallation } from './platform/installation.ts'
import { latestSeal, sealIfWhole } from './platform/integrity/hash-chain.ts'
import { FIRST_USE_LOCK, refuseUnfinishedImport } from './platform/league-file/import-marks.ts'
import { deriveKey, openAddressKeys, openSessionKey } from './platform/links/keys.ts'
import { openLinks } from './platform/links/links.ts'
import { mailPreviewLinks } from './platform/links/mail-preview-link.ts'
import { claimLog, refuseOtherLog } from './platform/log-owner.ts'
import { devMailer } from './platform/mail/dev-mailer.ts'
import { redactingLogger } from './platform/redacting-logger.ts'
import { reasonOf, StartRefusal } from './platform/start-refusal.ts'
import { type Clock, later, systemClock } from './platform/time/clock.ts'
import { VERSION } from './platform/version.ts'
import { openBoards } from './projections/boards/boards.ts'
import { dropUnusedTables, readSchema } from './projections/engine/checkpoint.ts'
import { openProjector } from './projections/engine/projector.ts'
import { showReports } from './projections/engine/report-views.ts'
import { lastIds } from './projections/now/last-ids.ts'
import { currentSettings } from './projections/now/settings.ts'
import { lockRounds } from './scheduler/jobs/lock-rounds.ts'
import { openOutbox } from './scheduler/mail/outbox.ts'
import { type Scheduler, startScheduler } from './scheduler/scheduler.ts'

const OTHERS_START =
  'Another process is starting with the same database and has not finished. Start this one again'
const REQUESTS_LAST_MS = 3_000

export type Application = {
  url: string
  firstSignIn: FirstSignIn
  /** Answers everything, but says that it is not ready, so that a balancer sends no more. */
  announceStop(): void
  /** Resolves when no connection is left. */
  drain(): Promise<void>
  close(): Promise<void>
}

type Environment = {
  log: Logger
  print: (text: string) => void
  isTerminal?: boolean
  webDir: string
  clock?: Clock
  lockSettleMs?: number
  refusalHoldMs?: number
  passwords?: Passwords
  startPostgres?: StartPostgres
}

/** A pick needs some 0.1 s from its last byte into the log. The clocks of several processes differ by up to a second. */
const LOCK_SETTLE_MS = { embedded: 800, server: 1_800 }

const REFUSAL_HOLD_MS = 1_000

/** What was opened is closed again when a later step fails. Throws StartRefusal. */
export async function startApplication(config: Config, environment: Environment): Promise<Application> {
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
    return { ...(await open(config, environment, (closeOne) => opened.push(closeOne))), close }
  } catch (error) {
    await close().catch(() => {})
    throw error instanceof LockNotTaken ? new StartRefusal(OTHERS_START, { cause: error }) : error
  }
}

async function open(
  config: Config,
  {
    print,
    isTerminal = false,
    webDir,
    clock = systemClock,
    lockSettleMs,
    refusalHoldMs = REFUSAL_HOLD_MS,
    passwords = scryptPasswords(),
    startPostgres,
    ...environment
  }: Environment,
  onClose: (closeOne: () => Promise<void> | void) => void,
): Promise<Omit<Application, 'close'>> {
  if (!existsSync(join(webDir, 'index.html')))
    throw new StartRefusal('The client is not built. Run npm run build')
  const log = redactingLogger(environment.log)
  const onError = reportTo(log)

  // What it needs may start later, and no balancer should take this process for dead.
  const needsOthers = config.eventStoreUrl !== null || config.databaseUrl !== null
  const heldPort = needsOthers ? await bound(config, () => holdPort(config)) : null
  onClose(async () => heldPort?.close())
  const installation = await openInstallation(config, onError, {
    ...(startPostgres && { startPostgres }),
    onWait: (sentence) => log.warn(sentence),
  })
  onClose(() => installation.close())
  const { database, rawEventStore } = installation
  const warning = database.kind === 'embedded' ? warningOf(config.dataDir) : null
  if (warning) log.warn(warning)
  const privateSchema = openPrivateSchema(database.kysely)
  await refuseUnfinishedImport(privateSchema)
  await refuseOtherLog({ store: rawEventStore, privateSchema })
  await requireFollowedInLog(privateSchema, rawEventStore)
  await warnOfClock({ kysely: database.kysely, clock, log })
  const metrics = config.metrics ? (await import('./api/metrics/metrics.ts')).makeMetrics(VERSION) : null
  const store = metrics?.observeStore(installation.store) ?? installation.store
  const { kysely } = database
  const read = readSchema(database.reads)
  const serverSecret = config.jwtSecret ?? readOrMakeServerSecret(config.dataDir)
  const hasErased = await finishErasures({ store, rawEventStore, kysely, privateSchema }, clock.now()).catch(
    (error: unknown) => {
      onError(error)
      return false
    },
  )
  const projector = await openProjector({ database, store, onError })
  onClose(() => projector.stop())
  const plainMailer = config.smtp
    ? (await import('./platform/mail/mailer.ts')).smtpMailer(config.smtp, config.appUrl)
    : devMailer(isTerminal || config.enableDevTools ? print : null, log)
  onClose(() => plainMailer.close())
  const mailer = metrics?.observeMailer(plainMailer) ?? plainMailer

  const linkOptions = { secret: serverSecret, appUrl: config.appUrl, ...(await load(store, linkKey)) }
  const cache = makeCache()
  const operations = makeOperations({ database, clock, onError })
  const backupParts = { config: config.backup, serverSecret, database, store, rawEventStore, read, clock }
  const backups = openBackups(backupParts)
  let scheduler: Scheduler | null = null
  let stage: Lifecycle = 'starting'
  const parts = {
    ...{ log, store, rawEventStore, database, kysely, projector, clock, privateSchema, mailer },
    read,
    cache,
    boards: openBoards({ read, cache }),
    // Visitors who ask at the same moment share one question.
    settingsNow: coalesced(() => currentSettings(read)),
    ids: databaseIds(kysely),
    links: openLinks(linkOptions),
    mailPreviews: mailPreviewLinks(serverSecret),
    passwords,
    notShown: new Set<string>(),
    locks: database.locks,
    lockSettleMs: lockSettleMs ?? LOCK_SETTLE_MS[database.kind],
    operations,
    backups,
    backUpIfDue: () => startBackupIfDue(operations, backups),
    mailFailure: () => scheduler?.failure() ?? null,
    jobFailure: () => scheduler?.jobFailure() ?? null,
    lifecycle: () => stage,
    onAnswer: metrics?.onAnswer ?? null,
    onJobRun: metrics?.onJobRun ?? null,
    factorKey: deriveKey(serverSecret, 'second-factor'),
    addressKey: await openAddressKeys(privateSchema),
    settings: {
      appUrl: config.appUrl,
      jwtExpirySeconds: config.jwtExpirySeconds,
      sessionIdleMinutes: config.sessionIdleMinutes,
      enableDevTools: config.enableDevTools,
      role: config.role,
      trustProxy: config.trustProxy,
      connectionsMax: config.connectionsMax,
      refusalHoldMs,
      delivery: mailer.delivery,
      version: VERSION,
      webDir,
    },
  }
  const services = { ...parts, outbox: openOutbox(parts) }
  const secrets = {
    sessionKey: await openSessionKey(privateSchema, serverSecret),
    operatorToken: newControlToken(),
    serverSecret,
  }
  if (config.metrics && metrics) {
    metrics.watch(services)
    const served = await serveMetrics(metrics, config.metrics)
    onClose(served.close)
  }
  // After the last request: a server that has stopped has sealed every event.
  onClose(() => sealIfWhole({ kysely, store: rawEventStore, clock }).then(() => {}, onError))
  const app = await buildApp(services, secrets)
  onClose(() => closeServer(app))
  // Slow work comes before: between `close` and `listen` the port is shut.
  await app.ready()
  await heldPort?.close()
  const port = heldPort?.port ?? config.port
  await bound(config, () => app.listen({ host: config.host, port }))
  const url = urlOf(app.server.address())
  await projector.ready
  await raiseIds(kysely, await lastIds(read))
  const first = { email: config.adminEmail, password: config.adminPassword }
  const firstSignIn = await database.locks.hold(FIRST_USE_LOCK, async () => {
    await refuseUnfinishedImport(privateSchema)
    await claimLog({ store, privateSchema }, clock.now())
    return config.role === 'worker' ? null : ensureFirstAdmin(services, first)
  })
  // What no server has locked in time is locked before anything that comes later is in the log.
  await lockRounds(services).catch(onError)
  const started = startScheduler(services, { onlyLocks: config.role === 'api' })
  scheduler = started
  onClose(() => started.stop())
  if (database.kind === 'embedded') {
    onClose(writeControlFile(config.dataDir, { url, token: secrets.operatorToken }))
  }
  stage = 'serving'
  const cleanUp = async () => {
    await showReports(database).catch(onError)
    await dropUnusedTables(database).catch(onError)
    if (hasErased) await sweepTraces(database, onError).catch(onError)
  }
  const cleanedUp = cleanUp()
  onClose(() => cleanedUp)
  return {
    firstSignIn,
    url,
    announceStop: () => {
      stage = 'announced'
    },
    drain: () =>
      drain(app.server, () => {
        stage = 'draining'
      }),
  }
}

/** Of two processes. */
const CLOCKS_DIFFER_MS = 60_000

const AWAY_SAID_EVERY_MS = 10_000

/** Every part notices when the database is away: one line for all, again and again. */
function reportTo(log: Logger) {
  let saidAtMs = Number.NEGATIVE_INFINITY
  return (err: unknown) => {
    if (!isAway(err)) return log.error({ err }, 'a part of the server reports an error')
    if (performance.now() - saidAtMs < AWAY_SAID_EVERY_MS) return
    saidAtMs = performance.now()
    log.warn({ reason: reasonOf(err) }, 'the database or the event store is away')
  }
}

type ClockParts = { kysely: Installation['database']['kysely']; clock: Clock; log: Logger }

async function warnOfClock({ kysely, clock, log }: ClockParts) {
  const last = (await latestSeal(kysely))?.sealedAt
  if (last === undefined || last <= later(clock.now(), CLOCKS_DIFFER_MS)) return
  log.warn(
    `The clock says ${clock.now()}, and the log goes up to ${last}. Locks go by the clock: set it right`,
  )
}

async function closeServer(app: App) {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), REQUESTS_LAST_MS)
  await app.close().finally(() => clearTimeout(cutOff))
}

async function bound<T>({ host, port }: Config, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartRefusal(
        `Port ${port} is taken by another program. Stop it, or set PORT to another one`,
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
}

const CALLED_LOCALHOST = ['0.0.0.0', '::', '127.0.0.1']

function urlOf(bound: ReturnType<App['server']['address']>): string {
  if (bound === null || typeof bound === 'string') throw new Error('The server has no address')
  const { address, port } = bound
  if (CALLED_LOCALHOST.includes(address)) return `http://localhost:${port}`
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}
