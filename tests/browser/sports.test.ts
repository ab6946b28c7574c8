import { beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { deskForTests, FOOTBALL, seasonOfThree, title } from './desk.ts'
import { faults } from './faults.ts'
import { dialogOf, gone, press } from './hands.ts'

describe.skipIf(browserMissing)(`sports in a browser${title}`, () => {
  const desk = deskForTests()
  beforeAll(async () => {
    const { main, clock } = desk
    const { seasonId, playerIds } = await seasonOfThree(desk)
    const { id: roundId } = await done(main.post('/admin/rounds', { ...FOOTBALL, seasonId }))
    await done(main.post(`/admin/rounds/${roundId}/activate`))
    for (const [index, team] of ['Reds', 'Blues', 'Greens'].entries()) {
      await done(main.post('/admin/picks', { userId: playerIds[index], roundId, picks: [team] }))
    }
    clock.set('2027-08-01T18:00:01.000Z')
    await done(main.post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: 'Reds' }))
  })

  test('looking through the timezones leaves the page behind where it is', async () => {
    const page = await desk.openAs(desk.mainToken, { viewport: { width: 1280, height: 500 } })
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

  test('what a change does to the standings fits every screen', async () => {
    const { page } = desk
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
