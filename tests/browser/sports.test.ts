import { beforeAll, describe, expect } from 'vitest'
import { longTest } from '../deep/depth.ts'
import { browserMissing } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { faults } from './faults.ts'
import { dialogOf, gone, press } from './hands.ts'
import { leagueInBrowser, title } from './league-in-browser.ts'

describe.skipIf(browserMissing)(`sports in a browser${title}`, () => {
  const league = leagueInBrowser(() =>
    aLeague()
      .withPlayers('Ann', 'Bob', { name: 'Cleo', email: null })
      .withSeason({ isDefault: true })
      .withRound({ lockTime: '2027-08-01T19:00', timezone: 'Europe/London' })
      .withPicks({ Ann: ['Reds'], Bob: ['Blues'], Cleo: ['Greens'] })
      .start(),
  )
  beforeAll(async () => {
    league.clock.set('2027-08-01T18:00:01.000Z')
    await done(league.admin.post(`/admin/rounds/${league.roundId}/complete`, { firstPlaceTeam: 'Reds' }))
  })

  longTest('looking through the timezones leaves the page behind where it is', async () => {
    const page = await league.openAs(league.admin.token, { viewport: { width: 1280, height: 500 } })
    await page.goto('/admin/rounds')
    await press(page, '+ Add Sport')
    const dialog = dialogOf(page, 'Add Sport')
    const field = dialog.getByLabel('Timezone')
    await field.fill('london')
    const london = page.getByRole('option', { name: 'London' })
    await london.scrollIntoViewIfNeeded()
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp']) await field.press(key)
    expect(await page.evaluate('scrollY')).toBe(0)
    await london.click()
    expect(await field.inputValue()).toBe('London')
    await press(dialog, 'Cancel')
    await gone(dialog)
    await page.context().close()
  })

  longTest('what a change does to the standings fits every screen', async () => {
    const { page } = league
    const shown = (name: string) => dialogOf(page, name).locator('tbody tr').first().waitFor()
    await page.goto('/admin/settings')
    await page.getByLabel('1st place').fill('0')
    await press(page, 'Save Settings')
    await shown('Save these points?')
    expect(await faults(page)).toEqual([])

    await page.goto('/admin/rounds')
    await press(page, 'Unlock: Football')
    await shown('Unlock Football?')
    expect(await faults(page)).toEqual([])
    const unlock = dialogOf(page, 'Unlock Football?')
    await unlock.getByLabel('Reason').fill('Wrong')
    await press(unlock, 'Unlock')
    await gone(unlock)

    await press(page, 'Complete & Score: Football')
    const complete = dialogOf(page, 'Complete Football')
    await complete.getByLabel('Champion').selectOption('Blues')
    await complete.getByLabel('Reason').fill('Wrong')
    await press(complete, 'Show What Changes')
    await shown('Complete Football')
    expect(await faults(page)).toEqual([])
  })
})
