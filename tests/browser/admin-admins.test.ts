import { describe, expect, test } from 'vitest'
import { browserMissing } from '../support/browser.ts'
import { deskForTests, title } from './desk.ts'
import { cells, dialogOf, gone, press, problemOf, said } from './hands.ts'

describe.skipIf(browserMissing)(`the admins${title}`, () => {
  const desk = deskForTests()
  const rows = async () =>
    (await cells(desk.page.getByRole('table', { name: 'Admins' }))).map(([name, email, role]) => [
      name,
      email,
      role,
    ])

  test('the main admin adds another one', async () => {
    const { page } = desk
    await page.goto('/admin/settings')
    await page.getByRole('link', { name: 'Admins', exact: true }).click()
    await press(page, '+ Add Admin')
    const dialog = dialogOf(page, 'Add Admin')
    await dialog.getByLabel('Name').fill('D')
    await press(dialog, 'Add Admin')
    expect(await problemOf(dialog.getByLabel('Name'))).toBe('Name must be at least 2 characters')
    expect(await problemOf(dialog.getByLabel('Email'))).toBe('Email is required')
    await dialog.getByLabel('Name').fill('Dana')
    await dialog.getByLabel('Email').fill('dana')
    await press(dialog, 'Add Admin')
    await expect.poll(() => problemOf(dialog.getByLabel('Email'))).toBe('Please enter a valid email address')
    await dialog.getByLabel('Email').fill('dana@example.com')
    await press(dialog, 'Add Admin')
    await gone(dialog)
    expect(await rows()).toEqual([
      ['Name', 'Email', 'Role'],
      ['Dana', 'dana@example.com', 'Admin'],
      ['Connie', 'connie@example.com', 'Main Admin'],
    ])
  })

  test('nothing can be done to the row of the main admin', async () => {
    const { page } = desk
    const buttons = (name: string) => page.getByRole('row', { name }).getByRole('button').allInnerTexts()
    expect(await buttons('Connie')).toEqual([])
    expect(await buttons('Dana')).toEqual(['Change Name', 'Change Email', 'Delete'])
  })

  test('a name and an address change', async () => {
    const { page } = desk
    await press(page, 'Change Name: Dana')
    const name = dialogOf(page, 'Change the name of Dana')
    await press(name, 'Change Name')
    expect(await problemOf(name.getByLabel('New name'))).toBe('New name must be different from current name')
    await name.getByLabel('New name').fill('Daniela')
    await press(name, 'Change Name')
    await gone(name)
    await press(page, 'Change Email: Daniela')
    const email = dialogOf(page, 'Change the email of Daniela')
    await email.getByLabel('New email', { exact: true }).fill('daniela@example.com')
    await email.getByLabel('Confirm new email').fill('dana@example.com')
    await press(email, 'Change Email')
    expect(await problemOf(email.getByLabel('Confirm new email'))).toBe('Email addresses do not match')
    await email.getByLabel('Confirm new email').fill('daniela@example.com')
    await press(email, 'Change Email')
    await gone(email)
    expect((await rows())[1]).toEqual(['Daniela', 'daniela@example.com', 'Admin'])
  })

  test('a secondary admin has neither the admins nor a password, but an own name and address', async () => {
    const second = await desk.openAs((await desk.signInByMail('daniela@example.com')).token)
    await second.goto('/admin/settings')
    await second.getByRole('link', { name: 'Customize App' }).waitFor()
    expect(await second.getByRole('link', { name: 'Admins', exact: true }).count()).toBe(0)
    await second.goto('/admin/settings/admins')
    await second.waitForURL('**/admin/settings')
    await press(second, 'Daniela')
    expect(await second.getByRole('menuitem').allInnerTexts()).toEqual([
      'Change Name',
      'Change Email',
      'Logout',
    ])
    await second.getByRole('menuitem', { name: 'Change Name' }).click()
    await second.getByLabel('New name').fill('Dana')
    await press(second, 'Change Name')
    await second.getByRole('button', { name: 'Dana', exact: true }).waitFor()
    await second.context().close()
  })

  test('whoever is deleted is out in the middle of the session', async () => {
    const { page, browser } = desk
    const second = await desk.openAs((await desk.signInByMail('daniela@example.com')).token)
    await second.goto('/admin/users')
    await said(second, 'No players yet.')
    await page.reload()
    await press(page, 'Delete: Dana')
    await press(dialogOf(page, 'Delete Dana?'), 'Delete Admin')
    await said(page, 'Dana is no longer an admin')
    expect(await rows()).toHaveLength(2)
    await second.getByRole('link', { name: 'Seasons', exact: true }).click()
    await second.waitForURL('**/admin/login')
    await second.getByLabel('Email').waitFor()
    expect(new Set(browser.troubles().map((trouble) => trouble.slice(0, 7)))).toEqual(new Set(['401 GET']))
    await second.context().close()
  })

  test.each([
    ['POST', 'Failed to create admin'],
    ['DELETE', 'Failed to delete admin'],
  ])('a refused %s without a reason', async (method, text) => {
    const { page, browser } = desk
    await desk.addAdmin(`Erin${method}`)
    await page.reload()
    await page.route('**/api/admin/admins**', (route) =>
      route.request().method() === method ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
    )
    await page.route('**/api/admin/admins/*', (route) =>
      route.request().method() === method ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
    )
    const dialog = page.getByRole('dialog')
    if (method === 'POST') {
      await press(page, '+ Add Admin')
      await dialog.getByLabel('Name').fill('Fran')
      await dialog.getByLabel('Email').fill('fran@example.com')
      await press(dialog, 'Add Admin')
    } else {
      await press(page, `Delete: Erin${method}`)
      await press(dialog, 'Delete Admin')
    }
    await dialog.getByRole('alert').getByText(text).waitFor()
    await page.unrouteAll()
    expect(browser.troubles()).toHaveLength(1)
  })
})
