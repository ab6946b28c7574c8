import { type Static, Type } from 'typebox'
import { read, section } from './endpoint.ts'
import { Instant, Nullable } from './schema.ts'

/** `behind`: the read tables do not show everything yet, Node's time zones are old, or the last good backup is older than 48 hours. */
const State = Type.Object({ status: Type.Enum(['ok', 'behind', 'down']) })
const Service = Type.Object({ ...State.properties, detail: Type.Optional(Type.String()) })

/** How far the read tables are behind the log: 0 and 0 when they show everything. */
const ProjectionLag = Type.Object({ events: Type.Integer(), seconds: Type.Integer() })

const OutboxFigures = Type.Object({
  queued: Type.Integer(),
  oldestSeconds: Type.Integer(),
  failed: Type.Integer(),
})

/** Of the last good backup; `error` of a later try. Null where none are made by the clock. */
const BackupFigures = Type.Object({
  lastGoodAt: Nullable(Instant),
  ageSeconds: Nullable(Type.Integer()),
  file: Nullable(Type.String()),
  bytes: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
})

const health = {
  status: Type.Enum(['ok', 'degraded']),
  version: Type.String(),
  uptime: Type.Number(),
  services: Type.Record(Type.String(), State),
}

const fullHealth = {
  ...health,
  services: Type.Record(Type.String(), Service),
  lag: Type.Union([ProjectionLag, Type.Null()]),
  outbox: Type.Union([OutboxFigures, Type.Null()]),
  backup: Nullable(BackupFigures),
}

export const Health = Type.Object(health)

const Unhealthy = Type.Object(health, {
  examples: [
    { status: 'degraded', version: '0.1.1', uptime: 86_400, services: { database: { status: 'down' } } },
  ],
})

const FullHealth = Type.Object(fullHealth)

const Live = Type.Object({ status: Type.Literal('live') })

const Ready = Type.Object({ status: Type.Literal('ready') })

const NotReady = Type.Object(
  { status: Type.Enum(['stopping', 'database away', 'event log refuses', 'getting ready']) },
  { examples: [{ status: 'stopping' }] },
)

export const healthEndpoints = section('Health', 'public', {
  'GET /health': read(
    Health,
    'Read how the server is. Says whether each part works. Returns 503 only while the server starts, and when the database cannot be reached. Until the parts have been checked, the answer has none.',
    { response: { 200: Health, 503: Unhealthy } },
  ),
  'GET /admin/health': read(
    FullHealth,
    'Read the state of the server, with figures. Also says why a part is down, how far the read models are behind, and how much mail waits.',
    { access: 'main_admin', operator: true },
  ),
  'GET /health/live': read(
    Live,
    'Check that the process answers. For a supervisor: restart the process when this does not answer.',
  ),
  'GET /health/ready': read(
    Ready,
    'Check that requests may come. For a load balancer: returns 503 while the process starts or stops, cannot reach its database, or is refused by its event log.',
    { response: { 200: Ready, 503: NotReady } },
  ),
})

export type Health = Static<typeof Health>
export type FullHealth = Static<typeof FullHealth>
