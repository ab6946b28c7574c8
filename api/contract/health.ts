import { type Static, Type } from 'typebox'

const Service = Type.Object({ status: Type.Enum(['ok', 'down']), detail: Type.Optional(Type.String()) })

export const Health = Type.Object({
  status: Type.Enum(['ok', 'degraded']),
  version: Type.String(),
  /** Seconds since start. */
  uptime: Type.Number(),
  services: Type.Record(Type.String(), Service),
})

export type Health = Static<typeof Health>
