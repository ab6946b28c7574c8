import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_URL } from '../support/application.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import { LINK_MAY_COME, type RunningLeague } from '../support/league/running.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const INVALID_LOGIN = {
  status: 401,
  body: { error: 'Invalid or expired login link. Please request a new one.' },
}
const INVALID_RESET = {
  status: 401,
  body: { error: 'Invalid or expired reset link. Please request a new password reset.' },
}

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague().start({ config: { trustProxy: ['127.0.0.1'] } })
  await league.admin.put('/admin/settings/email-notifications', { enabled: false })
  for (const name of ['Sam', 'Rita', 'Otto']) await league.addAdmin(name)
})
afterAll(() => league?.close())

const verify = (token: string) => league.visitor.post('/auth/verify-magic-link', { token })
const reset = (token: string, password: string) =>
  league.visitor.post('/auth/reset-password', { token, password })
const mails = async () => (await league.admin.get('/admin/outbox')).body.mails

/** A stranger there asks for a link. */
async function askFrom(client: string, email: string): Promise<number> {
  const response = await fetch(`${league.application.url}/api/auth/send-magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: JSON.stringify({ email }),
  })
  return response.status
}

async function askForReset(not?: string) {
  const asked = await league.visitor.post('/auth/forgot-password', { email: CONNIE.email })
  expect(asked).toMatchObject({ status: 200 })
  return league.linkTo(CONNIE.email, 'reset-password', not)
}

describe('a sign-in link', () => {
  test('is promised to everybody alike, and mailed to admins alone', async () => {
    const before = (await mails()).length
    const stranger = await league.visitor.post('/auth/send-magic-link', { email: 'stranger@example.com' })
    const sam = await league.visitor.post('/auth/send-magic-link', { email: 'Sam@Example.com' })
    expect(sam).toMatchObject({ status: 200, body: { message: LINK_MAY_COME } })
    expect({ status: stranger.status, text: stranger.text }).toEqual({ status: sam.status, text: sam.text })
    await league.linkTo('sam@example.com', 'sign-in')
    expect(await mails()).toHaveLength(before + 1)
  })

  test('goes out whatever the switch for notifications says, and leads to the own origin', async () => {
    const mail = (await mails()).find(({ template }: { template: string }) => template === 'sign-in')
    expect(mail).toMatchObject({
      to: 'sam@example.com',
      state: expect.stringMatching(/queued|kept/),
    })
    expect(mail.text).toMatch(new RegExp(`${APP_URL}/admin/login\\?token=[\\w-]{43}\\n`))
  })

  test('signs in once, with the same answer as a password', async () => {
    const token = await league.linkTo('sam@example.com', 'sign-in')
    const { status, body } = await verify(token)
    expect({ status, admin: body.admin }).toMatchObject({
      status: 200,
      admin: { name: 'Sam', email: 'sam@example.com', isMainAdmin: false, mustChangePassword: false },
    })
    expect(await league.visitor.as(body.token).get('/admin/users')).toMatchObject({ status: 200 })
    expect(await verify(token)).toMatchObject(INVALID_LOGIN)
  })

  test('gives one session, however many try at once', async () => {
    const token = await league.askForLink('sam@example.com')
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
  })

  test('is good for ten minutes', async () => {
    const token = await league.askForLink('rita@example.com')
    league.clock.advance(10 * MINUTE_MS)
    expect(await verify(token)).toMatchObject(INVALID_LOGIN)
    const another = await league.askForLink('rita@example.com')
    league.clock.advance(10 * MINUTE_MS - 1)
    expect(await verify(another)).toMatchObject({ status: 200 })
  })

  test('outlives the next ones, however many a stranger asks for', async () => {
    const own = await league.askForLink('otto@example.com')
    const later = []
    for (let minute = 1; minute < 10; minute += 1) {
      league.clock.advance(HOUR_MS / 60)
      later.push(await askFrom(`203.0.113.${minute}`, 'otto@example.com'))
    }
    expect(later).toEqual(Array(9).fill(200))
    expect(await verify(own)).toMatchObject({ status: 200 })
  })

  test('is mailed once in a minute, and the answer does not tell', async () => {
    const toRita = async () =>
      (await mails()).filter((mail: { to: string }) => mail.to === 'rita@example.com')
    const token = await league.askForLink('rita@example.com')
    const before = (await toRita()).length
    const again = await league.visitor.post('/auth/send-magic-link', { email: 'rita@example.com' })
    expect(again).toMatchObject({ status: 200, body: { message: LINK_MAY_COME } })
    await sleep(100)
    expect(await toRita()).toHaveLength(before)
    expect(await verify(token)).toMatchObject({ status: 200 })
    league.clock.advance(1_000)
    await league.visitor.post('/auth/send-magic-link', { email: 'rita@example.com' })
    expect(await verify(await league.linkTo('rita@example.com', 'sign-in', token))).toMatchObject({
      status: 200,
    })
  })

  test('says whom it signs in, and is not used up by that', async () => {
    const token = await league.askForLink('otto@example.com')
    const check = () => league.visitor.post('/auth/check-magic-link', { token })
    expect(await check()).toMatchObject({ status: 200, body: { name: 'Otto', email: 'otto@example.com' } })
    expect(await verify(token)).toMatchObject({ status: 200 })
    expect(await check()).toMatchObject(INVALID_LOGIN)
  })

  test('carries the nonce of the browser that asked', async () => {
    const nonce = 'nonce-of-this-browser'
    const asked = { email: 'otto@example.com', nonce }
    const before = await league.linkTo('otto@example.com', 'sign-in')
    league.clock.advance(MINUTE_MS)
    await league.visitor.post('/auth/send-magic-link', asked)
    await league.linkTo('otto@example.com', 'sign-in', before)
    expect((await mails())[0].text).toMatch(new RegExp(`token=[\\w-]{43}&nonce=${nonce}\n`))
    const odd = { ...asked, nonce: 'https://evil.example/?' }
    expect(await league.visitor.post('/auth/send-magic-link', odd)).toMatchObject({ status: 400 })
  })

  test('is not used up by mail scanners that open it', async () => {
    const token = await league.askForLink('otto@example.com')
    const url = `${league.application.url}/admin/login?token=${token}`
    const looks = Array.from({ length: 100 }, (_, index) =>
      fetch(url, { method: index % 2 ? 'HEAD' : 'GET' }),
    )
    for (const look of await Promise.all(looks)) expect(look.status).toBe(200)
    for (const path of ['/auth/verify-magic-link', `/auth/verify-magic-link?token=${token}`]) {
      expect(await league.visitor.get(path)).toMatchObject({ status: 404 })
    }
    expect(await verify(token)).toMatchObject({ status: 200 })
  })

  test('does not follow what a request claims to be sent to', async () => {
    league.clock.advance(HOUR_MS)
    const before = await league.askForLink('rita@example.com')
    league.clock.advance(HOUR_MS / 60)
    await postAs('evil.example', '/api/auth/send-magic-link', { email: 'rita@example.com' })
    await league.linkTo('rita@example.com', 'sign-in', before)
    const { text } = (await mails()).find(({ to }: { to: string }) => to === 'rita@example.com')
    expect(text).toContain(`${APP_URL}/admin/login?token=`)
    expect(text).not.toContain('evil')
  })
})

describe('a link to reset the password', () => {
  test('is promised to everybody alike, and mailed to the main admin alone', async () => {
    const answers = []
    for (const email of ['stranger@example.com', 'sam@example.com', CONNIE.email]) {
      answers.push(await league.visitor.post('/auth/forgot-password', { email }))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    await league.linkTo(CONNIE.email, 'reset-password')
    const resets = (await mails()).filter(
      ({ template }: { template: string }) => template === 'reset-password',
    )
    expect(resets.map(({ to }: { to: string }) => to)).toEqual([CONNIE.email])
    expect(resets[0].text).toContain(`${APP_URL}/admin/reset-password?token=`)
  })

  test('wants a good password, and is not used up by a weak one', async () => {
    const token = await league.linkTo(CONNIE.email, 'reset-password')
    expect(await reset(token, 'weak')).toMatchObject({
      status: 400,
      body: { error: 'Password must be 8 to 128 characters', details: [{ field: 'password' }] },
    })
    expect(await verify(token), 'a reset link does not sign in').toMatchObject(INVALID_LOGIN)
    const signIn = await league.askForLink('otto@example.com')
    expect(await reset(signIn, 'Rainy-Zebra-8'), 'a sign-in link does not reset').toMatchObject(INVALID_RESET)
    expect(await verify(signIn)).toMatchObject({ status: 200 })
  })

  test('is good for an hour, and then gives one new password and ends every session, however many try at once', async () => {
    const expired = await league.linkTo(CONNIE.email, 'reset-password')
    league.clock.advance(HOUR_MS)
    expect(await reset(expired, 'Rainy-Zebra-8')).toMatchObject(INVALID_RESET)
    const token = await askForReset(expired)
    league.clock.advance(HOUR_MS - 1)
    const answers = await Promise.all(Array.from({ length: 6 }, () => reset(token, 'Rainy-Zebra-8')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
    expect(await league.admin.get('/auth/me')).toMatchObject({ status: 401 })
    const login = await league.visitor.post('/auth/login', { email: CONNIE.email, password: 'Rainy-Zebra-8' })
    expect(login).toMatchObject({ status: 200 })
  })
})

/** With a false Host header, which `fetch` does not send. */
function postAs(host: string, path: string, body: unknown): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'x-forwarded-host': host, 'content-type': 'application/json' }
    const { hostname, port } = new URL(league.application.url)
    request({ hostname, port, path, method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
      .on('error', reject)
      .end(JSON.stringify(body))
  })
}
