import { expect, onTestFinished, test } from 'vitest'
import { applicationForTest, FIRST_ADMIN } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { http } from '../support/http.ts'
import { cheapPasswords } from '../support/passwords.ts'

const { email, password } = FIRST_ADMIN

test('a client that signs in with the first answer is the first admin, and until then only health is told', async () => {
  const port = await freePort()
  let isHashing = false
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const passwords = cheapPasswords()
  const starting = applicationForTest({
    config: { port },
    passwords: {
      ...passwords,
      hash: async (text) => {
        isHashing = true
        await held
        return passwords.hash(text)
      },
    },
  })
  onTestFinished(async () => {
    goOn()
    await (await starting).close()
  })
  const visitor = http(`http://127.0.0.1:${port}`)
  await eventually('the password of the first admin', async () => isHashing)

  const notYet = { status: 503, body: { error: 'The server is getting ready. Please try again in a moment' } }
  expect(await visitor.get('/public/config')).toMatchObject(notYet)
  expect(await visitor.get('/public/seasons?of=/health')).toMatchObject(notYet)
  expect(await visitor.post('/auth/login', { email, password })).toMatchObject(notYet)
  expect(await visitor.get('/health/live')).toMatchObject({ status: 200 })
  expect(await visitor.get('/health/ready')).toMatchObject({ status: 503, body: { status: 'getting ready' } })
  expect(await visitor.get('/health')).toMatchObject({
    ...{ status: 503, body: { status: 'degraded', services: { database: { status: 'ok' } } } },
  })
  const page = await fetch(`http://127.0.0.1:${port}/reminders/some-token`, { method: 'POST' })
  expect(page.status).toBe(503)

  goOn()
  await eventually('an answer', async () => (await visitor.get('/public/config')).status === 200)
  expect(await visitor.post('/auth/login', { email, password })).toMatchObject({ status: 200 })
  await eventually('all to be well', async () => (await visitor.get('/health')).body.status === 'ok')
  expect(await visitor.get('/health')).toMatchObject({ status: 200 })
})
