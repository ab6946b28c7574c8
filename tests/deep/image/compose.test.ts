import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseDocument } from 'yaml'
import { type Config, readConfig } from '../../../platform/config/config.ts'
import { fileVariableOf, SECRETS } from '../../../platform/config/config-secrets.ts'
import { knownVariables } from '../../docs/known-variables.ts'
import { ROOT } from '../../support/application.ts'
import { folderForTest } from '../../support/folder-for-test.ts'

type Service = {
  image?: string
  build?: string
  environment?: Record<string, string | number>
  init?: boolean
  logging?: { options?: Record<string, string> }
  depends_on?: Record<string, { condition: string }>
  healthcheck?: object
  extends?: object
  ports?: string[]
  networks?: string[]
  volumes?: string[]
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const SECRET = 'a-secret-of-at-least-32-characters'
const SECRET_OF: Record<(typeof SECRETS)[number], [secret: string, read: (config: Config) => unknown]> = {
  DATABASE_URL: ['postgres://picks:other@elsewhere/picks', ({ databaseUrl }) => databaseUrl],
  EVENTSTORE_URL: ['esdb://elsewhere:2113', ({ eventStoreUrl }) => eventStoreUrl],
  JWT_SECRET: [SECRET, ({ jwtSecret }) => jwtSecret],
  SMTP_PASSWORD: ['of the mail server', ({ smtp }) => smtp?.login?.password],
  BACKUP_PASSPHRASE: ['open sesame', ({ backup }) => backup.passphrase],
  ADMIN_PASSWORD: ['correct horse battery', ({ adminPassword }) => adminPassword],
}
const FILES = ['docker-compose.yml', 'compose/compose.cluster.yml']
const ALL_FILES = [...FILES, 'compose/compose.eventstoredb.yml', 'compose/compose.small.yml']
const example = read('.env.example')
const compose = parsed('docker-compose.yml')

type ComposeFile = {
  services: Record<string, Service>
  volumes: object
  configs: Record<string, { content?: string }>
}

function parsed(path: string): ComposeFile {
  const document = parseDocument(read(path), { merge: true, logLevel: 'error' })
  expect(document.errors).toEqual([])
  return document.toJS()
}

/** What docker compose makes of `${NAME:-otherwise}` and `${NAME:?sentence}`, and without the colon, where an empty one counts. */
function substituted(text: string, env: Record<string, string>): string {
  return text.replace(
    /\$\{([A-Z_]+)(?:(:)?([-?])([^}]*))?\}/g,
    (_, name: string, colon, sign, otherwise = '') => {
      const value = env[name] ?? ''
      if (value || (!colon && name in env)) return value
      if (sign === '?') throw new Error(`${name}: ${otherwise}`)
      return otherwise
    },
  )
}

function environmentOfApp(env: Record<string, string>) {
  const entries = Object.entries(compose.services.app?.environment ?? {})
  return Object.fromEntries(entries.map(([name, text]) => [name, substituted(`${text}`, env)]))
}

