import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applicationForTest } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { http } from '../support/http.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

const missing = postgresMissing ? ` (skipped: ${postgresMissing})` : ''

describe.skipIf(postgresMissing)(`an application on a PostgreSQL server${missing}`, () => {
  let server: PostgresServer
  let url: string
  beforeAll(async () => {
    server = await startPostgresServer()
    url = (await server.createDatabase()).replace('postgres@', 'postgres:hush-hush@')
  })
  afterAll(() => server?.stop())

  const start = (databaseUrl: string, port: number, lines: string[] = [], metricsPort?: number) =>
    applicationForTest({
      config: {
        ...{ databaseUrl, port, host: '127.0.0.1', appUrl: 'https://home.example/picks' },
        ...(metricsPort && { metrics: { host: '127.0.0.1', port: metricsPort } }),
      },
      log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }),
    })

  test('lives while that is away, is not ready, and serves once it is there', async () => {
    await server.shutDown()
    const [port, lines] = [await freePort(), [] as string[]]
    const starting = start(url, port, lines)
    const visitor = http(`http://127.0.0.1:${port}`)
    const isAlive = async () => (await visitor.get('/health/live').catch(() => null))?.status === 200
    await eventually('the port', isAlive)
    expect((await http(`http://127.0.0.1:${port}/picks`).get('/health/live')).status).toBe(200)
    const ready = await visitor.get('/health/ready')
    expect(ready).toMatchObject({ status: 503, body: { status: 'getting ready' } })
    expect(ready.headers.get('content-security-policy')).toContain("default-src 'self'")
    await eventually('a line in the log', async () => lines.length > 0)
    expect(lines[0]).toMatch(
      /The database at \S+ cannot be used for 1\d seconds now, and is waited for: .*ECONNREFUSED/,
    )
    expect(lines.join()).not.toContain('hush-hush')
    await server.startAgain()
    const application = await starting
    expect(await visitor.get('/health/ready')).toMatchObject({ status: 200 })
    await application.close()
  })

  test('says in one line that it has gone, and its alarms ring', async () => {
    const [port, metricsPort, lines] = [await freePort(), await freePort(), [] as string[]]
    const application = await start(url, port, lines, metricsPort)
    await server.shutDown()
    await sleep(4_000)
    const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(figures).toMatch(/^picks_projection_lag_seconds \+Inf$/m)
    expect(figures).toMatch(/^picks_outbox_oldest_seconds \+Inf$/m)
    const away = lines.filter((line) => line.includes('the database or the event store is away'))
    expect(away).toHaveLength(1)
    // A job says once that it failed.
    expect(lines.filter((line) => line.includes('a part of the server reports an error'))).toEqual([])
    await server.startAgain()
    await application.close()
  })

  test('does not wait for what no waiting changes', async () => {
    const missing = url.replace(/[^/]+$/, 'nowhere')
    await expect(start(missing, await freePort())).rejects.toThrow(
      /^The database at \S+ cannot be used: database "nowhere" does not exist$/,
    )
  })
})
