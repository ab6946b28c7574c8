import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserMissing, COMPUTER, PHONE } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { deskForTests, FOOTBALL, seasonOfThree, signInByHand, title } from './desk.ts'
import { card, dialogOf, gone, lines, press, said, tabTo } from './hands.ts'

const currentTab = (page: Page) =>
  page.getByRole('navigation', { name: 'Admin' }).locator('[aria-current=page]')

describe.skipIf(browserMissing)(`the admin area${title}`, () => {
  const desk = deskForTests()

  test('has seven tabs, and begins with the first steps', async () => {
    const { page } = desk
    await page.goto('/admin/nowhere/at/all')
    await page.waitForURL('**/admin/getting-started')
    expect(await lines(page.getByRole('navigation', { name: 'Admin' }).getByRole('link'))).toEqual([
      'Players',
      'Seasons',
      'Sports',
      'Manage Picks',
      'History',
      'Getting Started',
      'Settings',
    ])
    expect(await currentTab(page).innerText()).toBe('Getting Started')
    expect(await page.getByText('To do').count()).toBe(3)
    expect(await page.getByText('Default', { exact: true }).count()).toBe(3)
    await said(page, '48 h and 6 h')
    expect(await page.getByText('Seed Sample Data').count()).toBe(0)
  })

  test('opens at its bare address', async () => {
    const page = await desk.openAs(desk.mainToken)
    await page.goto('/admin')
    await page.waitForURL('**/admin/getting-started')
  })

  test('marks the steps as done, and then begins with the players', async () => {
    const { page } = desk
    const { seasonId } = await seasonOfThree(desk)
    await page.reload()
    await said(page, 'Done: 3 players')
    await said(page, 'Done: 1 season')
    expect(await page.getByText('To do').count()).toBe(1)
    await page.goto('/admin/nowhere')
    await page.waitForURL('**/admin/getting-started')
    await done(desk.main.post('/admin/rounds', { ...FOOTBALL, seasonId }))
    await page.goto('/admin/nowhere/at/all')
    await page.waitForURL('**/admin/users')
    expect(await currentTab(page).innerText()).toBe('Players')
  })

  test('fades its tabs where more of them wait', async () => {
    const phone = await desk.openAs(desk.mainToken, PHONE)
    await phone.goto('/admin/users')
    await phone.getByRole('navigation', { name: 'Admin' }).waitFor()
    const mask = () =>
      phone.evaluate(`getComputedStyle(document.querySelector('[aria-label=Admin] ul')).maskImage`)
    await expect.poll(mask).toContain('to left')
    await phone.setViewportSize(COMPUTER.viewport ?? { width: 1280, height: 800 })
    await expect.poll(mask).toBe('none')
    await phone.context().close()
  })

  test('a double click sends one request', async () => {
    const { page } = desk
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
    })
    await press(page, '+ Add Player')
    const dialog = dialogOf(page, 'Add Player')
    await dialog.getByLabel('Name').fill('Dmitri')
    await dialog.getByLabel('Email', { exact: true }).fill('dmitri@example.com')
    await dialog.getByRole('button', { name: 'Add Player' }).dblclick()
    await gone(dialog)
    await page.getByRole('rowheader', { name: 'Dmitri' }).waitFor()
    expect(sent).toEqual(['/api/admin/users'])
  })

  test('a button shows that it is busy, and cannot be pressed meanwhile', async () => {
    const { page } = desk
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let sent = 0
    await page.route('**/api/admin/users/*/deactivate', async (route) => {
      sent += 1
      await held
      await route.fallback()
    })
    const button = page.getByRole('button', { name: 'Deactivate Dmitri' })
    await button.click()
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
    await button.click({ force: true })
    await button.press('Enter')
    letGo()
    await page.getByRole('button', { name: 'Reactivate Dmitri' }).waitFor()
    expect(sent).toBe(1)
    await page.unrouteAll()
  })

  test.each([
    ['Deactivate Ann', '**/api/admin/users/*/deactivate', 'Failed to deactivate player'],
    ['Reactivate Dmitri', '**/api/admin/users/*/reactivate', 'Failed to reactivate player'],
    ['Edit Ann', '**/api/admin/users/*', 'Failed to save player'],
  ])('%s: a refusal without a reason', async (button, path, text) => {
    const { page, browser } = desk
    await page.goto('/admin/users')
    await page.route(path, (route) => route.fulfill({ status: 400, json: {} }))
    await press(page, button)
    if (button.startsWith('Edit')) await press(page.getByRole('dialog'), 'Save')
    await said(page, text)
    await page.unrouteAll()
    expect(browser.troubles()).toHaveLength(1)
  })

  test.each([
    [403, 'You do not have permission to perform this action.'],
    [404, 'Resource not found.'],
    [503, 'Server error occurred. Please try again later.'],
  ])('an answer %s is put in words', async (status, text) => {
    const { page, browser } = desk
    await page.goto('/admin/users')
    await page.route('**/api/admin/users/*/deactivate', (route) => route.fulfill({ status, json: {} }))
    await press(page, 'Deactivate Ann')
    await said(page, text)
    await page.unrouteAll()
    expect(browser.troubles()).toHaveLength(1)
  })

  test('the keyboard alone adds a player, a season and a sport', async () => {
    const { page } = desk
    const go = async (tab: string) => {
      await tabTo(page, page.getByRole('link', { name: tab, exact: true }))
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: tab, exact: true }).waitFor()
    }
    const pushed = async (name: string) => {
      await tabTo(page, page.getByRole('button', { name, exact: true }))
      await page.keyboard.press('Enter')
    }
    const fill = async (label: string, text: string) => {
      await tabTo(page, page.getByRole('dialog').getByLabel(label, { exact: true }))
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
    }
    await page.goto('/admin/seasons')
    await go('Players')
    await pushed('+ Add Player')
    await fill('Name', 'Kay')
    await tabTo(page, page.getByLabel('User does not have an email address'))
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByRole('rowheader', { name: 'Kay' }).waitFor()
    await gone(page.getByRole('dialog'))

    await go('Seasons')
    await pushed('+ Create Season')
    await fill('Season name', 'Keyboard Cup')
    await pushed('Select all active')
    await pushed('Create Season')
    await gone(page.getByRole('dialog'))
    await said(card(page, 'Keyboard Cup'), '4 players')

    await go('Sports')
    await pushed('+ Add Sport')
    await tabTo(page, page.getByRole('dialog').getByLabel('Season'))
    await page.keyboard.type('Keyboard')
    await fill('Sport name', 'Chess')
    await fill('Teams', 'White')
    await tabTo(page, page.getByLabel('Lock time'))
    await page.keyboard.type('08012027')
    await page.keyboard.press('Tab')
    await page.keyboard.type('0700PM')
    await fill('Timezone', 'tokyo')
    await page.getByRole('option', { name: 'Tokyo' }).waitFor()
    await page.keyboard.press('Enter')
    await pushed('Add Sport')
    await gone(page.getByRole('dialog'))
    await said(card(page, 'Chess'), 'Sun, Aug 1, 2027, 7:00 PM GMT+9')
    await pushed('Activate & Send Links: Chess')
    await dialogOf(page, 'Activate Chess?').waitFor()
    await pushed('Activate & Send Links')
    await said(page, 'Chess is active.')
  })

  test('a session that ends on a screen comes to the login, and nothing of it stays', async () => {
    const { main, browser } = desk
    const page = await browser.open(COMPUTER)
    await signInByHand(page)
    await page.getByRole('button', { name: 'Deactivate Ann' }).waitFor()
    await page.waitForLoadState('networkidle')
    const newPassword = 'Rainy-Zebra-8'
    await done(main.post('/auth/change-password', { currentPassword: 'Sunny-Horse-7', newPassword }))
    await press(page, 'Deactivate Ann')
    await page.waitForURL('**/admin/login')
    await page.getByLabel('Email').waitFor()
    expect(await page.evaluate(`localStorage.getItem('session')`)).not.toContain('eyJ')
    expect(browser.troubles().every((trouble) => trouble.startsWith('401 '))).toBe(true)
  })
})

