import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../api/contract/sessions.ts'
import { done, type Http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const MINUTE_MS = 60_000
const ENDED = { status: 401, body: { error: 'Your session has ended. Please sign in again' } }
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague().start({
    config: { jwtExpirySeconds: 8 * 3_600, sessionIdleMinutes: 30, trustProxy: ['127.0.0.1'] },
  })
})
afterAll(() => league?.close())

/** From that browser, behind that address. */
async function signIn(userAgent = FIREFOX, client = '203.0.113.9'): Promise<Http & { token: string }> {
  const response = await fetch(`${league.application.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, 'x-forwarded-for': client },
    body: JSON.stringify({ email: CONNIE.email, password: CONNIE.password }),
  })
  const { token } = (await response.json()) as { token: string }
  return { ...league.visitor.as(token), token }
}

const me = (who: Http) => who.get('/auth/me')
const sessions = async (who: Http): Promise<Session[]> => done(who.get('/auth/sessions'))

describe('a session', () => {
  test('ends on the server when its admin signs out, and no other one does', async () => {
    const [leaving, staying] = [await signIn(), await signIn()]
    expect(await leaving.post('/auth/logout')).toMatchObject({ status: 200, body: { message: 'Signed out' } })
    expect(await me(leaving)).toMatchObject(ENDED)
    expect(await leaving.post('/auth/logout')).toMatchObject(ENDED)
    expect(await me(staying)).toMatchObject({ status: 200 })
  })

  test('is told by its browser and its network, without the last half of it', async () => {
    const here = await signIn(IPHONE, '2001:db8:1:2::3')
    const all = await sessions(here)
    const own = all.find(({ isCurrent }) => isCurrent)
    const other = all.find(({ device }) => device.startsWith('Firefox'))
    expect(own).toMatchObject({ device: 'Safari on an iPhone', network: '2001:db8:x', isCurrent: true })
    expect(other).toMatchObject({ device: 'Firefox on Windows', network: '203.0.x.x', isCurrent: false })
    expect(own).toMatchObject({ created_at: league.clock.now(), last_used_at: league.clock.now() })
  })

  test('can be ended from another one, and by nobody else', async () => {
    const [here, lost] = [await signIn(), await signIn(IPHONE)]
    const id = (await sessions(lost)).find(({ isCurrent }) => isCurrent)?.id
    const { email } = await league.addAdmin('Nosy')
    const nosy = await league.signInByMail(email)
    expect(await nosy.delete(`/auth/sessions/${id}`)).toMatchObject({ status: 404 })
    expect(await me(lost)).toMatchObject({ status: 200 })
    expect(await here.delete(`/auth/sessions/${id}`)).toMatchObject({ status: 200 })
    expect(await me(lost)).toMatchObject(ENDED)
    expect(await here.delete(`/auth/sessions/${id}`)).toMatchObject({ status: 404 })
    expect(await here.delete("/auth/sessions/'or'x")).toMatchObject({ status: 404 })
  })
})

describe('signing out everywhere', () => {
  test('is done to another admin by the main admin, and never to the main admin', async () => {
    const main = league.admin
    const { id, email } = await league.addAdmin('Sam')
    const sam = await league.signInByMail(email)
    const [connie] = (await done(main.get('/admin/admins'))).slice(-1)
    expect(await sam.delete(`/admin/admins/${id}/sessions`)).toMatchObject({ status: 403 })
    expect(await main.delete(`/admin/admins/${id}/sessions`)).toMatchObject({ status: 200 })
    expect(await me(sam)).toMatchObject(ENDED)
    expect(await main.delete(`/admin/admins/${connie.id}/sessions`)).toMatchObject({ status: 403 })
    expect(await me(main)).toMatchObject({ status: 200 })
  })

  test('ends every session and every link of the admin, and the history tells it', async () => {
    const [here, elsewhere] = [await signIn(), await signIn(IPHONE)]
    const token = await league.askForLink(CONNIE.email)
    expect(await here.delete('/auth/sessions')).toMatchObject({ status: 200 })
    for (const who of [here, elsewhere, league.admin]) expect(await me(who)).toMatchObject(ENDED)
    expect(await league.visitor.post('/auth/verify-magic-link', { token })).toMatchObject({ status: 401 })
    const back = await signIn()
    expect(await sessions(back)).toHaveLength(1)
    expect((await back.get('/admin/history?kind=admins')).text).toContain('signed out everywhere')
  })
})

describe('a session that nobody uses', () => {
  test('ends after half an hour, and not before', async () => {
    const used = await signIn()
    const unused = await signIn()
    for (let times = 0; times < 3; times += 1) {
      league.clock.advance(29 * MINUTE_MS)
      expect(await me(used)).toMatchObject({ status: 200 })
    }
    expect(await me(unused)).toMatchObject(ENDED)
    league.clock.advance(31 * MINUTE_MS)
    expect(await me(used)).toMatchObject(ENDED)
  })

  test('or after its lifetime, however much it is used', async () => {
    const used = await signIn()
    const { iat, exp } = JSON.parse(atob(used.token.split('.')[1] ?? ''))
    expect(exp - iat).toBe(8 * 3_600)
    for (let hours = 0.25; hours < 8; hours += 0.25) {
      league.clock.advance(15 * MINUTE_MS)
      expect(await me(used)).toMatchObject({ status: 200 })
    }
    league.clock.advance(15 * MINUTE_MS)
    expect(await me(used)).toMatchObject(ENDED)
  })

  test('is not kept alive by a page that refreshes itself', async () => {
    const left = await signIn()
    for (let minute = 0; minute < 30; minute += 1) {
      league.clock.advance(MINUTE_MS)
      expect(await left.get('/auth/me', { 'x-unattended': 'yes' })).toMatchObject({ status: 200 })
    }
    league.clock.advance(MINUTE_MS)
    expect(await left.get('/auth/me', { 'x-unattended': 'yes' })).toMatchObject(ENDED)
  })
})
