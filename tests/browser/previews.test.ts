import { beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { deskForTests, FOOTBALL, seasonOfThree, title } from './desk.ts'
import { faults } from './faults.ts'
import { card, dialogOf, gone, lines, press, problemOf, said } from './hands.ts'

describe.skipIf(browserMissing)(`before standings change${title}`, () => {
  const desk = deskForTests()
  let football: number

  beforeAll(async () => {
    if (browserMissing) return
    const { main, clock } = desk
    const { seasonId, playerIds } = await seasonOfThree(desk)
    football = (await done(main.post('/admin/rounds', { ...FOOTBALL, seasonId }))).id
    await done(main.post(`/admin/rounds/${football}/activate`))
    for (const [index, team] of ['Reds', 'Blues', 'Greens'].entries()) {
      await done(main.post('/admin/picks', { userId: playerIds[index], roundId: football, picks: [team] }))
    }
    clock.set('2027-08-01T18:00:01.000Z')
    await done(main.post(`/admin/rounds/${football}/complete`, { firstPlaceTeam: 'Reds' }))
  })

  const effects = (name: string) => lines(dialogOf(desk.page, name).locator('tbody tr'))

  test('other points show whom they move, and nothing is saved until then', async () => {
    const { page, main } = desk
    await page.goto('/admin/settings')
    await page.getByLabel('1st place').fill('0')
    await press(page, 'Save Settings')
    const dialog = dialogOf(page, 'Save these points?')
    await said(dialog, 'What this does to the standings')
    expect(await effects('Save these points?')).toEqual([
      'Bob 1 #2 #1▲1',
      'Cleo 1 #2 #1▲1',
      'Ann 6 0 #1 #3▼2',
    ])
    expect(await faults(page)).toEqual([])
    await press(dialog, 'Cancel')
    expect((await done(main.get('/admin/settings'))).points_first_place).toBe(6)
  })

  test('when something else has happened meanwhile, it says so and shows what is true now', async () => {
    const { page, main, browser } = desk
    await page.setViewportSize({ width: 1280, height: 800 })
    await press(page, 'Save Settings')
    const dialog = dialogOf(page, 'Save these points?')
    await dialog.locator('tbody tr').first().waitFor()
    await done(main.put('/admin/settings', { pointsSixthPlusPlace: 3 }))
    await press(dialog, 'Save Points')
    await said(dialog, 'Something else has happened since this preview was made')
    await said(dialog, 'Bob')
    await press(dialog, 'Save Points')
    await said(page, 'Settings saved successfully!')
    expect(browser.troubles()).toEqual(['409 PUT /api/admin/settings'])
    await done(main.put('/admin/settings', { pointsFirstPlace: 6, pointsSixthPlusPlace: 1 }))
  })

  test('an unlock shows what stops counting, and a correction what comes instead', async () => {
    const { page } = desk
    await page.goto('/admin/rounds')
    await press(card(page, 'Football'), 'Unlock: Football')
    const unlock = dialogOf(page, 'Unlock Football?')
    expect(await effects('Unlock Football?')).toEqual(['Ann 6 0 #1', 'Bob 1 0 #2 #1▲1', 'Cleo 1 0 #2 #1▲1'])
    expect(await faults(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await unlock.getByLabel('Reason').fill('Wrong')
    await press(unlock, 'Unlock')
    await gone(unlock)

    await press(card(page, 'Football'), 'Complete & Score: Football')
    const complete = dialogOf(page, 'Complete Football')
    await complete.getByLabel('Champion').selectOption('Blues')
    await complete.getByLabel('Reason').fill('Wrong')
    await press(complete, 'Show What Changes')
    expect(await effects('Complete Football')).toEqual(['Bob 0 6 #1', 'Ann 0 1 #1 #2▼1', 'Cleo 0 1 #1 #2▼1'])
    expect(await faults(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await press(complete, 'Complete & Score')
    await gone(complete)
  })

  test('where nothing changes, it says so', async () => {
    const { page } = desk
    await page.goto('/admin/settings')
    await page.getByLabel('5th place').fill('9')
    await press(page, 'Save Settings')
    const dialog = dialogOf(page, 'Save these points?')
    await said(dialog, 'Nothing changes in the standings')
    await press(dialog, 'Save Points')
    await said(page, 'Settings saved successfully!')
  })

  test('what was done can be undone from its entry in the history, with what that does shown first', async () => {
    const { page, main } = desk
    await page.goto('/admin/history?kind=settings')
    await page
      .getByRole('button', { name: /^Details of: .*points/ })
      .first()
      .click()
    await page.getByText('What this did to the standings').click()
    await page.getByRole('button', { name: /^Undo: / }).click()
    const dialog = dialogOf(page, 'Undo this?')
    await said(dialog, 'The points from first place down are')
    await said(dialog, 'Nothing changes in the standings')
    expect(await faults(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByLabel('Reason (optional)').fill('A slip')
    await press(dialog, 'Undo')
    await gone(dialog)
    expect((await done(main.get('/admin/settings'))).points_fifth_place).toBe(2)
  })

  test('a result is taken back only for a reason', async () => {
    const { page, main } = desk
    await page.goto('/admin/history?kind=sports')
    await page.getByRole('button', { name: /^Details of: Connie corrected/ }).click()
    await page.getByRole('button', { name: /^Undo: / }).click()
    const dialog = dialogOf(page, 'Undo this?')
    await said(dialog, 'The result no longer counts')
    await press(dialog, 'Undo')
    expect(await problemOf(dialog.getByLabel('Reason'))).toBe('Please give a reason')
    await dialog.getByLabel('Reason').fill('A protest')
    await press(dialog, 'Undo')
    await gone(dialog)
    expect((await done(main.get(`/admin/rounds/${football}`))).status).toBe('locked')
    expect((await main.get('/admin/history')).text).toContain('A protest')
  })
})
