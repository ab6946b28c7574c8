import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest, FIRST_ADMIN } from '../support/application.ts'
import { type BrowserForTest, browserMissing, COMPUTER, startBrowser } from '../support/browser.ts'
import { settableClock } from '../support/clock.ts'
import { type Http, http } from '../support/http.ts'
import { faults } from './faults.ts'
import { press, refusing, tabTo } from './hands.ts'
import { heading, look, type Screen, words } from './screen.ts'

const ADMIN = { email: 'connie@example.com', password: 'Sunny-Horse-7' }
const title = browserMissing ? ` (SKIPPED: ${browserMissing})` : ''

describe.skipIf(browserMissing)(`the first screens${title}`, () => {
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  let application: ApplicationForTest
  let visitor: Http
  let browser: BrowserForTest
  /** Of somebody who is signed in from the first-time setup on. */
  let page: Page
  let stranger: Page

  beforeAll(async () => {
    application = await applicationForTest({ clock })
    visitor = http(application.url)
    browser = await startBrowser(application.url)
    page = await browser.open(COMPUTER)
    stranger = await browser.open(COMPUTER)
  })
  afterEach(() => expect(browser.troubles()).toEqual([]))
  afterAll(async () => {
    await browser?.close()
    await application?.close()
  })

  describe('before anything has happened', () => {
    test.each<Screen>([
      { name: 'home', at: '/', shown: words('No seasons or data available yet.') },
      { name: 'an unknown address', at: '/no/such/page', shown: heading('Page not found') },
      { name: 'login', at: '/admin/login', shown: heading('Admin login') },
      {
        name: 'a forgotten password',
        at: '/admin/forgot-password',
        shown: (page) => page.getByLabel('Email'),
      },
      {
        name: 'login with the password',
        at: '/admin/login',
        open: (page) => giveEmail(page, FIRST_ADMIN.email),
        shown: (page) => page.getByLabel('Password'),
      },
    ])('$name', (screen) => look(stranger, screen))

    test('login refused', async () => {
      await giveEmail(stranger, FIRST_ADMIN.email)
      await stranger.getByLabel('Password').fill('wrong')
      await press(stranger, 'Log In')
      await stranger.getByRole('alert').waitFor()
      expect(await faults(stranger)).toEqual([])
      expect(browser.troubles()).toEqual(['401 POST /api/auth/login'])
    })

    test('an invalid link', async () => {
      await look(stranger, { name: '', at: '/pick/1-1-1-nonsense', shown: heading('Invalid Link') })
      expect(browser.troubles()).toEqual(['404 GET /api/picks/validate/1-1-1-nonsense'])
    })

    test('whoever is not signed in comes to the login', async () => {
      for (const path of ['/admin', '/admin/nowhere', '/admin/users', '/admin/settings/email']) {
        await stranger.goto(path)
        await stranger.waitForURL('**/admin/login')
      }
    })

    test('the keyboard alone signs in', async () => {
      await page.goto('/admin/login')
      await tabTo(page, page.getByLabel('Email'))
      await page.keyboard.type(FIRST_ADMIN.email)
      await page.keyboard.press('Enter')
      await page.getByLabel('Password').waitFor()
      await tabTo(page, page.getByLabel('Password'))
      await page.keyboard.type(FIRST_ADMIN.password)
      await page.keyboard.press('Enter')
      await heading('Welcome')(page).waitFor()
    })
  })

  describe('when an admin begins', () => {
    test('first-time setup, whatever the address', async () => {
      await look(page, { name: '', at: '/admin/users', shown: heading('Welcome') })
      await press(page, 'Complete Setup & Continue')
      await page.getByRole('alert').waitFor()
      expect(await faults(page)).toEqual([])
    })

    test('a setup that is refused without a reason', async () => {
      await page.goto('/admin')
      await refusing(page, 'POST', '/auth/initial-setup')
      await page.getByLabel('Display name').fill('Connie')
      await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
      await page.getByLabel('Confirm password').fill(ADMIN.password)
      await press(page, 'Complete Setup & Continue')
      await words('Failed to complete setup')(page).waitFor()
      await page.unrouteAll()
      expect(browser.troubles()).toEqual(['400 POST /api/auth/initial-setup'])
    })

    test('a session that was ended elsewhere comes to the login', async () => {
      const { body } = await visitor.post('/auth/login', FIRST_ADMIN)
      const { email: newEmail, password: newPassword } = ADMIN
      await visitor.as(body.token).post('/auth/initial-setup', { newName: 'Connie', newEmail, newPassword })
      await page.goto('/admin/users')
      await page.waitForURL('**/admin/login')
      expect(browser.troubles()).toEqual(['401 GET /api/auth/me'])
    })

    test('an unknown address leads to the first steps', async () => {
      await giveEmail(page, ADMIN.email)
      await page.getByLabel('Password').fill(ADMIN.password)
      await press(page, 'Log In')
      await page.waitForURL('**/admin/getting-started')
      await page.goto('/admin')
      await page.waitForURL('**/admin/getting-started')
      await page.goto('/admin/no/such/screen')
      await page.waitForURL('**/admin/getting-started')
    })

    test.each<Screen>([
      { name: 'getting started', at: '/admin/getting-started', shown: words('To do') },
      { name: 'no players', at: '/admin/users', shown: words('No players yet.') },
      { name: 'no seasons', at: '/admin/seasons', shown: words('No seasons yet.') },
      { name: 'no sports', at: '/admin/rounds', shown: words('A sport needs a season first.') },
      { name: 'no mail', at: '/admin/settings/email', shown: words('No mail yet.') },
      { name: 'settings', at: '/admin/settings', shown: heading('Settings') },
      { name: 'admins', at: '/admin/settings/admins', shown: heading('Settings') },
      { name: 'no picks to manage', at: '/admin/manage-picks', shown: heading('Manage Picks') },
      { name: 'no such season', at: '/admin/seasons/7', shown: words('Season not found') },
    ])('$name', (screen) => look(page, screen))
  })
})

async function giveEmail(page: Page, email: string) {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await press(page, 'Continue')
}
