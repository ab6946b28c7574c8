import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openRaw } from '../security/raw-http.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { cheapPasswords } from '../support/passwords.ts'

const NEW_PASSWORD = 'Rainy-Donkey-8'
const ENDED = { status: 401, body: { error: 'Your session has ended. Please sign in again' } }

test('a sign-in that is under way when the password changes opens no session', async () => {
  const passwords = cheapPasswords()
  const verify = passwords.verify
  const league = await aLeague().start({ passwords })
  onTestFinished(league.close)
  let arrived = () => {}
  const reached = new Promise<void>((resolve) => {
    arrived = resolve
  })
  let changed = () => {}
  const release = new Promise<void>((resolve) => {
    changed = resolve
  })
  // The first look at the old password takes until it is no longer the password.
  passwords.verify = async (...asked) => {
    passwords.verify = verify
    const knows = await verify(...asked)
    arrived()
    await release
    return knows
  }
  const signingIn = league.visitor.post('/auth/login', { email: CONNIE.email, password: CONNIE.password })
  await reached
  const change = { currentPassword: CONNIE.password, newPassword: NEW_PASSWORD }
  await done(league.admin.post('/auth/change-password', change))
  changed()
  const { body } = await signingIn
  expect(await league.visitor.as(body.token ?? 'none').get('/auth/me')).toMatchObject({ status: 401 })
})

test('a password change that is under way when its session ends hands out no token', async () => {
  const passwords = cheapPasswords()
  const league = await aLeague().start({ passwords })
  onTestFinished(league.close)
  const other = await signInAsConnie(league)
  const hash = passwords.hash
  passwords.hash = async (password) => {
    await done(other.delete('/auth/sessions'))
    return hash(password)
  }
  const change = { currentPassword: CONNIE.password, newPassword: NEW_PASSWORD }
  expect(await league.admin.post('/auth/change-password', change)).toMatchObject(ENDED)
})

test('a request whose session ends before its body is in changes nothing', async () => {
  const league = await aLeague().start()
  onTestFinished(league.close)
  const requests: [path: string, content: unknown][] = [
    ['POST /api/auth/change-email', { newEmail: 'new@example.com', currentPassword: CONNIE.password }],
    ['POST /api/auth/change-password', { currentPassword: CONNIE.password, newPassword: NEW_PASSWORD }],
    ['POST /api/admin/admins', { name: 'Sam', email: 'sam@example.com' }],
    ['PUT /api/admin/settings/second-factor', { secondFactorRequired: true }],
    ['DELETE /api/auth/second-factor', { code: '123456' }],
  ]
  const held = await Promise.all(requests.map(([path, content]) => hold(league, path, content)))
  await sleep(200)
  await done((await signInAsConnie(league)).delete('/auth/sessions'))
  for (const release of held) expect(await release()).toMatchObject({ status: 401 })
  await signInAsConnie(league)
})

/** Sends all but the body; that comes, and the answer, when the function that it answers is called. */
async function hold({ admin, application }: RunningLeague, path: string, content: unknown) {
  const body = JSON.stringify(content)
  const connection = await openRaw(application.url)
  onTestFinished(connection.destroy)
  const lines = [
    `${path} HTTP/1.1`,
    'Host: picks.test',
    `Authorization: Bearer ${admin.token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  connection.write(`${lines.join('\r\n')}\r\n\r\n`)
  return () => {
    connection.write(body)
    return connection.answer()
  }
}

const signInAsConnie = async ({ visitor }: RunningLeague) => {
  const { email, password } = CONNIE
  return visitor.as((await done(visitor.post('/auth/login', { email, password }))).token)
}

test('a link that was asked for before the address changed is mailed to nobody, however slowly its answer is read', async () => {
  const league = await aLeague().start()
  onTestFinished(league.close)
  const { port } = new URL(league.application.url)
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  // An answer that nobody reads stands before the one about the link.
  socket.pause()
  const body = JSON.stringify({ email: CONNIE.email })
  const large = 'GET /api/docs/json HTTP/1.1\r\nHost: picks.test\r\n\r\n'.repeat(60)
  const ask = `POST /api/auth/forgot-password HTTP/1.1\r\nHost: picks.test\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  await new Promise<void>((resolve) => socket.write(large + ask, () => resolve()))
  await sleep(500)
  const { token } = await done(
    league.admin.post('/auth/change-email', {
      newEmail: 'new@example.com',
      currentPassword: CONNIE.password,
    }),
  )
  socket.resume()
  await sleep(1_000)
  const { mails } = await done(league.visitor.as(token).get('/admin/outbox'))
  const tokens = mails
    .filter(({ template }: { template: string }) => template === 'reset-password')
    .map(({ text }: { text: string }) => /\?token=([\w-]+)/.exec(text)?.[1])
  for (const held of tokens) {
    const reset = { token: held, password: NEW_PASSWORD }
    expect(await league.visitor.post('/auth/reset-password', reset)).toMatchObject({ status: 401 })
  }
})
