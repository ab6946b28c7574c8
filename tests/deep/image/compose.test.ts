import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseDocument } from 'yaml'
import { readConfig } from '../../../platform/config/config.ts'
import { knownVariables } from '../../docs/known-variables.ts'
import { ROOT } from '../../support/application.ts'

type Service = {
  image?: string
  build?: string
  environment?: Record<string, string | number>
  depends_on?: Record<string, { condition: string }>
  healthcheck?: object
  ports?: string[]
  networks?: string[]
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const FILES = ['docker-compose.yml', 'docker-compose.cluster.yml']
const example = read('.env.example')
const compose = parsed('docker-compose.yml')

function parsed(path: string): { services: Record<string, Service>; volumes: object } {
  const document = parseDocument(read(path), { merge: true, logLevel: 'error' })
  expect(document.errors).toEqual([])
  return document.toJS()
}

/** What docker compose makes of `${NAME}`, `${NAME:-otherwise}` and `${NAME:?sentence}`. */
function substituted(text: string, env: Record<string, string>): string {
  return text.replace(/\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g, (_, name: string, sign, otherwise = '') => {
    if (env[name]) return env[name]
    if (sign === '?') throw new Error(`${name}: ${otherwise}`)
    return otherwise
  })
}

function environmentOfApp(env: Record<string, string>) {
  const entries = Object.entries(compose.services.app?.environment ?? {})
  return Object.fromEntries(entries.map(([name, text]) => [name, substituted(`${text}`, env)]))
}

const variablesOf = (text: string) => [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name)
const inExample = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name)
const valuesOfExample = Object.fromEntries(
  [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', text = '']) => [name, text]),
)

describe('the compose files', () => {
  test.each(FILES)('%s can be read, and pins each image that it does not build', (file) => {
    const services = Object.values(parsed(file).services)
    expect(services.length).toBeGreaterThan(2)
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
    const used = [...new Set(FILES.flatMap((file) => variablesOf(read(file))))]
    expect(used.length).toBeGreaterThan(10)
    for (const name of used) {
      expect(inExample).toContain(name)
      expect(knownVariables()).toContain(name)
      expect(read('docs/operations.md')).toContain(name)
    }
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

  test('sign the application in to PostgreSQL with a role that is made for it', () => {
    expect(compose.services.postgres?.environment).not.toHaveProperty('POSTGRES_USER')
    expect(read('postgres-role.sql')).toContain("create role picks login password 'picks'")
    expect(read('docker-compose.yml')).toContain('postgres-role: { file: ./postgres-role.sql }')
  })

  test('keep secrets and exports out of the image', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const path of ['.env', '.env.*', 'secrets', '*.zip', 'data']) expect(ignored).toContain(path)
  })

  test('give the application a configuration that it takes, with the example and without', () => {
    const secret = { JWT_SECRET: 'a-secret-of-at-least-32-characters' }
    const expected = {
      databaseUrl: 'postgres://picks:picks@postgres:5432/picks',
      eventStoreUrl: 'esdb://kurrentdb:2113?tls=false',
      smtp: { host: 'mail', port: 1025 },
    }
    expect(readConfig(environmentOfApp(secret))).toMatchObject(expected)
    expect(readConfig(environmentOfApp({ ...valuesOfExample, ...secret }))).toMatchObject(expected)
    expect(() => environmentOfApp({})).toThrow('JWT_SECRET: write one into .env')
  })

  test('the example lists every variable of the configuration, once, and no other', () => {
    expect(inExample.toSorted()).toEqual(knownVariables())
  })
})
