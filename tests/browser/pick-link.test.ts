import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, PHONE } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { faults } from './faults.ts'
import { press } from './interactions.ts'
import { leagueInBrowser, title } from './league-in-browser.ts'

/** Later than a page in front needs to look again. */
const SECONDS_MS = 11_000

describe.skipIf(browserMissing)(`a player's link, in two tabs and after the lock${title}`, () => {
  const league = leagueInBrowser(() =>
    aLeague()
      .withPlayers('Ann')
      .withSeason({ isDefault: true })
      .start({ config: { role: 'api' } }),
  )
  let roundId: number
  let first: Page
  let second: Page
  beforeAll(async () => {
    league.clock.set('2027-07-10T12:00:00.000Z')
    roundId = await league.openRound({ lockTime: '2027-08-01T19:00', timezone: 'Europe/London' })
    const link = `/pick/${league.tokenFor(roundId, league.idOf('Ann'))}`
    first = await league.browser.open(PHONE)
    second = await first.context().newPage()
    for (const page of [first, second]) {
      await page.clock.install()
      await page.goto(link)
      await page.getByRole('region', { name: 'Lock time' }).waitFor()
    }
  })

  const secondsPass = async () => {
    for (const page of [first, second]) await page.clock.runFor(SECONDS_MS)
  }
  const pick = async (page: Page, team: string, button: string) => {
    league.clock.advance(60_000)
    await page.getByLabel('Your pick').selectOption(team)
    await press(page, button)
    await page.getByRole('heading', { name: 'Your pick is in!' }).waitFor()
  }
  const shown = (page: Page) =>
    page.getByRole('region', { name: /pick/ }).getByRole('list').first().getByRole('listitem').allInnerTexts()

  test('two tabs with different picks both come to show the one that counts', async () => {
    await pick(first, 'Reds', 'Save My Pick')
    await secondsPass()
    await second.getByText('Saved in another tab or on another device').waitFor()
    await press(second, 'Change My Pick')
    await pick(second, 'Blues', 'Save Changes')
    await secondsPass()
    await first.getByText('It was Reds.').waitFor()
    expect(await shown(first)).toEqual(['Blues'])
    expect(await faults(first)).toEqual([])
  })

  test('an open page follows a lock that moves', async () => {
    league.clock.advance(60_000)
    await done(league.admin.put(`/admin/rounds/${roundId}`, { lockTime: '2027-07-10T14:00' }))
    await secondsPass()
    await first.getByText(/Sat, Jul 10,( 2027,)? 2:00 PM/).waitFor()
    await first.getByText(/Moved by an admin, was Sun, Aug 1,( 2027,)? 7:00 PM/).waitFor()
    expect(await first.getByRole('timer').innerText()).toMatch(/^5[67]:/)
  })

  test('and a lock by hand, and the link goes on showing what counts', async () => {
    await press(second, 'Change My Pick')
    await second.getByLabel('Your pick').selectOption('Greens')
    await second.getByText('Blues counts until you save.').waitFor()
    league.clock.advance(60_000)
    await done(league.admin.post(`/admin/rounds/${roundId}/lock`))
    await secondsPass()
    await second.getByText('Not saved: Greens').waitFor()
    expect(await shown(second)).toEqual(['Blues'])

    await done(league.admin.post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: 'Blues' }))
    await first.reload()
    await first.getByText('Ann picked Blues, which came 1st: 6 points.').waitFor()
    await first.getByText('Connie locked Football by hand').waitFor()
    await first.getByText('2 versions').click()
    expect(await faults(first)).toEqual([])
  })
})
