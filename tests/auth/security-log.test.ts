import { TOTP } from 'otpauth'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
const lines: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  league = await aLeague().start({ log })
  await league.addAdmin('Sam')
})
afterAll(() => league?.close())

type Line = { msg: string; security?: { account: string | null; network: string } }

/** The lines that an act left, without those before it. */
async function linesOf(act: () => Promise<unknown>): Promise<Line[]> {
  lines.length = 0
  await act()
  // The line of a refusal follows its answer.
  await league.visitor.get('/health')
  return lines.map((line): Line => JSON.parse(line)).filter(({ security }) => security)
}

const messages = (told: Line[]) => told.map(({ msg }) => msg)
const login = (password: string) => league.visitor.post('/auth/login', { email: CONNIE.email, password })

test('tells of sign-ins that succeed and fail, of the lock, and of what is refused after it', async () => {
  const told = await linesOf(async () => {
    await login(CONNIE.password)
    for (let guess = 0; guess < 6; guess += 1) await login('Wrong-Horse-7')
  })
  expect(messages(told)).toEqual([
    'sign-in: succeeded',
    ...Array(4).fill('sign-in: failed'),
    'sign-in: locked',
    'request: refused',
  ])
  expect(new Set(told.map(({ security }) => security?.account)).size).toBe(1)
  expect(new Set(told.map(({ security }) => security?.network)).size).toBe(1)
})

test('tells of links, known address or not, and holds neither address nor network nor token in clear', async () => {
  let token = ''
  const told = await linesOf(async () => {
    token = await league.askForLink('sam@example.com')
    await league.visitor.post('/auth/verify-magic-link', { token })
    await league.visitor.post('/auth/verify-magic-link', { token })
    await league.visitor.post('/auth/forgot-password', { email: 'stranger@example.com' })
  })
  expect(messages(told)).toEqual(['link: asked', 'link: succeeded', 'link: failed', 'link: asked'])
  for (const secret of ['@', '127.0.0.1', token]) expect(JSON.stringify(told)).not.toContain(secret)
})

test('tells of a second factor that is turned on, asked for, missed and shown, and holds no code', async () => {
  const sam = await league.signInByMail((await league.addAdmin('Dana')).email)
  const codeOf = (secret: string) =>
    new TOTP({ secret }).generate({ timestamp: Date.parse(league.clock.now()) })
  const secrets: string[] = []
  const told = await linesOf(async () => {
    const { secret } = await done(sam.post('/auth/second-factor/setup', {}))
    await done(sam.post('/auth/second-factor/confirm', { code: codeOf(secret) }))
    const token = await league.askForLink('dana@example.com')
    const { challenge } = await done(league.visitor.post('/auth/verify-magic-link', { token }))
    const verify = (code: string) => league.visitor.post('/auth/verify-second-factor', { challenge, code })
    await verify('no code')
    await done(verify(codeOf(secret)))
    secrets.push(secret, challenge)
  })
  expect(messages(told)).toEqual([
    'second factor change: succeeded',
    'link: asked',
    'link: succeeded',
    'second factor: asked',
    'second factor: failed',
    'second factor: succeeded',
  ])
  for (const secret of secrets) expect(JSON.stringify(told)).not.toContain(secret)
})

test('tells of a changed password and address, of a wrong current password, and of a forbidden call', async () => {
  const sam = await league.signInByMail('sam@example.com')
  const change = (currentPassword: string, newPassword: string) =>
    league.admin.post('/auth/change-password', { currentPassword, newPassword })
  const told = await linesOf(async () => {
    await sam.get('/admin/admins')
    await sam.post('/auth/change-email', { newEmail: 'samuel@example.com' })
    await change('Wrong-Horse-7', 'Cloudy-Ox-9')
    await change(CONNIE.password, 'Cloudy-Ox-9')
  })
  expect(messages(told)).toEqual([
    'request: refused',
    'address change: succeeded',
    'request: failed',
    'password change: succeeded',
  ])
})

test('tells of requests that were too many', async () => {
  const told = await linesOf(async () => {
    for (let count = 0; count < 6; count += 1) {
      await league.visitor.post('/auth/forgot-password', { email: 'another@example.com' })
    }
  })
  expect(messages(told).slice(-2)).toEqual(['link: asked', 'request: too many'])
})
