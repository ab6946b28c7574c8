import { afterEach, expect, test } from 'vitest'
import { checkConfig } from '../../operations/check-config.ts'
import { type Config, readConfig } from '../../platform/config/config.ts'
import { longTest } from '../deep/depth.ts'
import { applicationForTest } from '../support/application.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { serverLog } from '../support/log.ts'
import { postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { startSmtpServer } from '../support/smtp-server.ts'

const JWT_SECRET = 'a-secret-of-at-least-32-characters'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function check(config: Config) {
  const lines: string[] = []
  const code = await checkConfig(config, (line) => lines.push(line))
  return { code, output: lines.join('\n') }
}

async function someDataDir() {
  const folder = await temporaryFolder()
  cleanups.push(folder.remove)
  return folder.path
}

test('an embedded server without mail is fine, running or not', async () => {
  const config = readConfig({ DATA_DIR: await someDataDir() })
  const { code, output } = await check(config)
  expect(code).toBe(0)
  expect(output).toMatch(
    /^ {2}Address .*\n {2}Database .*can be written\n {2}Event log .*\n {2}Mail .*\n[ ?] Time zones .*\nThe configuration is fine\.$/,
  )

  const application = await applicationForTest()
  cleanups.push(application.close)
  const running = await check(readConfig({ DATA_DIR: application.dataDir }))
  expect(running).toMatchObject({ code: 0, output: expect.stringContaining('where a server is running') })
})

test('every part that does not answer is named, with its reason and without a secret', async () => {
  const port = await freePort()
  const { code, output } = await check(
    readConfig({
      DATABASE_URL: `postgres://me:hush-hush@127.0.0.1:${port}/picks`,
      JWT_SECRET,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: `${port}`,
      SMTP_FROM: 'picks@example.com',
    }),
  )
  expect(code).toBe(78)
  expect(output).toMatch(/^! Database {5}The database at 127\.0\.0\.1:\d+\/picks cannot be used: .+$/m)
  expect(output).toMatch(/^! Mail {9}The mail server 127\.0\.0\.1:\d+ cannot be used: .+$/m)
  expect(output).toMatch(/The configuration does not work yet\.$/)
  expect(output).not.toContain('hush-hush')
})

test('a mail server that answers is fine', async () => {
  const smtp = await startSmtpServer()
  cleanups.push(smtp.stop)
  const { code, output } = await check({
    ...readConfig({ DATA_DIR: await someDataDir() }),
    smtp: smtp.config,
  })
  expect(output).toMatch(/^\? Address .*links lead to this machine alone. Set APP_URL/)
  expect(output).toContain(`  Mail         the mail server 127.0.0.1:${smtp.config.port} answers`)
  expect(output).toContain('encrypted only if the server offers it')
  expect(code).toBe(0)
})

test('a mail server that does not encrypt although it must is named', async () => {
  const smtp = await startSmtpServer(undefined, 0, () => true)
  cleanups.push(smtp.stop)
  const { code, output } = await check({
    ...readConfig({ DATA_DIR: await someDataDir() }),
    smtp: { ...smtp.config, tls: 'required' },
  })
  expect(output).toMatch(/^! Mail .* cannot be used: .*STARTTLS/m)
  expect(code).toBe(78)
})

test.each([
  ['http://picks.example.com', '?'],
  ['http://192.168.1.10:3003', '?'],
  ['https://picks.example.com', ' '],
  ['http://localhost:3003', ' '],
])('the address %s is marked with "%s", and none stops the start', async (APP_URL, mark) => {
  const { code, output } = await check(readConfig({ APP_URL, DATA_DIR: await someDataDir() }))
  expect(output.split('\n')[0]).toMatch(new RegExp(`^[${mark}] Address +${APP_URL}`))
  expect(output.includes('can read passwords and links')).toBe(mark === '?')
  expect(code).toBe(0)
})

longTest(
  'a PostgreSQL server says whether it waits to be brought up to date',
  async () => {
    const server = await startPostgresServer()
    cleanups.push(server.stop)
    const url = await server.createDatabase()
    const config = readConfig({ DATABASE_URL: url, JWT_SECRET })
    expect(await check(config)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/with \d+ migrations/),
    })
    // It has looked and changed nothing.
    expect(await check(config)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/with \d+ migrations/),
    })
    const log = await serverLog(url)
    await log.close()
    expect(await check(config)).toMatchObject({ code: 0, output: expect.stringContaining('is up to date') })
  },
  postgresMissing,
)
