import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const MINUTE_MS = 60_000
const ENDED = { status: 401, body: { error: 'Your session has ended. Please sign in again' } }

let league: RunningLeague
/** The main admin's session of the moment. */
let main: Http
let sam: Http
beforeAll(async () => {
  league = await aLeague().start()
  main = league.admin
  await league.addAdmin('Sam')
  sam = await league.signInByMail('sam@example.com')
})
afterAll(() => league?.close())

describe('changing the own name', () => {
  test('shows at once, and the session goes on', async () => {
    expect(await sam.post('/auth/change-name', { newName: ' Samuel ' })).toMatchObject({ status: 200 })
    expect(await sam.get('/auth/me')).toMatchObject({ body: { name: 'Samuel', is_main_admin: 0 } })
  })
})

describe('changing the own address', () => {
  test('ends every session but the one that goes on under a fresh token', async () => {
    const elsewhere = await league.signInByMail('sam@example.com')
    const { status, body } = await sam.post('/auth/change-email', { newEmail: 'samuel@example.com' })
    expect(status).toBe(200)
    for (const old of [sam, elsewhere]) expect(await old.get('/auth/me')).toMatchObject(ENDED)
    sam = league.visitor.as(body.token)
    expect(await sam.get('/auth/me')).toMatchObject({ status: 200, body: { email: 'samuel@example.com' } })
  })

  test('kills the links that were mailed to the old one', async () => {
    const token = await league.askForLink('samuel@example.com')
    const { body } = await sam.post('/auth/change-email', { newEmail: 'sam@example.com' })
    sam = league.visitor.as(body.token)
    expect(await league.visitor.post('/auth/verify-magic-link', { token })).toMatchObject({ status: 401 })
  })

  test.each([
    ['nonsense', 400, 'Please enter a valid email address'],
    ['sam@example.com', 400, 'New email must be different from current email'],
    [CONNIE.email.toUpperCase(), 409, 'This email address is already in use'],
  ])('refuses %s', async (newEmail, status, error) => {
    expect(await sam.post('/auth/change-email', { newEmail })).toMatchObject({ status, body: { error } })
  })

  test('tells the old one by mail, and not what the new one is', async () => {
    const { mails } = (await main.get('/admin/outbox')).body
    const told = mails.filter(({ template }: { template: string }) => template === 'email-changed')
    expect(told.map(({ to }: { to: string }) => to)).toEqual(['samuel@example.com', 'sam@example.com'])
    expect(told[1].text).not.toContain('samuel@example.com')
    expect(told[1].text, 'nobody resets a password that there is not').not.toContain('reset')
  })

  test('frees the old one for somebody else', async () => {
    const { body } = await sam.post('/auth/change-email', { newEmail: 'sammy@example.com' })
    sam = league.visitor.as(body.token)
    const another = await main.post('/admin/admins', { name: 'Sam Two', email: 'sam@example.com' })
    expect(another).toMatchObject({ status: 201 })
  })

  test('to a new one at the same time as somebody else leaves it with one of the two', async () => {
    const other = await league.signInByMail('sam@example.com')
    const newEmail = 'wanted@example.com'
    const answers = await Promise.all([sam, other].map((who) => who.post('/auth/change-email', { newEmail })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    if (answers[0]?.status === 200) sam = league.visitor.as(answers[0].body.token)
  })
})

describe('the main admin, who has a password', () => {
  const newEmail = 'constance@example.com'
  const change = (currentPassword?: string) =>
    main.post('/auth/change-email', { newEmail, ...(currentPassword && { currentPassword }) })

  test('changes the address without it within ten minutes of signing in with it, and not through a link', async () => {
    const signIn = async (email: string) =>
      league.visitor.as(
        (await league.visitor.post('/auth/login', { email, password: CONNIE.password })).body.token,
      )
    const byLink = await league.signInByMail(CONNIE.email)
    expect(await byLink.post('/auth/change-email', { newEmail })).toMatchObject({ status: 400 })
    main = await signIn(CONNIE.email)
    league.clock.advance(10 * MINUTE_MS - 1)
    const there = await main.post('/auth/change-email', { newEmail })
    expect(there).toMatchObject({ status: 200, body: { message: 'Email changed' } })
    main = league.visitor.as(there.body.token)
    const wrong = { newEmail: CONNIE.email, currentPassword: 'Wrong-Horse-7' }
    expect(await main.post('/auth/change-email', wrong), 'a password that comes is checked').toMatchObject({
      status: 401,
    })
    const back = await main.post('/auth/change-email', { newEmail: CONNIE.email })
    expect(back).toMatchObject({ status: 200 })
    main = league.visitor.as(back.body.token)
    league.clock.advance(1)
    expect(await change(), 'a fresh token is no sign-in').toMatchObject({ status: 400 })
  })

  test('hears of a taken address before a password is asked for', async () => {
    expect(await main.post('/auth/change-email', { newEmail: 'wanted@example.com' })).toMatchObject({
      status: 409,
      body: { error: 'This email address is already in use' },
    })
  })

  test('needs it to change the address later', async () => {
    expect(await change()).toMatchObject({
      status: 400,
      body: { error: 'Password is required', details: [{ field: 'currentPassword' }] },
    })
    expect(await change('Wrong-Horse-7')).toMatchObject({
      status: 401,
      body: { error: 'The current password is not right' },
    })
    expect(await main.get('/auth/me')).toMatchObject({ status: 200, body: { email: CONNIE.email } })
  })

  test('gets no link to reset it at an address that is younger than an hour', async () => {
    const { status, body } = await change(CONNIE.password)
    expect(status).toBe(200)
    main = league.visitor.as(body.token)
    const ask = () => league.visitor.post('/auth/forgot-password', { email: newEmail })
    const resets = async () =>
      (await main.get('/admin/outbox')).body.mails.filter(
        ({ template }: { template: string }) => template === 'reset-password',
      )
    league.clock.advance(60 * MINUTE_MS - 1)
    const { message } = (await ask()).body
    expect(message).toContain('for an hour')
    await sleep(100)
    expect(await resets()).toEqual([])
    league.clock.advance(1)
    await ask()
    await expect.poll(resets).toHaveLength(1)
    const { mails } = (await main.get('/admin/outbox')).body
    const told = mails.find(
      ({ template, to }: { template: string; to: string }) =>
        template === 'email-changed' && to === CONNIE.email,
    )
    expect(told.text).toContain('For one hour, nobody can reset the password through the new address.')
  })
})

describe('changing the own password', () => {
  const passwords = { currentPassword: CONNIE.password, newPassword: 'Cloudy-Ox-9' }

  test('wants the current one', async () => {
    const wrong = { ...passwords, currentPassword: 'Wrong-Horse-7' }
    expect(await main.post('/auth/change-password', wrong)).toMatchObject({
      status: 401,
      body: { error: 'The current password is not right' },
    })
    expect(await main.get('/auth/me'), 'the session goes on').toMatchObject({ status: 200 })
  })

  test('wants a good new one', async () => {
    const weak = { ...passwords, newPassword: 'Password-7' }
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const answer = await main.post('/auth/change-password', weak)
      expect(answer, 'what the rules refuse is no guess').toMatchObject({ status: 400 })
    }
    const common = { ...passwords, newPassword: 'Constance-2026!' }
    expect(await main.post('/auth/change-password', common)).toMatchObject({
      status: 400,
      body: { error: 'Password is too easy to guess: use more or less common words' },
    })
  })

  test('ends every session but the one that goes on under a fresh token', async () => {
    const login = { email: 'constance@example.com', password: CONNIE.password }
    const elsewhere = league.visitor.as((await league.visitor.post('/auth/login', login)).body.token)
    const { status, body } = await main.post('/auth/change-password', passwords)
    expect(status).toBe(200)
    for (const old of [main, elsewhere]) expect(await old.get('/auth/me')).toMatchObject(ENDED)
    main = league.visitor.as(body.token)
    expect(await main.get('/auth/me')).toMatchObject({ status: 200 })
  })

  test('guessing the current one is limited, even with a session', async () => {
    const wrong = { ...passwords, newPassword: 'Cloudy-Ox-8', currentPassword: 'Wrong-Horse-7' }
    const statuses = []
    for (let guess = 0; guess < 10; guess += 1) {
      statuses.push((await main.post('/auth/change-password', wrong)).status)
    }
    expect(statuses).toContain(429)
  })
})

test('setup is done once', async () => {
  expect(
    await main.post('/auth/initial-setup', {
      newName: 'Again',
      newEmail: 'again@example.com',
      newPassword: 'Cloudy-Ox-7',
    }),
  ).toMatchObject({ status: 409, body: { error: 'Setup has already been completed' } })
})
