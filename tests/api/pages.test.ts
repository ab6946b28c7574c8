import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

describe('the page that everybody gets', () => {
  let league: RunningLeague
  beforeAll(async () => {
    league = await aLeague().withPlayers('Ann').withSeason().start()
  })
  afterAll(() => league?.close())
  const pageAt = async (path: string) => (await fetch(`${league.application.url}${path}`)).text()

  test('a shared link and a home screen carry the name that the commissioner gave', async () => {
    const named = { appTitle: 'Köppel & "Sons"', appTagline: 'Who <knows>?' }
    await done(league.admin.put('/admin/settings', named))
    const html = await pageAt('/')
    expect(html).toContain('<meta property="og:title" content="Köppel &amp; &quot;Sons&quot;"')
    expect(html).toContain('<meta property="og:description" content="Who &lt;knows&gt;?"')
    expect(html).toContain('<meta name="description" content="Who &lt;knows&gt;?"')

    const [, link] = /<link rel="manifest" href="([^"]+)"/.exec(html) ?? []
    const manifest = await fetch(`${league.application.url}${link}`)
    expect(manifest.headers.get('content-type')).toMatch('application/manifest+json')
    const { name, icons } = JSON.parse(await manifest.text())
    expect(name).toBe(named.appTitle)
    for (const { src, type } of icons) {
      const icon = await fetch(`${league.application.url}${src}`)
      expect(icon.headers.get('content-type')).toBe(type)
    }
  })

  test('a shared link to the hall of fame says so', async () => {
    await done(
      league.admin.put('/admin/settings', { appTitle: 'Köppels', championshipPageTitle: 'Our <Best>' }),
    )
    const html = await pageAt('/champions?include=running')
    expect(html).toContain('<meta property="og:title" content="Our &lt;Best&gt; · Köppels"')
    expect(html).toContain('<title>Köppels</title>')
  })

  test.each(['.', ',', ')', ').', '>', '"', '%2E', '%29,', '%E2%80%9D', '。'])(
    'a link with %s behind it leads to its page',
    async (behind) => {
      const token = league.tokenFor(await league.openRound(), league.idOf('Ann'))
      for (const path of [
        `/pick/${token}`,
        '/?season=1',
        '/admin/login?token=abc_-',
        '/receipt/7ZK4-9QWM-01CD-XF3T',
      ]) {
        const answer = await fetch(`${league.application.url}${path}${behind}`)
        expect(answer.status).toBe(200)
        expect(answer.url).toBe(`${league.application.url}${path}`)
      }
    },
  )

  test('what is no slip is left as it is', async () => {
    const path = `/${'&'.repeat(40)}`
    const answer = await fetch(`${league.application.url}${path}`, { redirect: 'manual' })
    expect(answer.status).toBe(200)
  })

  test('an address keeps its letters, and leads to no other host', async () => {
    for (const path of ['/admin/users?search=Zo%C3%AB', '//example.com/.', '/%5Cexample.com.']) {
      const answer = await fetch(`${league.application.url}${path}`, { redirect: 'manual' })
      expect(answer.headers.get('location') ?? '/').toMatch(/^\/(?![/\\])/)
    }
    const { url } = await fetch(`${league.application.url}/admin/users?search=Zo%C3%AB`)
    expect(url).toMatch(/Zo%C3%AB$/)
  })

  test('a search engine reads rules for it, which the page is not', async () => {
    const answer = await fetch(`${league.application.url}/robots.txt`)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect((await answer.text()).split('\n')).toContain('User-agent: *')
  })

  test('it says what to do while its script has not come', async () => {
    expect(await pageAt('/')).toContain('Check your connection, then reload the page.')
  })

  test.each([
    ['/', ['home-page'], ['public/seasons', 'public/seasons/default']],
    ['/?season=1', ['home-page'], ['public/seasons', 'public/seasons/default']],
    ['/pick/some-token', ['pick-page'], ['picks/some-token']],
    ['/me/some-token', ['my-page'], ['me/some-token']],
    ['/pick/%22%3E<b>', ['pick-page'], []],
    ['/admin/users', [], []],
  ])('%s begins to load its own page with the first bytes, and no other', async (path, pages, data) => {
    const html = await pageAt(path)
    const ahead = [...html.matchAll(/modulepreload"[^>]*\/assets\/(\w+-page)-/g)].map(([, page]) => page)
    expect(ahead).toEqual(pages)
    const asked = [...html.matchAll(/rel="preload"[^>]*\/api\/([^"]+)"/g)].map(([, call]) => call)
    expect(asked).toEqual(data)
  })
})
