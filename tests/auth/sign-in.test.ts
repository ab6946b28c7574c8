import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { temporaryFolder } from '../support/folder.ts'
import { http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import { LINK_MAY_COME, type RunningLeague } from '../support/league/running.ts'

const LOCK_MS = 15 * 60_000
const REFUSED = { status: 401, body: { error: 'Login failed. Please check your credentials.' } }

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague().start()
  await league.addAdmin('Sam')
})
afterAll(() => league?.close())

const login = (email: string, password: string) => league.visitor.post('/auth/login', { email, password })

describe('the first step', () => {
  test('asks the main admin for a password', async () => {
    expect(await league.visitor.post('/auth/request-login', { email: CONNIE.email })).toMatchObject({
      status: 200,
      body: { requiresPassword: true },
    })
  })

  test('answers a secondary admin and a stranger to the letter alike', async () => {
    const sam = await league.visitor.post('/auth/request-login', { email: 'sam@example.com' })
    const stranger = await league.visitor.post('/auth/request-login', { email: 'stranger@example.com' })
    expect(sam).toMatchObject({ status: 200, body: { requiresPassword: false, message: LINK_MAY_COME } })
    expect({ status: stranger.status, text: stranger.text }).toEqual({ status: sam.status, text: sam.text })
  })
})

describe('signing in with a password', () => {
  test('opens a session, whatever the case of the address', async () => {
    const { status, body } = await login(CONNIE.email.toUpperCase(), CONNIE.password)
    expect({ status, admin: body.admin }).toEqual({
      status: 200,
      admin: {
        id: expect.any(Number),
        name: CONNIE.name,
        email: CONNIE.email,
        isMainAdmin: true,
        mustChangePassword: false,
      },
    })
    expect(JSON.parse(atob(body.token.split('.')[1]))).toMatchObject({
      adminId: body.admin.id,
      email: CONNIE.email,
      isMainAdmin: true,
    })
    expect(await league.visitor.as(body.token).get('/auth/me')).toMatchObject({ status: 200 })
  })

  test('refuses an unknown address, a wrong password and an admin without one alike', async () => {
    const answers = [
      await login('stranger@example.com', CONNIE.password),
      await login(CONNIE.email, 'Not-The-Horse-7'),
      await login('sam@example.com', CONNIE.password),
    ]
    for (const answer of answers) expect(answer).toMatchObject(REFUSED)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })
})

describe('after five failures', () => {
  test.each(['sam@example.com', 'unknown@example.com'])('%s is locked out for a quarter', async (email) => {
    const left = email === 'sam@example.com' ? 4 : 5
    for (let failure = 0; failure < left; failure += 1) {
      expect(await login(email, 'Wrong-Password-7')).toMatchObject(REFUSED)
    }
    const lockedUntil = new Date(Date.parse(league.clock.now()) + LOCK_MS).toISOString()
    const locked = await login(email, 'Wrong-Password-7')
    expect(locked).toMatchObject({ status: 403, body: { lockedUntil } })
    expect(locked.body.error).toContain('Too many failed sign-ins')
  })

  test('the right password does not help the main admin, a link by mail does', async () => {
    league.clock.advance(LOCK_MS)
    await Promise.all(Array.from({ length: 5 }, () => login(CONNIE.email, 'Wrong-Password-7')))
    expect(await login(CONNIE.email, CONNIE.password)).toMatchObject({ status: 403 })
    const session = await league.signInByMail(CONNIE.email)
    expect(await session.get('/auth/me')).toMatchObject({ status: 200, body: { email: CONNIE.email } })
    expect(await login(CONNIE.email, CONNIE.password), 'whoever came in by mail').toMatchObject({
      status: 200,
    })
  })

  test('guesses that come all at once are not all looked at', async () => {
    league.clock.advance(LOCK_MS)
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => login('burst@example.com', 'Wrong-Password-7')),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(4)
  })

  test('a restart forgets nothing, and time opens the lock', async () => {
    const folder = await temporaryFolder()
    await copyTemplate(folder.path)
    const { clock } = league
    const start = () => applicationForTest({ clock, dataDir: folder.path })
    const ask = (url: string) =>
      http(url).post('/auth/login', { email: 'x@example.com', password: 'Wrong-Password-7' })

    const before = await start()
    for (let failure = 0; failure < 5; failure += 1) await ask(before.url)
    await before.close()
    const after = await start()
    expect(await ask(after.url)).toMatchObject({ status: 403, body: { lockedUntil: expect.any(String) } })
    clock.advance(LOCK_MS)
    expect(await ask(after.url)).toMatchObject(REFUSED)
    await after.close()
    await folder.remove()
  })
})
