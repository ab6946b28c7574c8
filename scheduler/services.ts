import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from '#platform/clock'
import type { EventStore } from '#platform/event-store'
import type { Mailer } from '#platform/mailer'
import type { PickLinks } from '#platform/pick-link'
import type { ReminderLinks } from '#platform/reminder-link'
import type { Vault } from '#platform/vault'
import type { Projector } from '#projections/projector'
import type { Read } from '#projections/read-model'

/** All that jobs and reactions stand on. */
export type Services = {
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  store: EventStore
  /** The same log, with events as they are kept: for seals. */
  keptStore: EventStore
  kysely: Kysely<object>
  read: Read
  vault: Vault
  projector: Projector
  clock: Clock
  links: PickLinks
  reminderLinks: ReminderLinks
  mailer: Mailer
  /** Told of each run of a job where metrics are served. */
  onJobRun?: ((job: string, outcome: 'done' | 'failed') => void) | null
  /** The only origin that links in mail carry. */
  settings: { appUrl: string }
}
