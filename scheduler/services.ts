import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from '#platform/clock'
import type { EventStore } from '#platform/event-store'
import type { Mailer } from '#platform/mailer'
import type { PickLinks } from '#platform/pick-link'
import type { Vault } from '#platform/vault'
import type { Projector } from '#projections/projector'
import type { Read } from '#projections/read-model'

/** All that jobs and reactions stand on. */
export type Services = {
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  store: EventStore
  kysely: Kysely<object>
  read: Read
  vault: Vault
  projector: Projector
  clock: Clock
  links: PickLinks
  mailer: Mailer
}
