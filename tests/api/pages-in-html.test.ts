import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const NAME = '<img src=x onerror=alert(1)>'

describe('what the server writes into the page, to be read before the script has come', () => {
  let league: RunningLeague
  let token: string
  beforeAll(async () => {
    const plan = aLeague()
      .withPlayers('Ann', NAME)
      .withSeason()
      .withRound({ lockTime: '2027-01-11T12:00:00Z', timezone: 'America/New_York' })
    league = await plan.start()
    await done(league.admin.put(`/admin/rounds/${league.roundId}/weight`, { weight: 2 }))
    token = league.tokenFor(league.roundId, league.idOf('Ann'))
  })
  afterAll(() => league?.close())
  const pageAt = async (path: string) => {
    const answer = await fetch(`${league.application.url}${path}`)
    const html = await answer.text()
    const [, root = ''] = /<div id="root">([\s\S]*?)<\/div>/.exec(html) ?? []
    // The league's own words, without the tags around them.
    const words = (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    return { html, root, words, headers: answer.headers, status: answer.status }
  }
  const eventCount = async () => (await done(league.admin.get('/admin/history'))).total

  test('a pick page: the sport, its lock, that nothing is picked, and the teams', async () => {
    const { words, headers } = await pageAt(`/pick/${token}`)
    expect(words).toMatch(/Hi Ann , make your pick for Football +Counts double · up to 12 points/)
    expect(words).toContain('Picks lock Mon, Jan 11, 7:00 AM EST')
    expect(words).toContain('Your pick Nothing is saved yet. Teams')
    expect(words).toContain('Reds')
    expect(headers.get('cache-control')).toBe('private, no-cache')
  })

  test('after a pick what is saved, and reading changes nothing', async () => {
    await done(league.visitor.post(`/picks/${token}`, { picks: ['Reds'] }))
    const before = await eventCount()
    const { words } = await pageAt(`/pick/${token}`)
    expect(words).toMatch(/Your pick Reds Saved Sun, Jan 10/)
    expect(await eventCount()).toBe(before)
  })

  test('another player reads nothing of it, and a name that is a program is a name', async () => {
    const { html, words } = await pageAt(`/pick/${league.tokenFor(league.roundId, league.idOf(NAME))}`)
    expect(words).toContain('Nothing is saved yet.')
    expect(words).not.toContain('Ann')
    expect(html).toContain('Hi <bdi>&lt;img src=x onerror=alert(1)&gt;</bdi>')
    expect(html).not.toContain('<img')
  })

  test.each([
    '/pick/1-1-1-x',
    '/pick/%22%3E<b>',
    `/pick/${'x'.repeat(300)}`,
    '/pick/',
    '/pick/1/2',
    '/admin/users',
  ])('%s comes with its head alone', async (path) => {
    const { root, status } = await pageAt(path)
    expect(status).toBe(200)
    expect(root.trim()).toMatch(/^<header[^>]*>.*<\/header>\s*<div class="waiting">(\s*<p>[^<]+<\/p>)+$/)
  })

  test('home: the season and its table, the first ten', async () => {
    for (const path of ['/', `/?season=${league.seasonId}&utm_source=mail`]) {
      const { words } = await pageAt(path)
      expect(words, path).toContain(
        'Family Cup Rules · Changes · Statistics · Calendar · Lost your link? Standings &lt;img src=x onerror=alert(1)&gt; 0 pts Ann 0 pts',
      )
    }
    const { html } = await pageAt('/')
    const avatar = `<span data-tint="1" data-letters="An" aria-hidden="true"></span>`
    expect(html).toContain(`${avatar} <bdi>Ann</bdi>`)
    expect(html, 'its colour').toContain('[data-tint="1"]')
    for (const query of ['season=nonsense', 'season=1&season=2', 'season=999'])
      expect(await pageAt(`/?${query}`), 'left to the script').toMatchObject({ status: 200, words: '' })
  })

  test('the policy allows the script and the styles of the page, and nothing else', async () => {
    const { html, headers } = await pageAt(`/pick/${token}`)
    const policy = headers.get('content-security-policy')
    for (const tag of ['script', 'style']) {
      const [, text = ''] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html) ?? []
      const hash = createHash('sha256').update(text).digest('base64')
      expect(policy).toContain(`; ${tag}-src 'self' 'sha256-${hash}';`)
    }
    const { headers: elsewhere } = await pageAt('/api/health')
    expect(elsewhere.get('content-security-policy')).not.toContain('sha256')
  })

  test('after the lock it says so', async () => {
    const round = `/admin/rounds/${league.roundId}`
    await done(league.admin.post(`${round}/cancel`, { reason: 'Rain' }))
    expect((await pageAt(`/pick/${token}`)).words).toContain('Lock time')
    await done(league.admin.post(`${round}/reinstate`, {}))
    const other = league.tokenFor(league.roundId, league.idOf(NAME))
    await done(league.visitor.post(`/picks/${other}`, { picks: ['Blues'] }))
    await league.lockAt('2027-01-11T12:00:01.000Z')
    const { words } = await pageAt(`/pick/${token}`)
    expect(words).toContain('Locked since')
    expect(words).not.toContain('Teams')
  })

  test('home shows from the lock until the result what everybody picked, in bars that need no script', async () => {
    const { html, words } = await pageAt('/')
    expect(words).toContain(
      'Football Blues ★ only &lt;img src=x onerror=alert(1)&gt; 1 Reds ★ only Ann 1 Standings',
    )
    expect(html.match(/<svg width="50%"/g)).toHaveLength(2)
    expect(html.match(/<main[\s\S]*<\/main>/)?.[0]).not.toContain('style=')
    await done(league.admin.post(`/admin/rounds/${league.roundId}/complete`, { firstPlaceTeam: 'Reds' }))
    const { html: scored, words: told } = await pageAt('/')
    expect(scored).not.toContain('class="bars"')
    expect(told).toContain('Only Ann had Reds, the winner of Football. Standings')
    await done(league.admin.post(`/admin/rounds/${league.roundId}/unlock`))
  })

  test('of a sport that was deleted the page tells nothing', async () => {
    await done(league.admin.post(`/admin/rounds/${league.roundId}/soft-delete`))
    expect((await pageAt(`/pick/${token}`)).words).toBe('')
  })
})