const variablesOf = (text: string) => [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name)
const inExample = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name)
const valuesOfExample = Object.fromEntries(
  [...example.matchAll(/^# ([A-Z_]+)=(.+)$/gm)].map(([, name = '', text = '']) => [name, text]),
)

describe('the compose files', () => {
  test.each(ALL_FILES)('%s can be read, and pins each image that it does not build', (file) => {
    const services = Object.values(parsed(file).services)
    expect(services.length).toBeGreaterThan(0)
    for (const { image, build } of services) {
      if (image && !build) expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+/)
    }
  })

  test.each(FILES)('%s runs the event store that the tests run', (file) => {
    const [, tested] = /IMAGE = '([^']+)'/.exec(read('tests/support/eventstoredb-servers.ts')) ?? []
    expect(tested).toBeDefined()
    expect(parsed(file).services.kurrentdb?.image).toBe(tested)
  })

  test('use no variable that the example, the operations page and the configuration do not know', () => {
    const used = [...new Set(ALL_FILES.flatMap((file) => variablesOf(read(file))))]
    expect(used.length).toBeGreaterThan(10)
    for (const name of used) {
      expect(inExample).toContain(name)
      expect(knownVariables()).toContain(name)
      expect(read('docs/operations.md')).toContain(name)
    }
  })

  test('hand every variable of the configuration on, and no other, but those that the image decides', () => {
    const handedOn = Object.entries(compose.services.app?.environment ?? {})
    for (const [name, text] of handedOn) expect(variablesOf(`${text}`), name).toContain(name)
    const decided = ['DATA_DIR', 'HOST', 'PORT', 'ROLE']
    expect([...handedOn.map(([name]) => name), ...decided].sort()).toEqual(knownVariables())
  })

  test.each(SECRETS)('take %s from a file while .env leaves it empty', async (name) => {
    const file = join(await folderForTest(), 'secret')
    const [secret, read] = SECRET_OF[name]
    writeFileSync(file, secret)
    const env = { JWT_SECRET: SECRET, SMTP_USER: name === 'SMTP_PASSWORD' ? 'picks' : '' }
    const given = environmentOfApp({ ...env, [name]: '', [fileVariableOf(name)]: file })
    expect(read(readConfig(given))).toBe(secret)
  })

  test.each(ALL_FILES)('%s gives each process a parent that reaps, and its log a limit', (file) => {
    const isLaidOver = ['compose/compose.cluster.yml', 'compose/compose.eventstoredb.yml'].includes(file)
    for (const [name, { extends: base, init, logging }] of Object.entries(parsed(file).services)) {
      if (base || (isLaidOver && name in compose.services)) continue
      expect(init, name).toBe(true)
      expect(logging?.options, name).toMatchObject({ 'max-size': '10m' })
    }
  })

  test('serve the figures to the network of the application, which publishes no port for them', () => {
    const given = environmentOfApp({ JWT_SECRET: SECRET, METRICS_PORT: '9464' })
    expect(readConfig(given).metrics).toEqual({ host: '0.0.0.0', port: 9464 })
  })

  test('ask PostgreSQL over the network, where it answers once its first start is over', () => {
    const { test: command } = (compose.services.postgres?.healthcheck ?? {}) as { test?: string[] }
    expect(command).toContain('--host=127.0.0.1')
  })

  test('start the application behind all that it needs, each with a check of its health', () => {
    const { app, ...parts } = compose.services
    expect(Object.keys(app?.depends_on ?? {}).sort()).toEqual(Object.keys(parts).sort())
    for (const { condition } of Object.values(app?.depends_on ?? {}))
      expect(condition).toBe('service_healthy')
    for (const part of Object.values(parts)) expect(part).toHaveProperty('healthcheck')
    expect(read('Dockerfile')).toContain('HEALTHCHECK')
  })

  test('show no part but the pages and the caught mail to the network', () => {
    const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    )
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how compose spells it.
    expect(published).toEqual(['app 127.0.0.1:${PORT:-3003}:3003', 'mail 127.0.0.1:8025:8025'])
  })

  test.each(FILES)('%s lets nothing but the application reach the log and the database', (file) => {
    const { app, mail, postgres, ...nodes } = parsed('docker-compose.yml').services
    const cluster = parsed(file).services
    expect([app?.networks, mail?.networks]).toEqual([['default', 'log', 'database'], undefined])
    expect(postgres?.networks).toEqual(['database'])
    for (const [name, node] of Object.entries({ ...nodes, ...cluster })) {
      if (name.startsWith('kurrentdb')) expect(node.networks, name).toEqual(['log'])
    }
    expect(parse(read('docker-compose.yml')).networks).toEqual({
      log: { internal: true },
      database: { internal: true },
    })
  })

  test('run EventStoreDB as KurrentDB is run, on volumes at its own paths', () => {
    const { services, volumes } = parsed('compose/compose.eventstoredb.yml')
    const renamed = JSON.stringify(compose.services.kurrentdb?.environment).replaceAll(
      'KURRENTDB_',
      'EVENTSTORE_',
    )
    expect(services.kurrentdb?.environment).toEqual(JSON.parse(renamed))
    expect(services.kurrentdb?.volumes).toEqual([
      'eventstoredb:/var/lib/eventstore',
      'eventstoredb-logs:/var/log/eventstore',
    ])
    expect(Object.keys(volumes)).toEqual(['eventstoredb', 'eventstoredb-logs'])
    const image = services.kurrentdb?.image
    expect(parse(read('.github/workflows/eventstore.yml')).jobs.eventstore.strategy.matrix.image).toContain(
      `docker.io/${image}`,
    )
  })

  test('let a proxy alone reach the processes of the cluster, which have one first password', () => {
    const { services, configs } = parsed('compose/compose.cluster.yml')
    const serving = Object.entries(services).filter(([, { environment }]) => environment?.ROLE === 'api')
    expect(serving.map(([name]) => name)).toEqual(['app', 'app-2'])
    for (const [name, { environment, ports }] of serving) {
      expect(configs.proxy?.content).toContain(` ${name}:3003`)
      expect(ports).toEqual([])
      expect(environment).toMatchObject({
        ADMIN_PASSWORD: expect.stringMatching(/^\$\{ADMIN_PASSWORD\?/),
        TRUST_PROXY: expect.stringContaining('172.16.0.0/12'),
      })
    }
    expect(services.proxy?.ports).toEqual(compose.services.app?.ports)
  })

  test('give the container with its own database all variables but those of other databases', () => {
    const { app } = parsed('compose/compose.small.yml').services
    const others = /^(?:DATA_DIR|DATABASE_URL|EVENTSTORE_URL|HOST|METRICS_\w+|PORT|ROLE|.+_FILE)$/
    expect(app?.environment).toBeInstanceOf(Array)
    expect(Object.values(app?.environment ?? {}).sort()).toEqual(
      knownVariables().filter((name) => !others.test(name)),
    )
    expect(app).toMatchObject({ mem_limit: '512m', memswap_limit: '512m', volumes: ['data:/data'] })
  })

  test('sign the application in to PostgreSQL with a role that is made for it', () => {
    expect(compose.services.postgres?.environment).not.toHaveProperty('POSTGRES_USER')
    expect(read('compose/postgres-role.sql')).toContain("create role picks login password 'picks'")
    expect(read('docker-compose.yml')).toContain('postgres-role: { file: ./compose/postgres-role.sql }')
  })

  test('keep secrets, exports and backups out of the image and out of git', () => {
    const copies = ['*.zip', '*.tar', '*.dump', '*.backup']
    const ignored = read('.dockerignore').split('\n')
    for (const path of ['**/.env', '**/.env.*', 'secrets', 'data', ...copies]) expect(ignored).toContain(path)
    const untracked = read('.gitignore').split('\n')
    for (const path of ['.env', 'secrets/', 'data/', ...copies]) expect(untracked).toContain(path)
  })

  test('give the application a configuration that it takes, and that the example shows', () => {
    const secret = { JWT_SECRET: SECRET }
    const expected = {
      databaseUrl: 'postgres://picks:picks@postgres:5432/picks',
      eventStoreUrl: 'esdb://kurrentdb:2113?tls=false',
      smtp: { host: 'mail', port: 1025 },
    }
    expect(readConfig(environmentOfApp(secret))).toMatchObject(expected)
    const { METRICS_PORT: _, ...shown } = valuesOfExample
    const inFiles = SECRETS.map((name) => [fileVariableOf(name), ''])
    const given = environmentOfApp({ ...shown, ...Object.fromEntries(inFiles), ...secret })
    expect(readConfig(given)).toEqual(readConfig(environmentOfApp(secret)))
    expect(() => environmentOfApp({})).toThrow('JWT_SECRET: write one into .env')
  })

  test('the example lists every variable of the configuration, once, and no other', () => {
    expect(inExample.toSorted()).toEqual(knownVariables())
  })
})
