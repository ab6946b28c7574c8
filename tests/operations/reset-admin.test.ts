import { TOTP } from 'otpauth'
import { afterEach, describe, expect, test } from 'vitest'
import { resetAdmin } from '../../operations/reset-admin.ts'
import { readConfig } from '../../platform/config/config.ts'
import { latestSeal } from '../../platform/integrity/hash-chain.ts'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { temporaryFolder } from '../support/folder.ts'
import { done, type Http, http } from '../support/http.ts'
import { CONNIE } from '../support/league/examples.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { wholeLog, withFolder } from '../support/log.ts'
import { postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { type } from './console.ts'

const JWT_SECRET = 'a-secret-of-at-least-32-characters'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function start(options: Parameters<typeof applicationForTest>[0]): Promise<ApplicationForTest> {
  const application = await applicationForTest(options)
  cleanups.push(application.close)
  return application
}

const signIn = (visitor: Http, password: string) =>
  visitor.post('/auth/login', { email: CONNIE.email, password })

async function guard(session: Http) {
  const { body } = await session.post('/auth/second-factor/setup', { currentPassword: CONNIE.password })
  const code = new TOTP({ secret: body.secret }).generate()
  await done(session.post('/auth/second-factor/confirm', { code }))
}

async function lockOut(visitor: Http) {
  for (let guess = 0; guess < 5; guess += 1) await signIn(visitor, `Wrong-Horse-${guess}`)
  expect(await signIn(visitor, CONNIE.password)).toMatchObject({ status: 403 })
}

describe('the main admin who is locked out', () => {
  test('gets a new password while the embedded server is stopped, and the log tells so', async () => {
    const folder = await temporaryFolder()
    cleanups.push(folder.remove)
    await copyTemplate(folder.path)
    const env = { DATA_DIR: folder.path }
    const first = await applicationForTest({ dataDir: folder.path })
    const session = await setUpAdmin(first.url)
    await lockOut(http(first.url))
    await expect(type(['reset-admin'], env)).rejects.toThrow(/is in use by process \d+ .*: stop that first/)
    await first.close()

    const { code, output } = await type(['reset-admin'], env)
    expect(code).toBe(0)
    const [, password = ''] = /Sign in as connie@example\.com with the password (\S+),/.exec(output) ?? []
    await withFolder(folder.path, async ({ database, store }) => {
      const events = await wholeLog(store)
      expect(events.at(-1)).toMatchObject({
        type: 'AdminPasswordChanged',
        metadata: { actor: { kind: 'system' }, reason: expect.stringContaining('at the console') },
      })
      expect(JSON.stringify(events)).not.toContain(password)
      expect((await latestSeal(database.kysely))?.events).toBe(events.length)
    })

    const second = await start({ dataDir: folder.path })
    const visitor = http(second.url)
    expect(await signIn(visitor, CONNIE.password)).toMatchObject({ status: 401 })
    expect(await signIn(visitor, password)).toMatchObject({ status: 200 })
    expect(session).toBeDefined()
  })

  test.skipIf(postgresMissing)(
    `gets it beside running servers on PostgreSQL, and every session ends${postgresMissing ? `: ${postgresMissing}` : ''}`,
    async () => {
      const server = await startPostgresServer()
      cleanups.push(server.stop)
      const databaseUrl = await server.createDatabase()
      const application = await start({ config: { databaseUrl, jwtSecret: JWT_SECRET } })
      const session = await setUpAdmin(application.url)
      await guard(session)
      await lockOut(http(application.url))
      const config = readConfig({ DATABASE_URL: databaseUrl, JWT_SECRET })
      const { email, password, hadFactor } = await resetAdmin(config, console.error)
      expect(email).toBe(CONNIE.email)
      expect(hadFactor).toBe(true)
      expect(await session.get('/auth/me')).toMatchObject({ status: 401 })
      expect((await signIn(http(application.url), password)).body.token).toBeTypeOf('string')
    },
  )

  test('does not exist before the first start', async () => {
    const folder = await temporaryFolder()
    cleanups.push(folder.remove)
    await copyTemplate(folder.path)
    await expect(type(['reset-admin'], { DATA_DIR: folder.path })).rejects.toThrow('no main admin yet')
  })
})
