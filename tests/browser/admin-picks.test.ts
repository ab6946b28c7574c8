import { beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { deskForTests, FOOTBALL, OSCARS, seasonOfThree, title } from './desk.ts'
import { cells, dialogOf, gone, press, problemOf, said } from './hands.ts'

describe.skipIf(browserMissing)(`managing picks${title}`, () => {
  const desk = deskForTests()
  let footballId: number
  let seasonId: number
  beforeAll(async () => {
    seasonId = (await seasonOfThree(desk)).seasonId
    footballId = (await done(desk.main.post('/admin/rounds', { ...FOOTBALL, seasonId }))).id
    const oscars = (await done(desk.main.post('/admin/rounds', { ...OSCARS, seasonId }))).id
    await done(desk.main.post(`/admin/rounds/${footballId}/activate`))
    await done(desk.main.post(`/admin/rounds/${oscars}/activate`))
    desk.clock.advance(60_000)
  })
  const picks = async () =>
    (await cells(desk.page.getByRole('table', { name: 'Picks' }))).map(([player, , pick]) => [player, pick])

  test('a pick from the list is entered for a player without an address', async () => {
    const { page } = desk
    await page.goto('/admin/manage-picks')
    await page.getByLabel('Sport').selectOption('Football')
    expect(await picks()).toEqual([
      ['Player', 'Pick'],
      ['Ann', 'No pick'],
      ['Bob', 'No pick'],
      ['Cleo', 'No pick'],
    ])
    await press(page, 'Enter Pick: Cleo')
    const dialog = dialogOf(page, 'Enter the pick of Cleo')
    await press(dialog, 'Save Pick')
    expect(await problemOf(dialog.getByLabel('Pick', { exact: true }))).toBe('Please enter a pick')
    await dialog.getByLabel('Pick', { exact: true }).selectOption('Blues')
    await press(dialog, 'Save Pick')
    await gone(dialog)
    await said(page, 'The pick of Cleo is saved')
    expect((await picks())[3]).toEqual(['Cleo', 'Blues'])
  })

  test('a pick is corrected, also after the lock', async () => {
    const { page } = desk
    await done(desk.main.post(`/admin/rounds/${footballId}/lock`))
    desk.clock.advance(60_000)
    await page.reload()
    await press(page, 'Edit Pick: Cleo')
    const dialog = dialogOf(page, 'Edit the pick of Cleo')
    await said(dialog, 'Football has locked. You can still enter it.')
    expect(await dialog.getByLabel('Pick', { exact: true }).inputValue()).toBe('Blues')
    await dialog.getByLabel('Pick', { exact: true }).selectOption('Reds')
    await press(dialog, 'Save Pick')
    expect(await problemOf(dialog.getByLabel('Reason'))).toBe('Please give a reason')
    await dialog.getByLabel('Reason').fill('Cleo called before the lock')
    await press(dialog, 'Save Pick')
    await gone(dialog)
    expect((await picks())[3]).toEqual(['Cleo', 'Reds Entered after the lock'])
  })

  test('picks in own words need the first one, blanks are dropped', async () => {
    const { page } = desk
    await page.getByLabel('Sport').selectOption('Oscars')
    await press(page, 'Enter Pick: Ann')
    const dialog = dialogOf(page, 'Enter the pick of Ann')
    const first = dialog.getByLabel('Pick 1')
    await press(dialog, 'Save Pick')
    expect(await problemOf(first)).toBe('Please enter at least one pick')
    await dialog.getByLabel('Pick 3 (optional)').fill('Barbie')
    await press(dialog, 'Save Pick')
    await expect.poll(() => problemOf(first)).toBe('Please enter a pick')
    await first.fill(' Dune ')
    await press(dialog, 'Save Pick')
    await gone(dialog)
    expect((await picks())[1]).toEqual(['Ann', 'Dune Barbie'])
  })

  test('the same words twice are two picks', async () => {
    const { page } = desk
    await press(page, 'Enter Pick: Bob')
    const dialog = dialogOf(page, 'Enter the pick of Bob')
    await dialog.getByLabel('Pick 1').fill('Dune')
    await dialog.getByLabel('Pick 2 (optional)').fill('Oppenheimer')
    await press(dialog, 'Save Pick')
    await gone(dialog)
    await press(page, 'Edit Pick: Bob')
    const edit = dialogOf(page, 'Edit the pick of Bob')
    expect(await edit.getByLabel('Pick 2 (optional)').inputValue()).toBe('Oppenheimer')
    await edit.getByLabel('Pick 2 (optional)').fill('')
    await press(edit, 'Save Pick')
    await gone(edit)
    expect((await picks())[2]).toEqual(['Bob', 'Dune'])
  })

  test('a refused pick says why', async () => {
    const { page, browser } = desk
    await page.route('**/api/admin/picks', (route) => route.fulfill({ status: 400, json: {} }))
    await press(page, 'Enter Pick: Cleo')
    await page.getByRole('dialog').getByLabel('Pick 1').fill('Dune')
    await press(page, 'Save Pick')
    await said(page, 'Failed to save pick')
    await page.unrouteAll()
    expect(browser.troubles()).toEqual(['400 POST /api/admin/picks'])
    await press(page, 'Cancel')
  })

  test('the sport on the screen stays when another becomes more urgent', async () => {
    const { page, main } = desk
    const golf = { ...OSCARS, sportName: 'Golf', lockTime: '2027-07-30T19:00', seasonId }
    const { id } = await done(main.post('/admin/rounds', golf))
    await done(main.post(`/admin/rounds/${id}/activate`))
    await page.goto('/admin/manage-picks')
    const sport = page.getByLabel('Sport').locator('option:checked')
    await expect.poll(() => sport.innerText()).toBe('Golf')
    await press(page, 'Enter Pick: Ann')
    await page.getByRole('dialog').getByLabel('Pick 1').fill('Dune')
    desk.clock.advance(60_000)
    await done(main.post(`/admin/rounds/${id}/lock`))
    await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
    await said(page.getByRole('dialog'), 'Golf has locked.')
    expect(await page.getByRole('dialog').getByLabel('Pick 1').inputValue()).toBe('Dune')
    await press(page, 'Cancel')
    expect(await sport.innerText()).toBe('Golf')
  })

  test('a completed sport takes no picks', async () => {
    const { page } = desk
    await done(desk.main.post(`/admin/rounds/${footballId}/complete`, { firstPlaceTeam: 'Reds' }))
    await page.reload()
    await page.getByLabel('Sport').selectOption('Football')
    await said(page, 'Completed sports cannot be edited. Unlock the sport to correct a pick.')
    expect(await page.getByRole('button', { name: /(Enter|Edit) Pick/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Go to Sports' }).click()
    await page.getByRole('button', { name: 'Unlock: Football' }).waitFor()
  })
})
