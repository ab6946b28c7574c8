import { StartRefusal } from '../start-refusal.ts'
import { type Environment, withSecretsFromFiles } from './config-secrets.ts'
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
  /** The only origin that links in mail ever carry, without a slash at its end. */
  appUrl: string
  dataDir: string
  /** Null means embedded. */
  databaseUrl: string | null
  /** Null means that the log is in the database. */
  eventStoreUrl: string | null
  /** Null means the dev outbox. */
  smtp: SmtpConfig | null
  /** Null means the one that is made once and kept in the data folder. */
  jwtSecret: string | null
  jwtExpirySeconds: number
  /** After how long without use a session ends; 0 means never. */
  sessionIdleMinutes: number
  adminEmail: string
  /** Null means a random one, printed on the console until setup is complete. */
  adminPassword: string | null
  enableDevTools: boolean
  trustProxy: string[]
  /** How many clients may be connected at once, of one address half as many. */
  connectionsMax: number
  role: (typeof ROLES)[number]
  logLevel: (typeof LOG_LEVELS)[number]
  /** Where Prometheus reads, null while nobody does. */
  metrics: { host: string; port: number } | null
}

const TLS_MODES = ['required', 'opportunistic', 'none', 'implicit'] as const
const ROLES = ['all', 'api', 'worker'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Everything that is wrong with the configuration, without the values: some are secret. */
export class ConfigRefusal extends StartRefusal {
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ name, expected }) => `  ${name}: expected ${expected}`)
    super(['The configuration cannot be used:', ...lines].join('\n'), { exitCode: EXIT_CODE_CONFIG })
    this.name = 'ConfigRefusal'
    this.problems = problems
  }
}

/** The only place that knows the names of the variables. An empty one counts as unset. Throws ConfigRefusal. */
export function readConfig(environment: Environment): Config {
  const problems: ConfigProblem[] = []
  const env = withSecretsFromFiles(environment, problems)
  const read = readerOf(env, problems)
  const port = read('PORT', value.port, 3003)
  const config: Config = {
    port,
    host: read('HOST', value.host, '0.0.0.0'),
    appUrl: read('APP_URL', value.webOrigin, `http://localhost:${port}`),
    dataDir: read('DATA_DIR', value.text, './data'),
    databaseUrl: read('DATABASE_URL', value.postgresUrl, null),
    eventStoreUrl: read('EVENTSTORE_URL', value.eventStoreUrl, null),
    smtp: readSmtp(read),
    jwtSecret: read('JWT_SECRET', value.secret, null),
    jwtExpirySeconds: read('JWT_EXPIRY', value.seconds, 8 * 3_600),
    sessionIdleMinutes: read('SESSION_IDLE_MINUTES', value.minutes, 30),
    adminEmail: read('ADMIN_EMAIL', value.emailAddress, 'admin@example.com'),
    adminPassword: read('ADMIN_PASSWORD', value.text, null),
    enableDevTools: read('ENABLE_DEV_TOOLS', value.flag, false),
    trustProxy: read('TRUST_PROXY', value.networks, []),
    connectionsMax: read('MAX_CONNECTIONS', value.connections, 2_000),
    role: read('ROLE', value.oneOf(ROLES), 'all'),
    logLevel: read('LOG_LEVEL', value.oneOf(LOG_LEVELS), 'info'),
    metrics: readMetrics(read),
  }
  problems.push(...combinationProblems(env))
  if (problems.length > 0) throw new ConfigRefusal(problems)
  return config
}

type Read = <T, Otherwise>(name: string, value: value.Value<T>, otherwise: Otherwise) => T | Otherwise

function readerOf(env: Environment, problems: ConfigProblem[]): Read {
  return (name, { expected, parse }, otherwise) => {
    const text = env[name]
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

/** A password never leaves this machine in the clear unless somebody says so. */
function usualTls(host: string, port: number, hasLogin: boolean): SmtpConfig['tls'] {
  if (port === PORT_OF_IMPLICIT_TLS) return 'implicit'
  return hasLogin && !value.isThisMachine(host) ? 'required' : 'opportunistic'
}

function readMetrics(read: Read): Config['metrics'] {
  const port = read('METRICS_PORT', value.port, null)
  const host = read('METRICS_HOST', value.host, '127.0.0.1')
  return port === null ? null : { host, port }
}

/** Variables that only make sense together. */
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
