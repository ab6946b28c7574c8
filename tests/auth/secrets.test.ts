import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApplication } from '../../application.ts'
import { scryptPasswords } from '../../commands/accounts/passwords.ts'
import { type Config, readConfig } from '../../platform/config/config.ts'
import { openEmbedded } from '../../platform/database/database-embedded.ts'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import { APP_URL, applicationForTest, FIRST_ADMIN, WEB_DIR } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/folder.ts'
import { http } from '../support/http.ts'
import { CONNIE } from '../support/league/examples.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { JWT_SECRET } from '../support/league/running.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { cheapPasswords } from '../support/passwords.ts'

describe('a server that sends its mail', () => {
  let mailServer: MailServer
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  const lines: string[] = []
  const secrets: string[] = []
  beforeAll(async () => {
    mailServer = await startMailServer()
    folder = await temporaryFolder()
    await copyTemplate(folder.path)
  })
  afterAll(async () => {
    await mailServer?.close()
    await folder?.remove()
  })

  test('signs in by mail and by password, and resets the password', async () => {
    const application = await startApplication(configOf(folder.path, mailServer), {
      log: pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }),
      print: () => {},
      webDir: WEB_DIR,
    })
    const visitor = http(application.url)
    const first = await visitor.post('/auth/login', FIRST_ADMIN)
    const setup = { newName: 'Connie & <Co>', newEmail: CONNIE.email, newPassword: CONNIE.password }
    const { body } = await visitor.as(first.body.token).post('/auth/initial-setup', setup)
    secrets.push(FIRST_ADMIN.password, CONNIE.password, JWT_SECRET, first.body.token, body.token)

    await visitor.post('/auth/login', { email: CONNIE.email, password: 'Wrong-Horse-7' })
    await visitor.post('/auth/send-magic-link', { email: CONNIE.email })
    const signIn = await mailServer.mailTo(CONNIE.email, 'sign-in link')
    expect(signIn.html).toContain('Connie &amp; &lt;Co&gt;')
    const [, signInToken = ''] = /\/admin\/login\?token=([\w-]+)/.exec(signIn.text ?? '') ?? []
    await fetch(`${application.url}/admin/login?token=${signInToken}`)
    await visitor.get(`/auth/me?token=${signInToken}`)
    const signedIn = await visitor.post('/auth/verify-magic-link', { token: signInToken })
    expect(signedIn).toMatchObject({ status: 200 })

    await visitor.post('/auth/forgot-password', { email: CONNIE.email })
    const reset = await mailServer.mailTo(CONNIE.email, 'reset your password')
    const [, resetToken = ''] = /\/admin\/reset-password\?token=([\w-]+)/.exec(reset.text ?? '') ?? []
    const newPassword = 'Cloudy-Ox-9'
    expect(
      await visitor.post('/auth/reset-password', { token: resetToken, password: newPassword }),
    ).toMatchObject({
      status: 200,
    })
    const again = await visitor.post('/auth/login', { email: CONNIE.email, password: newPassword })
    expect(again).toMatchObject({ status: 200 })
    secrets.push('Wrong-Horse-7', signInToken, signedIn.body.token, resetToken, newPassword, again.body.token)

    await eventually('both mails settled', async () => {
      const { body } = await visitor.as(again.body.token).get('/admin/outbox')
      return body.mails.every(({ state }: { state: string }) => state === 'sent')
    })
    await application.close()
  })

  test('logs every answer by its route, and no secret', () => {
    const log = lines.join('')
    for (const route of ['login', 'verify-magic-link', 'reset-password']) {
      expect(log).toContain(`"route":"/api/auth/${route}"`)
    }
    expect(secrets.filter((secret) => secret.length > 7)).toHaveLength(11)
    for (const secret of secrets) expect(log).not.toContain(secret)
    expect(log.toLowerCase()).not.toContain('authorization')
  })

  test('keeps no token and no password where it keeps things', async () => {
    const database = await openEmbedded({ dataDir: folder.path })
    const mails = await openPrivateSchema(database.kysely).selectFrom('mails').selectAll().execute()
    expect(mails.map(({ template }) => template).sort()).toEqual(['reset-password', 'sign-in'])
    for (const { body_text, body_html } of mails) expect(body_text + body_html).toBe('')
    const { rows } = await database.pool.query('select data::text || metadata::text as event from log.events')
    expect(rows.length).toBeGreaterThan(3)
    for (const { event } of rows) {
      for (const secret of secrets) expect(event).not.toContain(secret)
    }
    await database.close()
  })
})

test('a password that was hashed at another cost is hashed anew when it is used', async () => {
  const folder = await temporaryFolder()
  await copyTemplate(folder.path)
  const cheap = await cheapPasswords().hash(CONNIE.password)
  const privateSchemaOf = async <T>(
    work: (privateSchema: ReturnType<typeof openPrivateSchema>) => Promise<T>,
  ) => {
    const database = await openEmbedded({ dataDir: folder.path })
    const answer = await work(openPrivateSchema(database.kysely))
    await database.close()
    return answer
  }
  const hash = () =>
    privateSchemaOf((privateSchema) =>
      privateSchema.selectFrom('credentials').selectAll().executeTakeFirstOrThrow(),
    )

  const application = await applicationForTest({ dataDir: folder.path })
  await setUpAdmin(application.url)
  await application.close()
  await privateSchemaOf((privateSchema) =>
    privateSchema.updateTable('credentials').set({ password_hash: cheap }).execute(),
  )

  const later = await applicationForTest({ dataDir: folder.path, passwords: scryptPasswords() })
  const login = await http(later.url).post('/auth/login', { email: CONNIE.email, password: CONNIE.password })
  expect(login).toMatchObject({ status: 200 })
  expect(await http(later.url).as(login.body.token).get('/auth/me')).toMatchObject({ status: 200 })
  await later.close()
  expect((await hash()).password_hash).toMatch(/^scrypt\$17\$/)
  await folder.remove()
})

const configOf = (dataDir: string, { smtp }: MailServer): Config => ({
  ...readConfig({
    APP_URL,
    DATA_DIR: dataDir,
    JWT_SECRET,
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
  }),
  host: '127.0.0.1',
  port: 0,
  smtp,
})
