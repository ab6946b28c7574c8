import { beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { deskForTests, FOOTBALL, seasonOfThree, title } from './desk.ts'
import { choose, dialogOf, gone, lines, press, problemOf, refusing, said } from './hands.ts'

describe.skipIf(browserMissing)(`players${title}`, () => {
  const desk = deskForTests()
  beforeAll(async () => {
    const { seasonId, playerIds } = await seasonOfThree(desk)
    const round = await done(desk.main.post('/admin/rounds', { ...FOOTBALL, seasonId }))
    await done(desk.main.post(`/admin/rounds/${round.id}/activate`))
    await done(desk.main.post('/admin/picks', { userId: playerIds[0], roundId: round.id, picks: ['Reds'] }))
  })
  const names = () => lines(desk.page.getByRole('rowheader'))

  test('somebody without picks is deleted for good', async () => {
    const { page } = desk
    await page.goto('/admin/users')
    await choose(page, 'More for Bob', 'Delete')
    const dialog = dialogOf(page, 'Delete Bob?')
    await said(dialog, 'Bob has no picks and no points yet, and will be gone for good.')
    await press(dialog, 'Delete')
    await gone(dialog)
    await said(page, 'Bob is deleted')
    expect(await names()).toEqual(['Ann', 'Cleo'])
  })

  test('somebody with a pick can only be deactivated', async () => {
    const { page } = desk
    await choose(page, 'More for Ann', 'Delete')
    const dialog = dialogOf(page, 'Ann cannot be deleted')
    await said(dialog, 'Cannot delete player with existing data. Please deactivate instead.')
    await said(dialog, 'Ann has 1 pick.')
    await press(dialog, 'Deactivate')
    await gone(dialog)
    await said(page, 'Ann gets no more mail and cannot pick.')
    await choose(page, 'More for Ann', 'Delete')
    await said(dialog, 'is deactivated already')
    await dialog.getByText('Close', { exact: true }).click()
    await press(page, 'Reactivate Ann')
    await said(page, 'Ann is back')
  })

  test('a name and an address change, and the address can go', async () => {
    const { page, browser } = desk
    await press(page, 'Edit Ann')
    const dialog = dialogOf(page, 'Edit Ann')
    await dialog.getByLabel('Name').fill('Annette')
    await dialog.getByLabel('User does not have an email address').check()
    await press(dialog, 'Save')
    await gone(dialog)
    await page.getByRole('row', { name: 'Annette' }).getByText('No email').waitFor()
    await press(page, 'Edit Annette')
    await page.getByLabel('User does not have an email address').uncheck()
    await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill('annette@')
    await press(page, 'Save')
    expect(await problemOf(page.getByRole('dialog').getByLabel('Email', { exact: true }))).not.toBe('')
    expect(browser.troubles()).toHaveLength(1)
    await press(page, 'Cancel')
  })

  test.each([
    ['Deactivate Annette', null, 'POST', '*/deactivate', null, 'Failed to deactivate player'],
    ['Edit Annette', null, 'PUT', '*', 'Save', 'Failed to save player'],
    ['More for Cleo', 'Delete', 'DELETE', '*', 'Delete', 'Failed to delete player'],
    ['More for Cleo', 'Delete', 'GET', '*/has-data', null, 'Failed to delete player'],
  ] as const)('%s %s: a refused %s without a reason', async (opening, item, method, path, button, text) => {
    const { page, browser } = desk
    await page.goto('/admin/users')
    await refusing(page, method, `/admin/users/${path}`)
    await (item ? choose(page, opening, item) : press(page, opening))
    if (button) await press(page.getByRole('dialog'), button)
    await said(page, text)
    await page.unrouteAll()
    expect(browser.troubles()).toHaveLength(1)
  })
})
