import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_WORDS } from '../../platform/config/config-values.ts'
import { sourceFiles } from '../architecture/source-files.ts'
import { applicationForTest } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { done, http, textOf } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'

const PATH = '/a/b'
const APP_URL = `https://home.example${PATH}`

let league: RunningLeague
let mailServer: MailServer
let token: string
beforeAll(async () => {
  mailServer = await startMailServer()
  league = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound()
    .start({ config: { appUrl: APP_URL, smtp: mailServer.smtp } })
  token = league.tokenFor(league.roundId, league.idOf('Ann'))
})
afterAll(async () => {
  await league?.close()
  await mailServer?.close()
})

const ask = (path: string, init?: RequestInit) =>
  fetch(`${league.application.url}${path}`, { redirect: 'manual', ...init })

/** Of every link and file in HTML. */
const addressesIn = (html: string) =>
  [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, address = '']) => address)

describe.each([
  ['passes its path on', PATH],
  ['takes its path away', ''],
])('behind a proxy that %s', (_, sent) => {
  test.each(['/', '/rules', '/admin/login', '/pick/some-token', '/api/docs'])(
    '%s leads nowhere but below the path',
    async (path) => {
      const answer = await ask(sent + path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-security-policy')).toContain("base-uri 'none'")
      const addresses = addressesIn(await answer.text())
      expect(addresses.length).toBeGreaterThan(0)
      for (const address of addresses) {
        expect(address).toMatch(/^\/a\/b\//)
        if (address.includes('some-token')) continue
        expect((await ask(address.replace(PATH, sent))).status, address).toBe(200)
      }
    },
  )

  test('the page says where it is, and the same is kept for both', async () => {
    const html = await (await ask(`${sent}/`)).text()
    expect(html).toContain(`data-path="${PATH}"`)
    expect(html).toBe(await (await ask(`${sent === '' ? PATH : ''}/`)).text())
  })

  test('an app on a home screen is that of the path', async () => {
    const manifest = JSON.parse(await (await ask(`${sent}/site.webmanifest`)).text())
    const home = `${PATH}/`
    expect(manifest).toMatchObject({ id: home, start_url: home, scope: home })
    for (const { src } of manifest.icons) expect(src).toMatch(/^\/a\/b\/[^/]+$/)
  })

  test('calls, their description and the live stream are there', async () => {
    const api = http(`${league.application.url}${sent}`)
    expect((await api.get('/health/ready')).status).toBe(200)
    expect((await api.get('/docs/json')).body.servers[0].url).toBe(PATH)
    expect((await api.get(`/picks/${token}`)).status).toBe(200)
    expect((await api.get('/auth/me')).status).toBe(401)
    expect((await api.get('/nothing')).status).toBe(404)
    expect((await api.as(league.admin.token).get('/auth/me')).body.isMainAdmin).toBe(true)
    const live = await ask(`${sent}/api/public/live`)
    expect(live.headers.get('content-type')).toMatch('text/event-stream')
    await textOf(live)
  })

  test('a calendar leads to the standings', async () => {
    const body = await (await ask(`${sent}/api/public/seasons/${league.seasonId}/calendar.ics`)).text()
    const [, url] = /^URL;VALUE=URI:(.*)$/m.exec(body.replaceAll(/\r\n /g, '')) ?? []
    expect(url?.trim()).toBe(`${APP_URL}/?season=${league.seasonId}&sport=${league.roundId}`)
  })

  test('the page of reminders opens, and its button works', async () => {
    const playerId = league.idOf('Bob')
    const path = `${sent}/reminders/${league.links.reminders.tokenFor([{ playerId }])}`
    expect((await ask(path)).status).toBe(200)
    const body = 'List-Unsubscribe=One-Click'
    expect((await ask(path, { method: 'POST', body })).status).toBe(200)
    const wrong = await ask(`${sent}/reminders/no-token`)
    expect(addressesIn(await wrong.text())).toEqual([`${PATH}/my-link`])
  })

  test('a link with a full stop behind it leads to its page', async () => {
    for (const path of ['/proof', `/pick/${token}`, '/?season=1']) {
      expect((await ask(`${sent}${path}.`)).headers.get('location')).toBe(`${PATH}${path}`)
    }
  })
})

test.each([
  [PATH, `${PATH}/`],
  [`${PATH}?season=1`, `${PATH}/?season=1`],
  [`${PATH}.`, `${PATH}/`],
])('%s leads to %s', async (path, location) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await ask(path, { method })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, location])
  }
})

test('the viewer of the API finds its files', async () => {
  const viewer = await applicationForTest({ config: { appUrl: APP_URL, enableDevTools: true } })
  const html = await (await fetch(`${viewer.url}/api/docs`)).text()
  for (const address of addressesIn(html)) {
    expect(address).toMatch(/^\/a\/b\/api\/docs\/static\//)
    expect((await fetch(`${viewer.url}${address}`)).status).toBe(200)
  }
  await viewer.close()
})

test('some clients name the host of what they ask for', async () => {
  const asked = request(league.application.url, { path: `${APP_URL}/api/health/ready` }).end()
  const [answer] = await once(asked, 'response')
  expect(answer.headers['content-type']).toMatch('application/json')
  answer.resume()
})

test('what begins like the path and is another one is not below it', async () => {
  expect((await ask(`${PATH}c/api/health/ready`)).headers.get('content-type')).toMatch('text/html')
})

test('every address in every mail is below the path', async () => {
  const { clock, admin, visitor, roundId, seasonId } = league
  await mailServer.mailTo('ann@example.com', 'Football')
  await done(admin.post(`/admin/rounds/${roundId}/send-reminder`))
  await eventually('the reminder', async () => mailServer.mails.length > 2)
  await done(visitor.post(`/picks/${token}`, { picks: ['Reds'] }))
  const { url } = await done(admin.post(`/admin/rounds/${roundId}/participants/${league.idOf('Ann')}/link`))
  expect(url).toMatch(`${APP_URL}/pick/`)
  clock.advance(60_000)
  await done(admin.post(`/admin/rounds/${roundId}/lock`))
  await done(admin.post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: 'Reds' }))
  await done(admin.post(`/admin/seasons/${seasonId}/end`))
  await visitor.post('/auth/send-magic-link', { email: 'connie@example.com' })
  await eventually('the mails about the end and to sign in', async () =>
    ['/champions', '/admin/login'].every((page) => mailServer.mails.some(({ text }) => text?.includes(page))),
  )
  const kinds = new Set<string>()
  for (const { text, html, headers } of mailServer.mails) {
    const unsubscribe = headers.find(({ key }) => key === 'list-unsubscribe')?.value
    for (const [, address = ''] of `${text} ${html} ${unsubscribe}`.matchAll(/(https?:\/\/[^\s"'<>]+)/g)) {
      expect(`${address}/`).toMatch(`${APP_URL}/`)
      kinds.add(address.slice(APP_URL.length).replace(/^(\/\w*).*/, '$1'))
    }
  }
  expect([...kinds]).toEqual(
    expect.arrayContaining(['/pick', '/reminders', '/seasons', '/champions', '/admin', '/']),
  )
})

test('a path cannot begin like an address of our own', () => {
  const screens = sourceFiles()
    .filter(({ path }) => /^web\/(router|seldom-routes)\.tsx$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/ path="([a-z-]+)/g)].map(([, word = '']) => word))
  const topics = Object.keys(league.links)
  expect(screens.length).toBeGreaterThan(10)
  expect([...OWN_WORDS].sort()).toEqual([...new Set([...screens, ...topics, 'api', 'assets'])].sort())
})