describe.skipIf(browserMissing)(`the development tools${title}`, () => {
  const desk = deskForTests(() => ({ enableDevTools: true }))

  test('make a sample league and take it away again', async () => {
    const { page } = desk
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/api/admin/seed/seed-test-data', async (route) => {
      await held
      await route.fallback()
    })
    await page.goto('/admin/users')
    await press(page, 'Seed Sample Data')
    await page.getByRole('progressbar', { name: 'Making sample data' }).waitFor()
    letGo()
    await expect.poll(() => page.getByRole('rowheader').count(), { timeout: 20_000 }).toBe(15)
    await page
      .getByRole('button', { name: 'Seed Sample Data' })
      .and(page.locator('[aria-busy=false]'))
      .waitFor()
    await page.getByRole('link', { name: 'Sports', exact: true }).click()
    await expect.poll(() => page.getByRole('article').count()).toBe(11)
    await press(page, 'Delete Sample Data')
    const dialog = dialogOf(page, 'Delete the sample data?')
    await press(dialog, 'Delete Sample Data')
    await gone(dialog)
    await page.waitForURL('**/admin/getting-started')
    await expect.poll(() => page.getByText('To do').count()).toBe(3)
    await page.unrouteAll()
  })

  test.each([
    ['Seed Sample Data', 'seed-test-data', 'Failed to seed sample data'],
    ['Delete Sample Data', 'clear-test-data', 'Failed to delete sample data'],
  ])('%s: a refusal without a reason', async (button, path, text) => {
    const { page, browser } = desk
    await page.goto('/admin/users')
    await page.route(`**/api/admin/seed/${path}`, (route) => route.fulfill({ status: 400, json: {} }))
    await press(page, button)
    if (button.startsWith('Delete')) await press(page.getByRole('dialog'), button)
    await said(page, text)
    await page.unrouteAll()
    expect(browser.troubles()).toEqual([`400 POST /api/admin/seed/${path}`])
  })

  test('are not for a secondary admin', async () => {
    const dana = await desk.addAdmin('Dana')
    const second = await desk.openAs((await desk.signInByMail(dana.email)).token)
    await second.goto('/admin/users')
    await said(second, 'No players yet.')
    expect(await second.getByRole('button', { name: 'Seed Sample Data' }).count()).toBe(0)
  })
})
