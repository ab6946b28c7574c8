import { pino } from 'pino'
import type { SmtpConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { type MailRow, openPrivateSchema } from '../../platform/database/private-schema.ts'
import { openLinks } from '../../platform/links/links.ts'
import { devMailer } from '../../platform/mail/dev-mailer.ts'
import { smtpMailer } from '../../platform/mail/mailer.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { openOutbox } from '../../scheduler/mail/outbox.ts'
import type { Services } from '../../scheduler/services.ts'
import { APP_URL } from './application.ts'
import { type Commands, commandsOn } from './league/commands.ts'
import { embeddedLog, type LogForTest, serverLog } from './log.ts'
import { startProjector } from './start-projector.ts'

const LINKS = { secret: 'a-secret-for-the-scheduler-parts', appUrl: APP_URL }

export type SchedulerParts = Services &
  Commands & {
    database: Database
    /** What went out, and what waits as it would go out now. */
    outbox(): Promise<MailRow[]>
    close(): Promise<void>
  }

/** All that jobs and reactions need, without anything that ticks. */
export async function schedulerParts(options: {
  clock: Clock
  smtp?: SmtpConfig
  mailTimeoutMs?: number
  /** Nothing unless it is given. */
  lockSettleMs?: number
  /** Of a PostgreSQL database, instead of an embedded one. */
  databaseUrl?: string
  /** One that is open already, instead of an empty one. */
  log?: LogForTest
}): Promise<SchedulerParts> {
  const { clock, smtp, mailTimeoutMs, databaseUrl } = options
  const opened = options.log ?? (databaseUrl ? serverLog(databaseUrl) : embeddedLog())
  const { database, store, close } = await opened
  const { kysely } = database
  const projector = await startProjector({ database, store, onError: console.error })
  const privateSchema = openPrivateSchema(kysely)
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
  const mailer = smtp ? smtpMailer(smtp, APP_URL, mailTimeoutMs) : devMailer(null, log)
  const parts = {
    ...{ database, store, rawEventStore: store, kysely, projector, privateSchema, clock, mailer },
    locks: database.locks,
    lockSettleMs: options.lockSettleMs ?? 0,
    log,
    read: readSchema(kysely, READ_SCHEMA),
    links: openLinks(LINKS),
    settings: { appUrl: APP_URL },
    ...commandsOn(store, clock),
    close: async () => {
      mailer.close()
      await projector.stop()
      await close()
    },
  }
  const { list } = openOutbox(parts)
  return { ...parts, outbox: async () => (await list()).mails.map(({ mail }) => mail) }
}
