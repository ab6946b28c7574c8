import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '../../api/server/limits.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import { LINK_MAY_COME, type RunningLeague } from '../support/league/running.ts'
import { openApiDocument, operationsOf } from '../support/openapi.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const TOO_MANY_LINKS = 'Too many login requests. Please wait a few minutes and try again.'
const TOO_MANY = 'Too many attempts. Please wait a few minutes and try again.'

let league: RunningLeague
beforeAll(async () => {
  const fifty = Array.from({ length: 50 }, (_, player) => ({ name: `Player ${player}`, email: null }))
  const plan = aLeague().withPlayers(fifty).withSeason().withRound()
  league = await plan.start({ config: { trustProxy: ['127.0.0.1'] } })
})
afterAll(() => league?.close())
beforeEach(() => league.clock.advance(2 * HOUR_MS))

/** As somebody at this address asks, through a proxy that is trusted. */
async function post(path: string, body: unknown, client = '203.0.113.1') {
  const response = await fetch(`${league.application.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')),
    body: await response.json(),
  }
}

async function repeat<T>(times: number, once: (index: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (let index = 0; index < times; index += 1) answers.push(await once(index))
  return answers
}

const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))]

describe.each([
  ['/auth/send-magic-link', TOO_MANY_LINKS],
  ['/auth/forgot-password', TOO_MANY],
])('%s', (path, error) => {
  test.each(['stranger@example.com', CONNIE.email])(
    'takes five an hour for %s from one client, and a stranger does not use them up',
    async (email) => {
      const ask = () => post(path, { email })
      expect(statuses(await repeat(5, () => post(path, { email }, '203.0.113.66')))).toEqual([200])
      expect(statuses(await repeat(5, ask))).toEqual([200])
      const refused = await ask()
      expect(refused).toMatchObject({ status: 429, body: { error } })
      expect(refused.retryAfter).toBeGreaterThan(0)
      expect(refused.retryAfter).toBeLessThanOrEqual((1.5 * HOUR_MS) / 1000)
      expect(await post(path, { email: email.toUpperCase() })).toMatchObject({ status: 429 })
      league.clock.advance(refused.retryAfter * 1000)
      expect(await ask()).toMatchObject({ status: 200 })
    },
  )

  test('is open to the owner, from however many networks strangers ask', async () => {
    const ask = (index: number) => post(path, { email: CONNIE.email }, `203.0.113.${index}`)
    expect(statuses(await repeat(80, ask))).toEqual([200])
  })

  test('takes thirty an hour from one client, for whomever', async () => {
    const ask = (index: number) => post(path, { email: `nobody-${index}@example.com` })
    expect(statuses(await repeat(30, ask))).toEqual([200])
    expect(await ask(31)).toMatchObject({ status: 429 })
    expect(await post(path, { email: 'a@example.com' }, '203.0.113.2')).toMatchObject({ status: 200 })
  })
})

test('an IPv6 client counts with the network behind it', async () => {
  const ask = (index: number) =>
    post('/auth/send-magic-link', { email: `six-${index}@example.com` }, `2001:db8:1:2::${index}`)
  await repeat(30, ask)
  expect(await ask(31)).toMatchObject({ status: 429 })
  const other = await post('/auth/send-magic-link', { email: 'six@example.com' }, '2001:db8:1:3::1')
  expect(other).toMatchObject({ status: 200, body: { message: LINK_MAY_COME } })
})

test('guessing the tokens of links is limited for each client', async () => {
  const paths = ['/auth/verify-magic-link', '/auth/reset-password']
  const guess = (index: number, client?: string) =>
    post(paths[index % 2] ?? '', { token: `guess-${index}`, password: 'Sunny-Horse-8' }, client)
  expect(statuses(await repeat(60, guess))).toEqual([401])
  expect(await guess(61)).toMatchObject({ status: 429, body: { error: TOO_MANY } })
  expect(await guess(62, '203.0.113.2')).toMatchObject({ status: 401 })
})

test('sign-ins are limited for each client and for each account, and a lock costs no hash', async () => {
  const login = (email: string, client: string) =>
    post('/auth/login', { email, password: 'Wrong-Horse-7' }, client)
  await Promise.all(Array.from({ length: 5 }, () => login('x@example.com', '203.0.113.5')))
  const account = await repeat(26, (index) => login('x@example.com', `203.0.114.${index}`))
  expect(account.map(({ status }) => status)).toEqual([...Array(25).fill(403), 429])
  const client = await repeat(31, () => login('X@example.com', '203.0.115.1'))
  expect(statuses(client)).toEqual([429])
})

describe('pick links behind one address', () => {
  let tokens: string[]
  beforeAll(() => {
    tokens = league.playerIds.map((playerId) => league.tokenFor(league.roundId, playerId))
  })

  test('fifty players pick at once, and open their links again and again', async () => {
    const picks = await Promise.all(tokens.map((token) => post(`/picks/${token}`, { picks: ['Reds'] })))
    expect(statuses(picks)).toEqual([200])
    const looks = await Promise.all(
      [...tokens, ...tokens, ...tokens].map((token) => league.visitor.get(`/picks/validate/${token}`)),
    )
    expect(statuses(looks)).toEqual([200])
    const own = await Promise.all(tokens.map((token) => league.visitor.get(`/picks/${token}`)))
    expect(statuses(own)).toEqual([200])
  })

  test('a neighbour who guesses is refused, and nobody else', async () => {
    const guess = (index: number) => post(`/picks/1-${index}-1-aaaaaaaaaaaaaaaaaaaaaa`, { picks: ['Reds'] })
    expect(statuses(await repeat(30, guess))).toEqual([404])
    const refused = await guess(31)
    expect(refused).toMatchObject({ status: 429, body: { error: TOO_MANY } })
    expect(refused.retryAfter).toBeGreaterThan(0)
    expect(await post(`/picks/${tokens[0]}`, { picks: ['Blues'] })).toMatchObject({ status: 200 })
    const head = await fetch(`${league.application.url}/api/picks/validate/1-99-1-aaaaaaaaaaaaaaaaaaaaaa`, {
      method: 'HEAD',
      headers: { 'x-forwarded-for': '203.0.113.1' },
    })
    expect(head.status, 'without asking for the body').toBe(429)
    league.clock.advance((15 * MINUTE_MS) / 2 + refused.retryAfter * 1000)
    expect(await guess(32)).toMatchObject({ status: 404 })
  })
})

test.each([
  ['203.0.113.77', (port: number) => `203.0.113.77:${port}`],
  ['an address of IPv6', (port: number) => `[2001:db8:7::5]:${port}`],
  ['a trusted hop behind it', (port: number) => `203.0.113.78:${port}, 127.0.0.1:${port}`],
])('a proxy that names ports does not make every connection another client: %s', async (_, client) => {
  const next = (index: number) => post('/auth/request-login', { email: 'a@b' }, client(40_000 + index))
  expect(statuses(await repeat(60, next))).toEqual([200])
  expect(await next(61)).toMatchObject({ status: 429 })
})

test('every call that takes a password, a code or a token in its body has a limit', async () => {
  const calls = operationsOf(await openApiDocument(league.application.url))
    .filter(({ requestBody }) =>
      /"(password|currentPassword|code|token)":\{/.test(JSON.stringify(requestBody)),
    )
    .map(({ call }) => call)
  expect(calls).toContain('POST /auth/login')
  const limited = new Set<string>(LIMITS.flatMap(({ routes }) => routes))
  expect(calls.filter((call) => !limited.has(call))).toEqual([])
})

test('no two limits count under one name', () => {
  const names = LIMITS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('without a trusted proxy nobody chooses their own address', async () => {
  const open = await aLeague().start()
  const ask = (index: number) =>
    fetch(`${open.application.url}/api/auth/send-magic-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${index}` },
      body: JSON.stringify({ email: `nobody-${index}@example.com` }),
    })
  expect(statuses(await repeat(30, ask))).toEqual([200])
  expect(await ask(31)).toMatchObject({ status: 429 })
  await open.close()
})
