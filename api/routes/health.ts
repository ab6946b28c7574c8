import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { EventStoreRefused } from '../../platform/event-store/event-store.ts'
import { measureLag } from '../../platform/event-store/lag.ts'
import { coalesced } from '../../platform/in-batches.ts'
import { type OutboxFigures, outboxFigures } from '../../platform/mail/mail-list.ts'
import { mailServerTrouble } from '../../platform/mail/mail-server.ts'
import { reasonOf } from '../../platform/start-refusal.ts'
import { whyZonesAreOld } from '../../platform/time/time-zone.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

const ANSWER_MS = 2_000
/** A balancer waits no longer, and a refusal comes at once. */
const READY_MS = 500

type Uses = Pick<
  Services,
  | 'kysely'
  | 'database'
  | 'store'
  | 'privateSchema'
  | 'clock'
  | 'projector'
  | 'settings'
  | 'lifecycle'
  | 'mailFailure'
  | 'jobFailure'
  | 'backups'
>

export function healthRoutes(app: App, services: Uses): void {
  const { kysely, database, store, privateSchema, clock, projector, settings, backups } = services
  const reach = coalesced(() => isReachable(kysely))
  const whyRefused = coalesced(() =>
    inTime(
      store.head().then(() => null, refusalIn),
      READY_MS,
    ),
  )
  const look = coalesced(lookAtParts)
  const isStarting = () => services.lifecycle() === 'starting'

  /** What works. 503 while nothing can be served. Mail that waits would tell a stranger whose address is an admin's. */
  serve(app, 'GET /health', async (_request, reply) => {
    const { lag, backup, ...health } = await look()
    const isServed = !isStarting() && health.services.database.status === 'ok'
    const states = Object.entries(health.services).map(([name, { status }]) => [name, { status }])
    return reply.code(isServed ? 200 : 503).send({ ...health, services: Object.fromEntries(states) })
  })

  serve(app, 'GET /admin/health', async () => {
    const [health, outbox] = await Promise.all([look(), inTime(outboxFigures(privateSchema, clock.now()))])
    return { ...health, outbox: outbox && outboxOf(outbox) }
  })

  serve(app, 'GET /health/live', () => ({
    status: 'live' as const,
  }))

  serve(app, 'GET /health/ready', async (_request, reply) => {
    if (isStarting()) return reply.code(503).send({ status: 'getting ready' })
    if (services.lifecycle() !== 'serving') return reply.code(503).send({ status: 'stopping' })
    if (!(await reach())) return reply.code(503).send({ status: 'database away' })
    if (await whyRefused()) return reply.code(503).send({ status: 'event log refuses' })
    return { status: 'ready' as const }
  })

  async function lookAtParts() {
    let refusal: string | null = null
    const zones = whyZonesAreOld()
    const measured = measureLag(store, projector.position(), Date.parse(clock.now())).catch(
      (error: unknown) => {
        refusal = refusalIn(error)
        return null
      },
    )
    const hasRoom = database.refuseWhenFull().then(() => null, reasonOf)
    const trouble = inTime(mailServerTrouble(privateSchema, clock.now()))
    const [isThere, lag, noRoom, ailing, backup] = await Promise.all([
      ...([reach(), inTime(measured), hasRoom, trouble] as const),
      inTime(backups.state()),
    ])
    const noMail = ailing && `${ailing.sentence}, next try ${ailing.nextTryAt}`
    const parts = {
      database: stateOf(isThere ? null : 'The database does not answer'),
      disk: stateOf(noRoom),
      event_store: stateOf(lag ? null : (refusal ?? 'The event log does not answer')),
      projection: lag && lag.events > 0 && !projector.failure() ? BEHIND : stateOf(projector.failure()),
      mail: stateOf(services.mailFailure() ?? noMail),
      jobs: stateOf(services.jobFailure()),
      ...(backups.isByClock && { backup: stateOfBackups(backup) }),
      time_zones: zones ? { status: 'behind' as const, detail: zones } : stateOf(null),
    }
    const isHealthy = !isStarting() && Object.values(parts).every(({ status }) => status !== 'down')
    return {
      status: isHealthy ? ('ok' as const) : ('degraded' as const),
      version: settings.version,
      uptime: Math.round(process.uptime()),
      services: parts,
      lag,
      backup,
    }
  }
}

const BEHIND = { status: 'behind' as const }

const isReachable = (kysely: Kysely<object>) =>
  sql`select`.execute(kysely).then(
    () => true,
    () => false,
  )

const refusalIn = (error: unknown) => (error instanceof EventStoreRefused ? error.message : null)

const inTime = <T>(figures: Promise<T>, limitMs = ANSWER_MS): Promise<T | null> =>
  Promise.race([figures.catch(() => null), sleep(limitMs, null, { ref: false })])

type BackupState = Awaited<ReturnType<Services['backups']['state']>>

const stateOfBackups = (backup: BackupState) =>
  backup
    ? { status: backup.status, ...(backup.error && { detail: backup.error }) }
    : stateOf('Their state cannot be read')

const stateOf = (failure: string | null) =>
  failure === null ? { status: 'ok' as const } : { status: 'down' as const, detail: failure }

const outboxOf = ({ byState, oldestSeconds }: OutboxFigures) => ({
  queued: byState.queued ?? 0,
  oldestSeconds,
  failed: byState.failed ?? 0,
})
