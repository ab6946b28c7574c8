import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserMissing } from '../support/browser.ts'
import { CONNIE as MAIN } from '../support/league/examples.ts'
import { deskForTests, title } from './desk.ts'
import { choose, dialogOf, gone, press, problemOf, refusing, said } from './hands.ts'

describe.skipIf(browserMissing)(`the own account${title}`, () => {
  const desk = deskForTests()

  test('a new name must be one, and is shown at once', async () => {
    const { page } = desk
    await page.goto('/admin/users')
    await choose(page, 'Connie', 'Change Name')
    const dialog = dialogOf(page, 'Change Name')
    const field = dialog.getByLabel('New name')
    expect(await field.inputValue()).toBe('Connie')
    expect(await field.getAttribute('maxlength')).toBe('100')
    await press(dialog, 'Change Name')
    expect(await problemOf(field)).toBe('New name must be different from current name')
    await field.fill(' C ')
    await expect.poll(() => problemOf(field)).toBe('Name must be at least 2 characters')
    await field.fill(' Constance ')
    await press(dialog, 'Change Name')
    await gone(dialog)
    await said(page, 'The name is Constance now')
    await page.getByRole('button', { name: 'Constance', exact: true }).waitFor()
    await choose(page, 'Constance', 'Change Name')
    await dialog.getByLabel('New name').fill('Connie')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Connie', exact: true }).waitFor()
  })

  test.each([
    ['Name', '/auth/change-name', 'Failed to change name', { 'New name': 'Constance' }],
    [
      'Email',
      '/auth/change-email',
      'Failed to change email',
      { 'New email': 'new@example.com', 'Confirm new email': 'new@example.com' },
    ],
    [
      'Password',
      '/auth/change-password',
      'Failed to change password',
      {
        'Current password': MAIN.password,
        'New password': 'Rainy-Zebra-8',
        'Confirm new password': 'Rainy-Zebra-8',
      },
    ],
  ] as const)('Change %s: a refusal without a reason', async (what, path, text, fields) => {
    const { page, browser } = desk
    await page.goto('/admin/users')
    await refusing(page, 'POST', path)
    await choose(page, 'Connie', `Change ${what}`)
    const dialog = dialogOf(page, `Change ${what}`)
    for (const [label, value] of Object.entries(fields))
      await dialog.getByLabel(label, { exact: true }).fill(value)
    await press(dialog, `Change ${what}`)
    await said(dialog, text)
    await page.unrouteAll()
    await press(dialog, 'Cancel')
    expect(browser.troubles()).toHaveLength(1)
  })

  test('a new email address is given twice, and the session goes on', async () => {
    const { page } = desk
    await choose(page, 'Connie', 'Change Email')
    const dialog = dialogOf(page, 'Change Email')
    const [first, second] = [
      dialog.getByLabel('New email', { exact: true }),
      dialog.getByLabel('Confirm new email'),
    ]
    await press(dialog, 'Change Email')
    expect(await problemOf(first)).toBe('Email is required')
    await first.fill('connie@')
    await expect.poll(() => problemOf(first)).toBe('Please enter a valid email address')
    await first.fill(MAIN.email)
    await expect.poll(() => problemOf(first)).toBe('New email must be different from current email')
    await first.fill('constance@example.com')
    await second.fill('constance@example.org')
    await press(dialog, 'Change Email')
    expect(await problemOf(second)).toBe('Email addresses do not match')
    await second.fill('constance@example.com')
    await press(dialog, 'Change Email')
    await said(page, 'The email address is constance@example.com now')
    await page.getByRole('link', { name: 'Seasons', exact: true }).click()
    await said(page, 'No seasons yet.')
  })

  test('a new password follows the rules, and the old one no longer opens', async () => {
    const { page, browser } = desk
    await choose(page, 'Connie', 'Change Password')
    const dialog = dialogOf(page, 'Change Password')
    const fields = {
      current: dialog.getByLabel('Current password'),
      next: dialog.getByLabel('New password', { exact: true }),
      again: dialog.getByLabel('Confirm new password'),
    }
    await fields.next.fill('Short-7')
    await press(dialog, 'Change Password')
    expect(await problemOf(fields.current)).toBe('Password is required')
    expect(await problemOf(fields.next)).toBe('Password must be 8 to 128 characters')
    await fields.current.fill(MAIN.password)
    for (const next of ['Rainy-Zebra-123', 'Rainy-Password-8', 'Rainy-Zebraaa-8']) {
      await fields.next.fill(next)
      await fields.again.fill(next)
      await press(dialog, 'Change Password')
      await expect.poll(() => problemOf(fields.next)).toMatch(/^Password /)
      expect(browser.troubles()).toEqual(['400 POST /api/auth/change-password'])
    }
    await fields.next.fill('Rainy-Zebra-8')
    await fields.again.fill('Rainy-Zebra-9')
    await press(dialog, 'Change Password')
    expect(await problemOf(fields.again)).toBe('Passwords do not match')
    await fields.again.fill('Rainy-Zebra-8')
    await fields.current.fill('Wrong-Horse-7')
    await press(dialog, 'Change Password')
    await dialog.getByRole('alert').waitFor()
    expect(browser.troubles()).toHaveLength(1)
    await fields.current.fill(MAIN.password)
    await press(dialog, 'Change Password')
    await said(page, 'Your password is changed.')
    await gone(dialog)
    const login = (password: string) =>
      desk.visitor.post('/auth/login', { email: 'constance@example.com', password })
    expect((await login(MAIN.password)).status).toBe(401)
    expect((await login('Rainy-Zebra-8')).status).toBe(200)
  })

  test('Escape closes a dialog and gives the focus back', async () => {
    const { page } = desk
    await choose(page, 'Connie', 'Change Name')
    await dialogOf(page, 'Change Name').waitFor()
    await page.keyboard.press('Escape')
    await gone(dialogOf(page, 'Change Name'))
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/Connie/)
  })

  const changeEmail = async (page: Page, email: string) => {
    await page.bringToFront()
    await choose(page, 'Connie', 'Change Email')
    const dialog = dialogOf(page, 'Change Email')
    await dialog.getByLabel('New email', { exact: true }).fill(email)
    await dialog.getByLabel('Confirm new email').fill(email)
    await press(dialog, 'Change Email')
    await gone(dialog)
  }

  test('a tab that has not heard of the fresh token finds it when the old one is refused', async () => {
    const { page } = desk
    const deaf = await page.context().newPage()
    await deaf.addInitScript(
      `window.addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true })`,
    )
    await deaf.goto('/admin/users')
    await deaf.getByRole('heading', { name: 'Players' }).waitFor()
    await changeEmail(page, 'connie@example.org')
    const refused = deaf.waitForResponse((response) => response.status() === 401)
    await deaf.getByRole('link', { name: 'Sports', exact: true }).click()
    await refused
    await said(deaf, 'A sport needs a season first.')
    await deaf.close()
  })

  test('another tab goes on with the fresh token, and logs out with the first', async () => {
    const { page } = desk
    const other = await page.context().newPage()
    await other.goto('/admin/users')
    await other.getByRole('heading', { name: 'Players' }).waitFor()
    await changeEmail(page, 'c@example.com')
    await other.getByRole('link', { name: 'Sports', exact: true }).click()
    await said(other, 'A sport needs a season first.')
    await page.bringToFront()
    await choose(page, 'Connie', 'Logout')
    await other.waitForURL('**/admin/login')
    await other.close()
  })

  test('whoever logs out needs to sign in again', async () => {
    const { page } = desk
    await page.waitForURL('**/admin/login')
    await page.goto('/admin/users')
    await page.waitForURL('**/admin/login')
    expect(await page.evaluate(`localStorage.getItem('session')`)).not.toContain('eyJ')
  })
})
