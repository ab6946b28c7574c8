import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from '#platform/clock'
import type { EventStore } from '#platform/event-store'
import type { Ids } from '#platform/ids'
import type { Mailer } from '#platform/mailer'
import type { PickLinks } from '#platform/pick-link'
import type { Vault } from '#platform/vault'
import type { Projector } from '#projections/projector'
import type { Read } from '#projections/read-model'
import type { Passwords } from './passwords.ts'
import type { Turns } from './turns.ts'

/** All that the routes stand on. */
export type Services = {
  log: FastifyBaseLogger
  store: EventStore
  kysely: Kysely<object>
  read: Read
  vault: Vault
  projector: Projector
  clock: Clock
  ids: Ids
  links: PickLinks
  mailer: Mailer
  passwords: Passwords
  turns: Turns
  /** Why no mail follows from what happens, null while it does, or where another process sees to it. */
  mailFailure: () => string | null
  /** Tells two addresses apart without telling them. */
  addressKey: (address: string) => string
  settings: {
    /** The only origin that links in mail carry. */
    appUrl: string
    jwtSecret: string
    jwtExpirySeconds: number
    enableDevTools: boolean
    /** A worker serves its health alone. */
    role: 'all' | 'api' | 'worker'
    trustProxy: string[]
    /** Whether mail really goes out, or is only kept. */
    delivery: 'smtp' | 'dev'
    version: string
    /** Folder of the built client. */
    webDir: string
  }
}
