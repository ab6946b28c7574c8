import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { CommandServices } from '../../commands/services.ts'
import type { Database } from '../../platform/database/database.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import type { MailPreviewLinks } from '../../platform/links/mail-preview-link.ts'
import type { PickLinks } from '../../platform/links/pick-link.ts'
import type { ReminderLinks } from '../../platform/links/reminder-link.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { BoardCache } from '../../projections/queries/board-cache.ts'
import type { Boards } from '../../projections/queries/boards.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Operations } from './operations.ts'

/** What starts is not ready yet. What is announced is not ready for more; what drains asks each client to close its connection. Both still answer. */
export type Lifecycle = 'starting' | 'serving' | 'announced' | 'draining'

/** No route gets these: they are for what signs sessions, knows operators and keeps idempotency keys. */
export type Secrets = {
  /** Signs sessions. */
  sessionKey: Buffer
  /** Who knows it may run operations without being an admin. */
  operatorToken: string
  /** All other keys are derived from it. */
  serverSecret: string
}

/** What the server works with. Each route takes its own part of it. */
export type Services = CommandServices & {
  log: FastifyBaseLogger
  /** The same log, with events as they are kept: for seals and copies. */
  rawEventStore: EventStore
  database: Database
  kysely: Kysely<object>
  boards: Boards
  /** Of boards, and of what they are made of. */
  cache: BoardCache
  /** The schema of the read tables. */
  readSchemaName: string
  links: PickLinks
  reminderLinks: ReminderLinks
  mailPreviews: MailPreviewLinks
  mailer: Mailer
  operations: Operations
  /** Why no mail follows from what happens, null while it does, or where another process sees to it. */
  mailFailure: () => string | null
  /** Which of the jobs that run by the clock keeps failing; as above. */
  jobFailure: () => string | null
  /** Told of each answer where metrics are served. */
  onAnswer: Metrics['onAnswer'] | null
  /** Whether this process is about to end. */
  lifecycle: () => Lifecycle
  settings: {
    /** The only origin that links in mail carry. */
    appUrl: string
    jwtExpirySeconds: number
    /** 0 means never. */
    sessionIdleMinutes: number
    enableDevTools: boolean
    /** A worker serves its health alone. */
    role: 'all' | 'api' | 'worker'
    trustProxy: string[]
    connectionsMax: number
    /** Whether mail really goes out, or is only kept. */
    delivery: 'smtp' | 'dev'
    version: string
    /** Folder of the built client. */
    webDir: string
  }
}
