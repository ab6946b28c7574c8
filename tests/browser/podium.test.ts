import { describe, expect, test } from 'vitest'
import { browserMissing, COMPUTER, PHONE } from '../support/browser.ts'
import { aLeague } from '../support/league/a-league.ts'
import { faults } from './faults.ts'
import { lines, tabTo } from './interactions.ts'
import { leagueInBrowser, title } from './league-in-browser.ts'

describe.skipIf(browserMissing)(`the podium, where two are first and nobody is second${title}`, () => {
  const league = leagueInBrowser(() =>
    aLeague()
      .withPlayers('Ann', 'Bob', 'Cleo')
      .withSeason()
      .withRound()
      .withPicks({ Ann: ['Reds'], Bob: ['Reds'], Cleo: ['Blues'] })
      .start(),
  )
  const openHome = async (device = COMPUTER) => {
    const page = await league.browser.open(device)
    await page.goto('/')
    const podium = page.getByRole('region', { name: 'Season Ended!' }).getByRole('list')
    await podium.waitFor()
    return { page, podium }
  }

  test('has the first in the middle, and names that lead to the pages of players', async () => {
    league.clock.advance(60_000)
    await league.admin.post(`/admin/rounds/${league.roundId}/lock`)
    await league.admin.post(`/admin/rounds/${league.roundId}/complete`, { firstPlaceTeam: 'Reds' })
    await league.admin.post(`/admin/seasons/${league.seasonId}/end`)
    const { page, podium } = await openHome()
    const [all, first] = [await podium.boundingBox(), await podium.getByText('1st').boundingBox()]
    const middleOf = (box: typeof all) => box && box.x + box.width / 2
    expect(middleOf(first)).toBeCloseTo(middleOf(all) ?? 0, 0)
    expect(await faults(page)).toEqual([])
    expect(await lines(podium.getByRole('listitem'))).toEqual([
      'Ann & Bob 6 pts Tie Ann won 1 sport. Bob won 1 sport. Ann had Reds, the winner of Football, with 1 other. 1st',
      'Cleo 1 pts 3rd',
    ])
    await tabTo(page, podium.getByRole('link', { name: 'Bob' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Bob' }).waitFor()
    expect(page.url()).toMatch(new RegExp(`/players/${league.idOf('Bob')}$`))
    await page.context().close()
  })

  test('has names that a thumb can hit', async () => {
    const { page, podium } = await openHome(PHONE)
    const names = await podium.getByRole('link').all()
    expect(names).toHaveLength(3)
    for (const name of names) expect((await name.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await page.context().close()
  })
})
