import { type Static, Type } from 'typebox'
import type { Calls } from './calls.ts'

const Service = Type.Object({ status: Type.Enum(['ok', 'down']), detail: Type.Optional(Type.String()) })

/** How far the read tables are behind the log: 0 and 0 when they show everything. */
const ProjectionLag = Type.Object({ events: Type.Integer(), seconds: Type.Integer() })

/** Mails that wait, of those how long the longest has been due, and mails that were given up. */
const OutboxFigures = Type.Object({
  queued: Type.Integer(),
  oldestSeconds: Type.Integer(),
  failed: Type.Integer(),
})

const health = {
  status: Type.Enum(['ok', 'degraded']),
  version: Type.String(),
  /** Seconds since start. */
  uptime: Type.Number(),
  services: Type.Record(Type.String(), Service),
  /** Null while it cannot be told. */
  lag: Type.Union([ProjectionLag, Type.Null()]),
  outbox: Type.Union([OutboxFigures, Type.Null()]),
}

const WORKS = { status: 'ok' }

const MAIL_DOWN = {
  ...{ status: 'degraded', version: '0.1.1', uptime: 86_400 },
  services: {
    ...{ database: WORKS, event_store: WORKS, projection: WORKS, jobs: WORKS },
    mail: { status: 'down', detail: 'The mail server does not answer' },
  },
  lag: { events: 0, seconds: 0 },
  outbox: { queued: 2, oldestSeconds: 35, failed: 0 },
}

const DATABASE_DOWN = {
  ...MAIL_DOWN,
  services: {
    ...{ event_store: WORKS, projection: WORKS, mail: WORKS, jobs: WORKS },
    database: { status: 'down', detail: 'The database does not answer' },
  },
  lag: null,
  outbox: null,
}

export const Health = Type.Object(health, { examples: [MAIL_DOWN] })

/** The same figures, as far as they can be told, while nothing can be served. */
export const Unhealthy = Type.Object(health, { examples: [DATABASE_DOWN] })

export const Live = Type.Object({ status: Type.Literal('live') }, { examples: [{ status: 'live' }] })

export const Ready = Type.Object({ status: Type.Literal('ready') }, { examples: [{ status: 'ready' }] })

export const NotReady = Type.Object(
  { status: Type.Enum(['stopping', 'database away']) },
  { examples: [{ status: 'stopping' }] },
)

export const healthCalls: Calls = {
  'GET /health': {
    summary: 'Read how the server is',
    description:
      'Says of each part whether it works, how far the read models are behind, and how much mail waits. Answers 503 only when the database cannot be reached.',
  },
  'GET /health/live': {
    summary: 'Check that the process answers',
    description: 'For a supervisor: restart the process when this does not answer.',
  },
  'GET /health/ready': {
    summary: 'Check that requests may come',
    description: 'For a load balancer: answers 503 while the process stops or cannot reach its database.',
  },
}

export type Health = Static<typeof Health>
