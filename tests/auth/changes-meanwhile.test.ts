import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import { cheapPasswords } from '../support/passwords.ts'

const NEW_PASSWORD = 'Rainy-Donkey-8'

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
