import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { type BrowserForTest, browserMissing, PHONE, startBrowser } from '../support/browser.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { FOOTBALL, OSCARS } from '../support/league/examples.ts'
import type { League } from '../support/league/over-http.ts'
import { signal } from '../support/signal.ts'
import { faults } from './faults.ts'

const title = browserMissing ? ` (SKIPPED: ${browserMissing})` : ''
const TEAMS = ['Atlético', 'Borussia', ...Array.from({ length: 28 }, (_, index) => `Team ${index + 1}`)]

describe.skipIf(browserMissing)(`the pick page${title}`, () => {
  const clock = settableClock('2027-07-10T12:00:00.000Z')
  let application: ApplicationForTest
  let league: League
  let browser: BrowserForTest
  let page: Page

  beforeAll(async () => {
    application = await applicationForTest({ clock })
    league = await aLeague().withPlayers('Ann', 'Bob').withSeason().on(application)
    browser = await startBrowser(application.url)
    page = await browser.open(PHONE)
  })
  afterEach(async () => {
    await page.unrouteAll()
    expect(browser.troubles()).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await application?.close()
  })

  /** Opens a new sport as Ann; a picks request of hers goes to the path that comes back. */
  const openSport = async (values: Record<string, unknown>) => {
    const roundId = await league.openRound(values)
    const token = league.tokenFor(roundId, league.playerIds[0] ?? 0)
    await page.goto(`/pick/${token}`)
    await page.getByRole('region', { name: 'Lock time' }).waitFor()
    return { roundId, token }
  }
  const savedPicks = async (token: string) => {
    const { body } = await league.visitor.get(`/picks/validate/${token}`)
    return body.currentPick?.pickItems.map(({ pickValue }: { pickValue: string }) => pickValue)
  }

  test('a long list of teams is searched, without accents too', async () => {
    const { token } = await openSport({ sportName: 'Champions', teams: TEAMS })
    const teams = page.getByRole('radiogroup', { name: 'Your pick' })
    expect(await teams.getByRole('radio').count()).toBe(30)
    expect(await faults(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })

    for (const choice of await teams.locator('label').all()) {
      expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    const save = page.getByRole('button', { name: 'Save My Pick' })
    expect((await save.boundingBox())?.y).toBeLessThan(844)

    await save.click()
    await page.getByText('Please select a team/player').waitFor()
    const search = page.getByLabel('Search 30 teams')
    await search.fill('nobody')
    await page.getByText('No team is called so.').waitFor()
    await search.fill('ATLET')
    await page.getByText('1 team', { exact: true }).waitFor()
    await search.press('Enter')
    expect(await teams.getByLabel('Atlético').isChecked()).toBe(true)
    await search.fill('team 2')
    await page.getByText('Your pick: Atlético').waitFor()
    await save.click()
    await page.getByRole('heading', { name: 'Your pick is in!' }).waitFor()
    expect(await savedPicks(token)).toEqual(['Atlético'])
  })

  test('whoever leaves with something unsaved is asked first', async () => {
    await openSport({ ...OSCARS, sportName: 'Oscars' })
    const first = page.getByLabel('Pick 1')
    await first.fill('Dune')
    const home = page.getByRole('banner').getByRole('link').first()
    await home.click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    expect(await faults(page)).toEqual([])
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await first.inputValue()).toBe('Dune')

    await home.click()
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await first.inputValue()).toBe('Dune')

    await home.click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Family Cup' }).waitFor()
  })

  test('closing the tab asks too, but only while there is something to lose', async () => {
    await openSport({ ...OSCARS, sportName: 'Emmys' })
    const asked: string[] = []
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type())
      await dialog.accept()
    })
    await page.getByLabel('Pick 1').fill('Shogun')
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await page.getByLabel('Pick 1').fill('Shogun')
    await page.getByRole('button', { name: 'Save My Picks' }).click()
    await page.getByRole('heading', { name: /in!$/ }).waitFor()
    await page.reload()
    await page.getByLabel('Pick 1').waitFor()
    expect(asked).toEqual(['beforeunload'])
    page.removeAllListeners('dialog')
  })

  test('an answer that is lost on the way is asked for again, and the pick counts once', async () => {
    const { token } = await openSport({ ...FOOTBALL, sportName: 'Handball' })
    let attempts = 0
    let firstSavedAt = ''
    await page.route('**/api/picks/*', async (route: Route) => {
      attempts += 1
      if (attempts > 1) return route.continue()
      const { body } = await league.visitor.post(`/picks/${token}`, route.request().postDataJSON())
      firstSavedAt = body.submittedAt
      clock.advance(60_000)
      return route.abort('connectionreset')
    })
    await page.getByLabel('Your pick').selectOption('Blues')
    await page.getByRole('button', { name: 'Save My Pick' }).click()
    await page.getByText('No answer from the server. Trying again…').waitFor()
    await page.getByRole('heading', { name: 'Your pick is in!' }).waitFor()
    expect(attempts).toBe(2)
    expect(await savedPicks(token)).toEqual(['Blues'])
    // A second event would have come a minute later.
    expect(await page.getByText('Saved').locator('time').getAttribute('datetime')).toBe(firstSavedAt)
    expect(browser.troubles()).toEqual([`failed: POST /api/picks/${token} net::ERR_CONNECTION_RESET`])
  })

  test('a pick that is saved again later does not set the countdown back', async () => {
    await openSport({ ...FOOTBALL, sportName: 'Cricket', lockTime: '2027-07-10T20:00:00Z' })
    const phone = page
    await phone.clock.install()
    await phone.reload()
    await phone.getByLabel('Your pick').selectOption('Blues')
    const save = async (name: string) => {
      await phone.getByRole('button', { name }).click()
      await phone.getByRole('heading', { name: 'Your pick is in!' }).waitFor()
    }
    await save('Save My Pick')
    clock.advance(3_600_000)
    await phone.clock.fastForward(3_600_000)
    const left = phone.getByRole('timer')
    await expect.poll(() => left.innerText()).toMatch(/^6:/)
    await phone.getByRole('button', { name: 'Change My Pick' }).click()
    await save('Save Changes')
    await phone.clock.runFor(2_000)
    expect(await left.innerText()).toMatch(/^6:/)
    await phone.clock.resume()
  })

  test('without a network nothing typed is lost, and one press saves it later', async () => {
    const { token } = await openSport({ ...OSCARS, sportName: 'Grammys' })
    await page.getByLabel('Pick 1').fill('Cowboy Carter')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save My Picks' }).click()
    await page.getByText('Unable to connect to server.').waitFor({ timeout: 20_000 })
    await page.getByText('Not confirmed').waitFor()
    expect(await page.getByLabel('Pick 1').inputValue()).toBe('Cowboy Carter')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Save My Picks' }).click()
    await page.getByRole('heading', { name: /in!$/ }).waitFor()
    expect(await savedPicks(token)).toEqual(['Cowboy Carter'])
    expect(new Set(browser.troubles())).toEqual(
      new Set([`failed: POST /api/picks/${token} net::ERR_INTERNET_DISCONNECTED`]),
    )
  })

  test('what is chosen while a pick is on its way is kept, and is not taken for saved', async () => {
    const { token } = await openSport({ ...FOOTBALL, sportName: 'Tennis' })
    const arrival = signal()
    await page.route('**/api/picks/*', async (route: Route) => {
      await arrival.given
      return route.continue()
    })
    const team = page.getByLabel('Your pick')
    await team.selectOption('Blues')
    await page.getByRole('button', { name: 'Save My Pick' }).click()
    await team.selectOption('Reds')
    arrival.give()
    await page.getByText('Saved: Blues').waitFor()
    expect(await team.inputValue()).toBe('Reds')
    expect(await savedPicks(token)).toEqual(['Blues'])
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByRole('heading', { name: 'Your pick is in!' }).waitFor()
    expect(await savedPicks(token)).toEqual(['Reds'])
  })

  test('a page that has heard of the lock stays locked when the network goes', async () => {
    const { roundId, token } = await openSport({ ...FOOTBALL, sportName: 'Sumo' })
    const comeBack = () => page.evaluate(`window.dispatchEvent(new Event('focus'))`)
    clock.advance(60_000)
    await league.admin.post(`/admin/rounds/${roundId}/lock`)
    await comeBack()
    await page.getByText('No pick of yours was saved before the lock.').waitFor()
    const links = '**/api/picks/validate/*'
    await page.route(links, (route) => route.abort('connectionreset'))
    await comeBack()
    const troubles: string[] = []
    // Once more by itself, a second later.
    await expect
      .poll(() => {
        troubles.push(...browser.troubles())
        return troubles.filter((trouble) => trouble.startsWith('failed: GET')).length
      })
      .toBe(2)
    expect(await page.getByRole('button', { name: 'Save My Pick' }).count()).toBe(0)
    await page.unroute(links)
    expect(troubles).toContain(`403 GET /api/picks/validate/${token}`)
  })

  test('a lock during a retry does not claim that nothing arrived', async () => {
    const { roundId, token } = await openSport({ ...FOOTBALL, sportName: 'Rugby' })
    let attempts = 0
    await page.route('**/api/picks/*', async (route: Route) => {
      attempts += 1
      if (attempts > 1) return route.continue()
      clock.advance(60_000)
      await league.admin.post(`/admin/rounds/${roundId}/lock`)
      return route.abort('connectionreset')
    })
    await page.getByLabel('Your pick').selectOption('Reds')
    await page.getByRole('button', { name: 'Save My Pick' }).click()
    await page.getByText('Too late: this was not saved').waitFor()
    await page.getByText('An earlier attempt got no answer and may have arrived in time').waitFor()
    expect(await page.getByLabel('Your pick').inputValue()).toBe('Reds')
    await page.getByRole('banner').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Family Cup' }).waitFor()
    expect(browser.troubles()).toContain(`403 POST /api/picks/${token}`)
  })

  test('the lock time stands in the zone of the sport and in that of the phone', async () => {
    const roundId = await league.openRound({ ...FOOTBALL, sportName: 'Chess', timezone: 'Europe/London' })
    const path = `/pick/${league.tokenFor(roundId, league.playerIds[0] ?? 0)}`
    for (const [timezoneId, here] of [
      ['Asia/Kolkata', 'Sun, Aug 1, 11:30 PM GMT+5:30 where you are'],
      ['Australia/Lord_Howe', 'Mon, Aug 2, 4:30 AM GMT+10:30 where you are'],
    ] as const) {
      const phone = await browser.open({ ...PHONE, timezoneId })
      await phone.goto(path)
      const lock = phone.getByRole('region', { name: 'Lock time' })
      await lock.getByText('Sun, Aug 1, 7:00 PM GMT+1', { exact: true }).waitFor()
      await lock.getByText(here).waitFor()
      await phone.context().close()
    }
    const neighbour = await browser.open({ ...PHONE, timezoneId: 'Europe/London' })
    await neighbour.goto(path)
    await neighbour.getByRole('region', { name: 'Lock time' }).waitFor()
    expect(await neighbour.getByText('where you are').count()).toBe(0)
  })
})
