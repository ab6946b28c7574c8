import { join } from 'node:path'
import { StartRefusal } from '../start-refusal.ts'
import { type Environment, LINE_ENDS, withSecretsFromFiles } from './config-secrets.ts'
import type { ConfigProblem } from './config-values.ts'
import * as value from './config-values.ts'

const EXIT_CODE_CONFIG = 78
const PORT_OF_IMPLICIT_TLS = 465

export type SmtpConfig = {
  host: string
  port: number
  /** `implicit` encrypts from the first byte, `opportunistic` only if the server offers it. */
  tls: (typeof TLS_MODES)[number]
  login: { user: string; password: string } | null
  from: string
}

export type Config = {
  port: number
  host: string
  /** All links in mail begin with it. It may have a path, and no slash at its end. */
  appUrl: string
  dataDir: string
  databaseUrl: string | null
  eventStoreUrl: string | null
  smtp: SmtpConfig | null
  /** Null: made once and kept in the data folder. */
  jwtSecret: string | null
  jwtExpirySeconds: number
  sessionIdleMinutes: number
  adminEmail: string
  /** Null: a random one, printed until setup is complete. */
  adminPassword: string | null
  enableDevTools: boolean
  trustProxy: string[]
  connectionsMax: number
  role: (typeof ROLES)[number]
  logLevel: (typeof LOG_LEVELS)[number]
  metrics: { host: string; port: number } | null
  backup: BackupConfig
}

export type BackupConfig = {
  /** Null: there are none. */
  dir: string | null
  /** HH:MM in the default zone; null: only by hand. */
  at: string | null
  keep: number
  passphrase: string | null
}

const TLS_MODES = ['required', 'opportunistic', 'none', 'implicit'] as const
const ROLES = ['all', 'api', 'worker'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export class ConfigRefusal extends StartRefusal {
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ name, expected }) => `  ${name}: expected ${expected}`)
    super(['The configuration cannot be used:', ...lines].join('\n'), { exitCode: EXIT_CODE_CONFIG })
    this.name = 'ConfigRefusal'
    this.problems = problems
  }
}

/** An empty variable counts as unset. Throws ConfigRefusal. */
export function readConfig(environment: Environment): Config {
  const problems: ConfigProblem[] = []
  const env = withSecretsFromFiles(environment, problems)
  const read = readerOf(env, problems)
  const port = read('PORT', value.port, 3003)
  const dataDir = read('DATA_DIR', value.folder, './data')
  const databaseUrl = read('DATABASE_URL', value.postgresUrl, null)
  const config: Config = {
    port,
    host: read('HOST', value.host, '0.0.0.0'),
    appUrl: read('APP_URL', value.webAddress, `http://localhost:${port}`),
    dataDir,
    databaseUrl,
    eventStoreUrl: read('EVENTSTORE_URL', value.eventStoreUrl, null),
    smtp: readSmtp(read),
    jwtSecret: read('JWT_SECRET', value.secret, null),
    jwtExpirySeconds: read('JWT_EXPIRY', value.seconds, 8 * 3_600),
    sessionIdleMinutes: read('SESSION_IDLE_MINUTES', value.minutes, 30),
    adminEmail: read('ADMIN_EMAIL', value.emailAddress, 'admin@example.com'),
    adminPassword: read('ADMIN_PASSWORD', value.text, null),
    enableDevTools: read('ENABLE_DEV_TOOLS', value.flag, false),
    trustProxy: read('TRUST_PROXY', value.networks, []),
    connectionsMax: read('MAX_CONNECTIONS', value.count(10, 100_000), 2_000),
    role: read('ROLE', value.oneOf(ROLES), 'all'),
    logLevel: read('LOG_LEVEL', value.oneOf(LOG_LEVELS), 'info'),
    metrics: readMetrics(read),
    backup: readBackup(read, databaseUrl === null ? join(dataDir, 'backups') : null),
  }
  problems.push(...combinationProblems(env))
  if (problems.length > 0) throw new ConfigRefusal(problems)
  return config
}

/** Null unless the links in mail lead nowhere. */
export const whyLinksAreLost = ({ appUrl, smtp }: Config): string | null =>
  smtp !== null && value.isThisMachine(new URL(appUrl).hostname)
    ? 'links lead to this machine alone. Set APP_URL to the address that people use'
    : null

type Read = <T, Otherwise>(name: string, value: value.Value<T>, otherwise: Otherwise) => T | Otherwise

function readerOf(env: Environment, problems: ConfigProblem[]): Read {
  return (name, { expected, parse }, otherwise) => {
    // Docker passes on the carriage return of a file that Windows wrote.
    const text = env[name]?.replace(LINE_ENDS, '')
    if (!text) return otherwise
    const parsed = parse(text)
    if (parsed === undefined) problems.push({ name, expected })
    return parsed ?? otherwise
  }
}

function readSmtp(read: Read): SmtpConfig | null {
  const host = read('SMTP_HOST', value.host, null)
  const user = read('SMTP_USER', value.text, null)
  const password = read('SMTP_PASSWORD', value.text, null)
  const port = read('SMTP_PORT', value.port, 587)
  const tls = read('SMTP_TLS', value.oneOf(TLS_MODES), null)
  const from = read('SMTP_FROM', value.sender, '')
  if (host === null) return null
  const login = user !== null && password !== null ? { user, password } : null
  return { host, port, tls: tls ?? usualTls(host, port, login !== null), login, from }
}

/** A password is not sent unencrypted unless the operator asks for it. */
function usualTls(host: string, port: number, hasLogin: boolean): SmtpConfig['tls'] {
  if (port === PORT_OF_IMPLICIT_TLS) return 'implicit'
  return hasLogin && !value.isThisMachine(host) ? 'required' : 'opportunistic'
}

function readMetrics(read: Read): Config['metrics'] {
  const port = read('METRICS_PORT', value.port, null)
  const host = read('METRICS_HOST', value.host, '127.0.0.1')
  return port === null ? null : { host, port }
}

function readBackup(read: Read, usualDir: string | null): BackupConfig {
  const at = read('BACKUP_AT', value.timeOfDayOrOff, '03:30')
  return {
    dir: read('BACKUP_DIR', value.folderToMake, usualDir),
    at: at === 'off' ? null : at,
    keep: read('BACKUP_KEEP', value.count(1, 1_000), 14),
    passphrase: read('BACKUP_PASSPHRASE', value.oneLine, null),
  }
}

function combinationProblems(env: Environment): ConfigProblem[] {
  const rules = [
    { name: 'JWT_SECRET', neededBy: 'DATABASE_URL', expected: value.secret.expected },
    { name: 'SMTP_FROM', neededBy: 'SMTP_HOST', expected: value.sender.expected },
    { name: 'SMTP_USER', neededBy: 'SMTP_PASSWORD', expected: 'the name that goes with the password' },
    { name: 'SMTP_PASSWORD', neededBy: 'SMTP_USER', expected: 'the password that goes with the name' },
  ]
  return rules
    .filter(({ name, neededBy }) => env[neededBy] && !env[name])
    .map(({ name, neededBy, expected }) => ({ name, expected: `${expected}, because ${neededBy} is set` }))
}
