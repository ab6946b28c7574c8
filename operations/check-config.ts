import { withoutSecrets } from '../platform/config/address-without-secrets.ts'
import { type Config, type SmtpConfig, whyLinksAreLost } from '../platform/config/config.ts'
import { isThisMachine } from '../platform/config/config-values.ts'
import { openServer } from '../platform/database/database-server.ts'
import { FolderInUse, lockFolder } from '../platform/database/folder-lock.ts'
import { pendingMigrations } from '../platform/database/migrations.ts'
import { warningOf } from '../platform/database/private-folder.ts'
import { openEventStoreDb } from '../platform/event-store/eventstoredb/eventstoredb-event-store.ts'
import { requireKnownFormat, requireKnownFormatOfEvents } from '../platform/event-store/log-format.ts'
import { whyMailCannotGo } from '../platform/mail/mail-check.ts'
import { reasonOf } from '../platform/start-refusal.ts'
import { whyZonesAreOld } from '../platform/time/time-zone.ts'

const EXIT_CODE_CONFIG = 78

const MARKS = { fine: ' ', warning: '?', wrong: '!' } as const

type Finding = { part: string; state: keyof typeof MARKS; text: string }

/** Changes nothing. Answers the exit code. */
export async function checkConfig(config: Config, print: (line: string) => void): Promise<number> {
  const findings = await Promise.all([
    checkAddress(config),
    checkDatabase(config),
    checkEventStore(config),
    checkMail(config),
    checkTimeZones(),
  ])
  for (const { part, state, text } of findings) print(`${MARKS[state]} ${part.padEnd(12)} ${text}`)
  const isFine = findings.every(({ state }) => state !== 'wrong')
  print(isFine ? 'The configuration is fine.' : 'The configuration does not work yet.')
  return isFine ? 0 : EXIT_CODE_CONFIG
}

function checkAddress(config: Config): Finding {
  const { appUrl } = config
  const { protocol, hostname } = new URL(appUrl)
  const part = 'Address'
  const lost = whyLinksAreLost(config)
  if (lost) return { part, state: 'warning', text: `${appUrl}: ${lost}` }
  if (protocol === 'https:' || isThisMachine(hostname)) return { part, state: 'fine', text: appUrl }
  return {
    part,
    state: 'warning',
    text: `${appUrl} is not encrypted: anybody on the way can read passwords and links. Use a proxy with TLS, and https:// in APP_URL`,
  }
}

function checkTimeZones(): Finding {
  const old = whyZonesAreOld()
  return { part: 'Time zones', state: old ? 'warning' : 'fine', text: old ?? process.versions.tz ?? '' }
}

async function checkDatabase({ databaseUrl, dataDir }: Config): Promise<Finding> {
  return found('Database', async () => {
    if (databaseUrl === null) return embedded(dataDir)
    const database = await openServer({ url: databaseUrl, onError: () => {} })
    try {
      await requireKnownFormat(database.kysely)
      const waiting = await pendingMigrations(database.kysely)
      return waiting === 0
        ? 'PostgreSQL answers and is up to date'
        : `PostgreSQL answers; the next start brings it up to date, with ${waiting} migrations`
    } finally {
      await database.close()
    }
  })
}

function embedded(dataDir: string): string {
  try {
    lockFolder(dataDir).release()
    return warningOf(dataDir) ?? `embedded, in ${dataDir}, which can be written`
  } catch (error) {
    if (error instanceof FolderInUse) return `embedded, in ${dataDir}, where a server is running`
    throw error
  }
}

async function checkEventStore({ eventStoreUrl }: Config): Promise<Finding> {
  return found('Event log', async () => {
    if (eventStoreUrl === null) return 'in the database'
    const store = await openEventStoreDb({ url: eventStoreUrl, onError: () => {} })
    await requireKnownFormatOfEvents(store).finally(() => store.close())
    return `EventStoreDB at ${withoutSecrets(eventStoreUrl)} answers`
  })
}

async function checkMail({ smtp }: Config): Promise<Finding> {
  const finding = await found('Mail', async () => {
    if (smtp === null) return 'kept in the outbox, because SMTP_HOST is not set'
    const reason = await whyMailCannotGo(smtp)
    if (reason !== null)
      throw new Error(`The mail server ${smtp.host}:${smtp.port} cannot be used: ${reason}`)
    const login = smtp.login ? ' and knows SMTP_USER' : ''
    return `the mail server ${smtp.host}:${smtp.port} answers${login}; ${ENCRYPTION[smtp.tls]}`
  })
  return finding.state === 'fine' && smtp?.login && canBeRead(smtp)
    ? { ...finding, state: 'warning' }
    : finding
}

const ENCRYPTION: Record<SmtpConfig['tls'], string> = {
  implicit: 'the connection is encrypted',
  required: 'the connection is encrypted, or no mail goes out',
  opportunistic: 'the connection is encrypted only if the server offers it',
  none: 'the connection is not encrypted, because SMTP_TLS is none',
}

const canBeRead = ({ tls, host }: SmtpConfig) =>
  (tls === 'opportunistic' || tls === 'none') && !isThisMachine(host)

async function found(part: string, look: () => Promise<string>): Promise<Finding> {
  return look().then(
    (text) => ({ part, state: 'fine', text }),
    (error: unknown) => ({ part, state: 'wrong', text: reasonOf(error) }),
  )
}
