import { type Static, Type } from 'typebox'

const Service = Type.Object({ status: Type.Enum(['ok', 'down']), detail: Type.Optional(Type.String()) })

/** How far the read tables are behind the log: 0 and 0 when they show everything. */
const ProjectionLag = Type.Object({ events: Type.Integer(), seconds: Type.Integer() })

/** Mails that wait, of those how long the longest has been due, and mails that were given up. */
const OutboxFigures = Type.Object({
  queued: Type.Integer(),
  oldestSeconds: Type.Integer(),
  failed: Type.Integer(),
})

export const Health = Type.Object({
  status: Type.Enum(['ok', 'degraded']),
  version: Type.String(),
  /** Seconds since start. */
  uptime: Type.Number(),
  services: Type.Record(Type.String(), Service),
  /** Null while it cannot be told. */
  lag: Type.Union([ProjectionLag, Type.Null()]),
  outbox: Type.Union([OutboxFigures, Type.Null()]),
})

export type Health = Static<typeof Health>

export const Ready = Type.Object({ status: Type.Enum(['ready', 'stopping', 'database away']) })

export const Live = Type.Object({ status: Type.Literal('live') })
