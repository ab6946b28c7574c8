import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { type BrowserForTest, browserMissing, PHONE, startBrowser } from '../support/browser.ts'
import { settableClock } from '../support/clock.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { League } from '../support/league/over-http.ts'
import { faults } from './faults.ts'
import { lines, press, said } from './hands.ts'

const title = browserMissing ? ` (SKIPPED: ${browserMissing})` : ''
const clock = settableClock('2027-01-10T12:00:00.000Z')

describe.skipIf(browserMissing)(`home${title}`, () => {
  let application: ApplicationForTest
  let league: League
  let browser: BrowserForTest
  let page: Page
  let listening = false
  const rounds: Record<string, number> = {}

  const complete = (sport: string, firstPlaceTeam: string) =>
    done(league.admin.post(`/admin/rounds/${rounds[sport]}/complete`, { firstPlaceTeam }))

  /** Football is completed wrongly and corrected behind tennis; golf comes last. */
  beforeAll(async () => {
    application = await applicationForTest({ clock })
    league = await aLeague().withPlayers('Ann', 'Bob', 'Cleo').withSeason().on(application)
    for (const sportName of ['Football', 'Tennis', 'Golf', 'Rugby']) {
      const roundId = await league.openRound({ sportName, lockTime: '2027-02-01T18:00:00Z' })
      rounds[sportName] = roundId
      for (const [index, playerId] of league.playerIds.entries()) {
        const picks = [['Reds', 'Blues', 'Greens'][index]]
        await done(league.visitor.post(`/picks/${league.tokenFor(roundId, playerId)}`, { picks }))
      }
    }
    clock.set('2027-02-01T18:00:01.000Z')
    await complete('Football', 'Reds')
    clock.advance(86_400_000)
    await complete('Tennis', 'Blues')
    await done(league.admin.post(`/admin/rounds/${rounds.Football}/unlock`))
    await complete('Football', 'Greens')
    clock.advance(86_400_000)
    await complete('Golf', 'Greens')
    browser = await startBrowser(application.url)
    page = await browser.open(PHONE)
    page.on('response', (answer) => {
      listening ||= answer.url().endsWith('/api/public/live')
    })
    await page.goto('/')
  })
  afterEach(() => expect(browser.troubles()).toEqual([]))
  afterAll(async () => {
    await browser?.close()
    await application?.close()
  })

  const slider = () => page.getByRole('slider', { name: 'Standings as they were' })
  const rows = () => lines(page.getByRole('region', { name: /^Leaderboard/ }).locator('tbody tr'))
  const shown = (text: RegExp) =>
    expect.poll(rows).toEqual(expect.arrayContaining([expect.stringMatching(text)]))

  test('shows who has moved since the result before', async () => {
    await slider().waitFor()
    await shown(/Cleo/)
    const movements = page.getByRole('region', { name: /^Leaderboard/ }).getByRole('img', { name: /place/ })
    const labels = await Promise.all((await movements.all()).map((one) => one.getAttribute('aria-label')))
    expect(labels, 'Cleo, Bob and Ann').toEqual(['same place', 'down 1 place', 'same place'])
  })

  test('goes back result by result with the keyboard, and says where it is', async () => {
    expect(await slider().getAttribute('aria-valuetext')).toBe('Now')
    await slider().focus()
    await page.keyboard.press('ArrowLeft')
    expect(await slider().getAttribute('aria-valuetext')).toBe('After Golf')
    await page.keyboard.press('Home')
    expect(await slider().getAttribute('aria-valuetext')).toBe('After Football')
    await said(page, 'You are looking at the past')
    await shown(/Ann.*6 pts/)
  })

  test('offers both readings where they differ', async () => {
    expect(await page.getByRole('radio').count()).toBe(2)
    await page.getByRole('radio', { name: 'With today’s corrections' }).check()
    await shown(/Cleo.*6 pts/)
    await said(page, 'with today’s corrections')
    expect(await faults(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
  })

  test('and comes back to now', async () => {
    await press(page, 'Back to Now')
    expect(await slider().getAttribute('aria-valuetext')).toBe('Now')
    await shown(/Cleo.*13 pts/)
    expect(await page.getByText('You are looking at the past').count()).toBe(0)
    expect(await page.getByRole('radio').count()).toBe(0)
  })

  test('shows a new result by itself, where the page was left', async () => {
    await expect.poll(() => listening, { timeout: 20_000 }).toBe(true)
    await page.evaluate('scrollTo({ top: 200, behavior: "instant" })')
    await complete('Rugby', 'Reds')
    await shown(/Ann.*9 pts/)
    expect(await page.evaluate('scrollY')).toBe(200)
  })
})
