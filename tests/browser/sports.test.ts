import { beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, PHONE } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { faults } from './faults.ts'
import { choose, dialogOf, gone, press, said } from './interactions.ts'
import { leagueInBrowser, title } from './league-in-browser.ts'

/** What a person reads in each select, whatever the form holds. Runs in the page, whose types are not known here. */
const DISPLAYED =
  '[...document.querySelectorAll("[role=dialog] select")].map(({ selectedOptions: [one] }) => one?.text)'

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

  test('looking through the timezones leaves the page behind where it is', async () => {
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

  test('a result dialog publishes the places that it shows, and the public arrows say so', async () => {
    const { page, stranger, admin, roundId } = league
    const publish = async (
      name: string,
      action: string,
      [first, second, third]: [string, string, string],
    ) => {
      const dialog = dialogOf(page, name)
      const places = dialog.getByRole('combobox')
      await dialog.getByLabel('Reason').fill('They were disqualified')
      for (const [index, team] of [first, second, third].entries()) await places.nth(index).selectOption(team)
      await places.first().selectOption(third)
      expect(await page.evaluate(DISPLAYED)).toEqual([...[third, second, first, 'Nobody', 'Nobody']])
      await press(dialog, 'Show What Changes')
      await said(dialog, `1st ${third}, 2nd ${second}, 3rd ${first}`)
      await dialog.locator('tbody tr').first().waitFor()
      expect(await faults(page)).toEqual([])
      await press(dialog, action)
      await gone(dialog)
      expect(await done(admin.get(`/admin/rounds/${roundId}`))).toMatchObject({
        ...{ first_place_team: third, second_place_team: second, third_place_team: first },
      })
    }
    await page.goto('/admin/rounds')
    await choose(page, 'More for Football', 'Correct Result')
    await publish('Correct the Result of Football', 'Correct Result', ['Reds', 'Blues', 'Greens'])
    await stranger.goto('/')
    await stranger.getByRole('img', { name: 'down 2 places by correction' }).waitFor()
    expect(await faults(stranger)).toEqual([])
    await done(admin.post(`/admin/rounds/${roundId}/unlock`, { reason: 'Once more' }))
    await page.reload()
    await press(page, 'Complete & Score: Football')
    await publish('Complete Football', 'Complete & Score', ['Reds', 'Greens', 'Blues'])
  })

  test('what a command changes is in view before it can be confirmed', async () => {
    const { page } = league
    const phone = { width: 390, height: 844 }
    const usual = page.viewportSize() ?? phone
    const inView = async (name: string, action: string, { height }: typeof phone) => {
      const dialog = dialogOf(page, name)
      await dialog.getByRole('button', { name: action, exact: true, disabled: false }).waitFor()
      const heading = dialog.getByRole('heading', { name: 'What this does to the standings' })
      const box = await heading.boundingBox()
      expect(box && box.y >= 0 && box.y + box.height <= height, `${name}: ${box?.y}`).toBe(true)
      return dialog
    }
    for (const size of [{ width: 1280, height: 723 }, phone]) {
      await page.setViewportSize(size)
      await page.goto('/admin/rounds')
      await choose(page, 'More for Football', 'Correct Result')
      const dialog = dialogOf(page, 'Correct the Result of Football')
      await dialog.getByLabel('Champion').selectOption({ index: 3 })
      await dialog.getByLabel('Reason').fill('They were disqualified')
      await dialog.getByRole('button', { name: 'Show What Changes' }).dblclick()
      await inView('Correct the Result of Football', 'Correct Result', size)
      expect(await page.evaluate('document.activeElement.textContent')).toBe(
        'What this does to the standings',
      )
      await press(dialog, 'Back')
      expect(await dialog.getByLabel('Reason').inputValue()).toBe('They were disqualified')
      await press(dialog, 'Cancel')
      await press(dialogOf(page, 'Leave without saving?'), 'Leave')
      await choose(page, 'More for Football', 'Unlock')
      await press(await inView('Unlock Football?', 'Unlock', size), 'Cancel')
    }
    await page.setViewportSize(usual)
  })

  test('on a phone the filters of the history are folded, and an event opens by its address', async () => {
    const phone = await league.openAs(league.admin.token, PHONE)
    await phone.goto(`/admin/history?season=${league.seasonId}&kind=sports`)
    await phone
      .getByRole('button', { name: 'Details of: Connie corrected the result of Football' })
      .first()
      .click()
    await said(phone, 'The event in the log: RoundCompleted')
    await phone.reload()
    await phone.getByRole('dialog', { name: /^Connie corrected the result of Football/ }).waitFor()
    await phone.goBack()
    await gone(phone.getByRole('dialog'))
    expect(await phone.getByRole('combobox', { name: 'Kind' }).count()).toBe(0)
    await press(phone, 'Filter (2)')
    await phone.getByRole('combobox', { name: 'Kind' }).selectOption('Everything')
    await phone.getByRole('button', { name: 'Filter (1)' }).waitFor()
    expect(await faults(phone)).toEqual([])
    await phone.context().close()
  })

  test('what a change does to the standings fits every screen', async () => {
    const { page } = league
    const shown = (name: string) => dialogOf(page, name).locator('tbody tr').first().waitFor()
    await page.goto('/admin/settings')
    await page.getByLabel('1st place').fill('0')
    await press(page, 'Save Settings')
    await shown('Save these points?')
    expect(await faults(page)).toEqual([])

    await page.goto('/admin/rounds')
    await choose(page, 'More for Football', 'Unlock')
    await shown('Unlock Football?')
    expect(await faults(page)).toEqual([])
    const unlock = dialogOf(page, 'Unlock Football?')
    await unlock.getByLabel('Reason').fill('Wrong')
    await press(unlock, 'Unlock')
    await gone(unlock)

    await press(page, 'Complete & Score: Football')
    const complete = dialogOf(page, 'Complete Football')
    await complete.getByLabel('Champion').selectOption('Greens')
    await complete.getByLabel('Reason').fill('Wrong')
    await press(complete, 'Show What Changes')
    await shown('Complete Football')
    expect(await faults(page)).toEqual([])
  })
})
