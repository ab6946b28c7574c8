import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { type BrowserForTest, browserMissing, COMPUTER, PHONE, startBrowser } from '../support/browser.ts'
import { settableClock } from '../support/clock.ts'
import type { Http } from '../support/http.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { LARGE_BOARD, LARGE_GRAPH } from './large-league.ts'
import { playSampleLeague } from './sample-league.ts'

const BOARD = `document.querySelector('[aria-label^="Leaderboard"]')`
const title = browserMissing ? ` (SKIPPED: ${browserMissing})` : ''

describe.skipIf(browserMissing)(`home${title}`, () => {
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  let application: ApplicationForTest
  let admin: Http
  let browser: BrowserForTest
  let page: Page

  beforeAll(async () => {
    application = await applicationForTest({ clock })
    admin = await setUpAdmin(application.url)
    await playSampleLeague(admin, clock)
    browser = await startBrowser(application.url)
    page = await browser.open(PHONE)
  })
  afterEach(() => expect(browser.troubles()).toEqual([]))
  afterAll(async () => {
    await browser?.close()
    await application?.close()
  })

  const board = () => page.getByRole('region', { name: 'Leaderboard, scrolls sideways' })
  const ofBoard = <T>(property: string, on = page) => on.evaluate<T>(`${BOARD}.${property}`)

  test('the table starts at its right end, and the players stay in sight', async () => {
    await page.goto('/')
    await board().waitFor()
    await expect.poll(() => ofBoard<number>('scrollLeft')).toBeGreaterThan(0)
    const end = (await ofBoard<number>('scrollLeft')) + (await ofBoard<number>('clientWidth'))
    expect(Math.abs(end - (await ofBoard<number>('scrollWidth')))).toBeLessThanOrEqual(1)
    const playerEdge = 'querySelector("tbody th").getBoundingClientRect().left'
    const left = await ofBoard(playerEdge)
    await ofBoard('scrollTo({ left: 100, behavior: "instant" })')
    expect(await ofBoard(playerEdge)).toBe(left)
  })

  test('coming back to the window shows what is new, where it was left', async () => {
    await page.goto('/?season=1')
    await page.getByRole('heading', { name: 'Last Year' }).waitFor()
    await page.getByLabel('Select Season').selectOption('Family Cup')
    await page.getByRole('heading', { name: 'Family Cup' }).waitFor()
    await page.locator('canvas').waitFor()
    await expect.poll(() => ofBoard<number>('scrollLeft')).toBeGreaterThan(0)
    await ofBoard('scrollTo({ left: 60, behavior: "instant" })')
    await page.evaluate('scrollTo({ top: 300, behavior: "instant" })')

    const { body } = await admin.get('/admin/users')
    const ann = body.find(({ name }: { name: string }) => name === 'Ann')
    await admin.put(`/admin/users/${ann.id}`, { name: 'Annette', email: 'ann@example.com' })
    await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
    await board().getByText('Annette').waitFor()

    expect(await page.getByLabel('Select Season').inputValue()).toBe('2')
    expect(await ofBoard('scrollLeft')).toBe(60)
    expect(await page.evaluate('scrollY')).toBe(300)
    await page.goBack()
    await page.goForward()
    await page.getByRole('heading', { name: 'Family Cup' }).waitFor()
  })

  test('a name in the legend, or a tap near a line, brings that line to the front', async () => {
    await page.goto('/')
    const chart = page.locator('canvas').first()
    await chart.waitFor()
    await page.waitForTimeout(700)
    const players = page.getByRole('list', { name: 'Players in the chart' })
    const chosen = players.locator('[aria-pressed="true"]')
    await players.getByRole('button', { name: 'Bob' }).tap()
    expect(await chosen.allInnerTexts()).toEqual(['Bob'])
    await players.getByRole('button', { name: 'Bob' }).tap()
    expect(await chosen.count()).toBe(0)

    // The best line ends at the upper right corner of the grid.
    await chart.scrollIntoViewIfNeeded()
    const { width = 0 } = (await chart.boundingBox()) ?? {}
    // The chart hears a tap only once it has come to rest.
    await expect
      .poll(async () => {
        await chart.tap({ position: { x: width - 20, y: 40 } })
        return chosen.count()
      })
      .toBe(1)
  })

  test('a board that cannot be loaded says so, and comes when asked again', async () => {
    const unlucky = await browser.open(PHONE)
    await unlucky.route('**/api/public/seasons', (route) => route.fulfill({ status: 503, json: {} }))
    await unlucky.goto('/')
    await unlucky.getByText('The standings could not be loaded').waitFor()
    await unlucky.getByText('Server error occurred. Please try again later.').waitFor()
    expect(await unlucky.getByText('No seasons or data available yet.').count()).toBe(0)
    await unlucky.unrouteAll()
    await unlucky.getByRole('button', { name: 'Try Again' }).click()
    await unlucky.getByRole('heading', { name: 'Family Cup' }).waitFor()
    // What failed before the page was there is asked for once more as it appears.
    expect(new Set(browser.troubles())).toEqual(new Set(['503 GET /api/public/seasons']))
  })

  test('on paper the whole table is there, and nothing to press', async () => {
    const desk = await browser.open(COMPUTER)
    await desk.goto('/')
    const table = desk.getByRole('region', { name: 'Leaderboard, scrolls sideways' })
    await table.waitFor()
    await desk.emulateMedia({ media: 'print' })
    expect(await desk.getByLabel('Select Season').isVisible()).toBe(false)
    expect(await desk.getByRole('link', { name: 'Admin' }).isVisible()).toBe(false)
    expect(await desk.locator('canvas').first().isVisible()).toBe(false)
    expect(await ofBoard('scrollWidth', desk)).toBe(await ofBoard('clientWidth', desk))
    expect(await desk.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)')
  })

  test('a season of forty sports stays readable on paper', async () => {
    const sheet = await browser.open({ viewport: { width: 720, height: 1000 } })
    await sheet.route('**/api/public/leaderboard/season/*', (route) => route.fulfill({ json: LARGE_BOARD }))
    await sheet.goto('/')
    await sheet.getByText('Championship 40').first().waitFor()
    await sheet.emulateMedia({ media: 'print' })
    const cells = `[...${BOARD}.querySelectorAll('th, td')]`
    expect(await sheet.evaluate(`${cells}.every((cell) => cell.getBoundingClientRect().right <= 720)`)).toBe(
      true,
    )
    expect(
      await sheet.evaluate(
        `Math.min(...${cells}.map((cell) => parseFloat(getComputedStyle(cell).fontSize)))`,
      ),
    ).toBeGreaterThanOrEqual(10)
    await sheet.context().close()
  })

  test('a shared link and a home screen carry the name that the commissioner gave', async () => {
    const named = { appTitle: 'Köppel & "Sons"', appTagline: 'Who <knows>?' }
    const { status } = await admin.put('/admin/settings', named)
    expect(status).toBe(200)
    await page.goto('/')
    expect(await page.title()).toBe(named.appTitle)
    const html = await (await fetch(application.url)).text()
    expect(html).toContain('<meta property="og:title" content="Köppel &amp; &quot;Sons&quot;"')
    expect(html).toContain('<meta property="og:description" content="Who &lt;knows&gt;?"')
    expect(html).toContain('<meta name="description" content="Who &lt;knows&gt;?"')

    const link = await page.locator('link[rel="manifest"]').getAttribute('href')
    const manifest = await fetch(`${application.url}${link}`)
    expect(manifest.headers.get('content-type')).toMatch('application/manifest+json')
    const { name, icons } = JSON.parse(await manifest.text())
    expect(name).toBe(named.appTitle)
    for (const { src, type } of icons) {
      const icon = await fetch(`${application.url}${src}`)
      expect(icon.headers.get('content-type')).toBe(type)
    }
  })

  test.each([
    ['/', ['home-page']],
    ['/?season=1', ['home-page']],
    ['/pick/some-token', ['pick-page']],
    ['/admin/users', []],
  ])('%s begins to load its own page with the first bytes, and no other', async (path, pages) => {
    const html = await (await fetch(`${application.url}${path}`)).text()
    const ahead = [...html.matchAll(/modulepreload"[^>]*\/assets\/(\w+-page)-/g)].map(([, page]) => page)
    expect(ahead).toEqual(pages)
  })

  test('a large league draws those in front, anybody by name, and all when asked', async () => {
    const crowd = await browser.open(COMPUTER)
    await crowd.route('**/api/public/leaderboard/season/*', (route) => route.fulfill({ json: LARGE_BOARD }))
    await crowd.route('**/api/public/leaderboard/season/*/graph', (route) =>
      route.fulfill({ json: LARGE_GRAPH }),
    )
    await crowd.goto('/')
    const names = crowd.getByRole('list', { name: 'Players in the chart' }).getByRole('button')
    await names.first().waitFor()
    expect(await names.count()).toBe(24)
    const find = crowd.getByLabel('Find a player among all 200')
    const last = LARGE_BOARD.leaderboard.at(-1)?.userName ?? ''
    await find.selectOption(last)
    expect(await names.and(crowd.locator('[aria-pressed=true]')).getAttribute('title')).toBe(last)
    expect(await names.count()).toBe(25)
    await crowd.getByRole('button', { name: 'Draw All Lines' }).click()
    await expect.poll(() => names.count()).toBe(200)
    await crowd.context().close()
  })

  test('the bar of the browser follows the theme', async () => {
    const colour = () => page.locator('meta[name="theme-color"]').getAttribute('content')
    await page.goto('/')
    await page.getByRole('button', { name: 'Switch to light theme' }).click()
    expect(await colour()).toMatch(/^#fff(fff)?$/)
    await page.reload()
    expect(await colour()).toMatch(/^#fff(fff)?$/)
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    expect(await colour()).toBe('#151e1c')
  })
})
