import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Backups } from '../../commands/backups/backups.ts'
import type { CommandServices } from '../../commands/services.ts'
import type { Cache } from '../../platform/cache.ts'
import type { Database } from '../../platform/database/database.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import type { Links } from '../../platform/links/links.ts'
import type { MailPreviewLinks } from '../../platform/links/mail-preview-link.ts'
import type { Outbox } from '../../platform/mail/mail-list.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Boards } from '../../projections/boards/boards.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Operations } from './operations.ts'

/** An announced stop takes no new work; a draining server asks each client to close its connection. Both still answer. */
export type Lifecycle = 'starting' | 'serving' | 'announced' | 'draining'

/** No route gets these. */
export type Secrets = {
  sessionKey: Buffer
  /** Lets the server's own commands run operations without an admin. */
  operatorToken: string
  serverSecret: string
}

/** Each route takes its own part. */
export type Services = CommandServices & {
  log: FastifyBaseLogger
  /** With events as they are kept: for seals and copies. */
  rawEventStore: EventStore
  database: Database
  kysely: Kysely<object>
  boards: Boards
  cache: Cache
  links: Links
  mailPreviews: MailPreviewLinks
  outbox: Outbox
  mailer: Mailer
  operations: Operations
  backups: Backups
  /** Null while mail follows from what happens, or where another process sees to it. */
  mailFailure: () => string | null
  jobFailure: () => string | null
  onAnswer: Metrics['onAnswer'] | null
  lifecycle: () => Lifecycle
  settings: {
    /** The only origin that links in mail carry. */
    appUrl: string
    jwtExpirySeconds: number
    sessionIdleMinutes: number
    enableDevTools: boolean
    /** A worker serves its health alone. */
    role: 'all' | 'api' | 'worker'
    trustProxy: string[]
    connectionsMax: number
    /** How much later a request that is over a limit is answered. */
    refusalHoldMs: number
    /** `dev` keeps mail and sends none. */
    delivery: 'smtp' | 'dev'
    version: string
    webDir: string
  }
}
