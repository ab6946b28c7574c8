import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Locks } from '../platform/database/locks.ts'
import type { PrivateSchema } from '../platform/database/private-schema.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import type { Links } from '../platform/links/links.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { Projector } from '../projections/engine/projector.ts'
import type { Read } from '../projections/read-models/read-tables.ts'

export type Services = {
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  store: EventStore
  rawEventStore: EventStore
  database: Database
  kysely: Kysely<object>
  read: Read
  privateSchema: PrivateSchema
  projector: Projector
  clock: Clock
  locks: Locks
  /** How long after its time a lock is published. */
  lockSettleMs: number
  links: Links
  mailer: Mailer
  onJobRun?: ((job: string, outcome: 'done' | 'failed') => void) | null
  /** Begins, and does not wait. */
  backUpIfDue?: () => Promise<void>
  settings: { appUrl: string }
}
