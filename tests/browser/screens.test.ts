import { createHmac } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest, FIRST_ADMIN } from '../support/application.ts'
import { type BrowserForTest, browserMissing, COMPUTER, PHONE, startBrowser } from '../support/browser.ts'
import { settableClock } from '../support/clock.ts'
import { type Http, http } from '../support/http.ts'
import { faults } from './faults.ts'
import { type Links, playSampleLeague } from './sample-league.ts'

const ADMIN = { email: 'connie@example.com', password: 'Sunny-Horse-7' }
const JWT_SECRET = 'a-secret-that-only-this-test-knows-of'
const title = browserMissing ? ` (SKIPPED: ${browserMissing})` : ''

/** Where a screen is, how to bring it up there, and what shows that it is up. */
type Screen = {
  name: string
  at: string | (() => string)
  open?: (page: Page) => Promise<unknown>
  shown: (page: Page) => Locator
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name })
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name })
const words = (text: string) => (page: Page) => page.getByText(text)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const pressing = (name: string) => (page: Page) => press(page, name)

describe.skipIf(browserMissing)(`every screen${title}`, () => {
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  let application: ApplicationForTest
  let visitor: Http
  let browser: BrowserForTest
  /** Of somebody who is signed in from the first-time setup on. */
  let page: Page
  let stranger: Page
  let links: Links

  beforeAll(async () => {
    application = await applicationForTest({ clock, config: { jwtSecret: JWT_SECRET } })
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

  const look = async (on: Page, { at, open, shown }: Screen) => {
    await on.goto(typeof at === 'string' ? at : at())
    await open?.(on)
    await shown(on).first().waitFor()
    expect(await faults(on)).toEqual([])
  }

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
      for (const path of ['/admin', '/admin/users', '/admin/settings/email']) {
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
      await page.goto('/admin/no/such/screen')
      await page.waitForURL('**/admin/getting-started')
    })

    test.each<Screen>([
      { name: 'getting started', at: '/admin', shown: words('To do') },
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

  describe('in the middle of a season', () => {
    beforeAll(async () => {
      const { body } = await visitor.post('/auth/login', ADMIN)
      links = await playSampleLeague(visitor.as(body.token), clock)
    })

    test.each<Screen>([
      { name: 'home', at: '/', shown: (page) => page.locator('canvas') },
      { name: 'home of a season that has ended', at: '/?season=1', shown: heading('Season Ended!') },
      { name: 'a pick', at: () => links.Cycling, shown: (page) => page.getByLabel('Your pick') },
      {
        name: 'picks in own words',
        at: () => links['Song Contest'],
        shown: (page) => page.getByLabel('Pick 3'),
      },
      {
        name: 'an empty pick',
        at: () => links.Cycling,
        open: pressing('Save My Pick'),
        shown: words('Please select a team/player'),
      },
      {
        name: 'a saved pick',
        at: () => links['Song Contest'],
        open: async (page) => {
          await page.getByLabel('Pick 1').fill('Norway')
          await page.getByLabel('Pick 2').fill('Sweden')
          await press(page, 'Save My Picks')
        },
        shown: heading('Your picks are in!'),
      },
    ])('$name', (screen) => look(stranger, screen))

    test('a locked pick', async () => {
      await look(stranger, { name: '', at: links.Tennis, shown: heading('Picks are locked') })
      expect(browser.troubles()).toEqual([
        `403 GET /api/picks/validate/${links.Tennis.replace('/pick/', '')}`,
      ])
    })

    test('the keyboard alone picks', async () => {
      await stranger.goto(links.Cycling)
      await stranger.getByLabel('Your pick').waitFor()
      await tabTo(stranger, stranger.getByLabel('Your pick'))
      await stranger.keyboard.type('Blues')
      await tabTo(stranger, stranger.getByRole('button', { name: 'Save My Pick' }))
      await stranger.keyboard.press('Enter')
      await heading('Your pick is in!')(stranger).waitFor()
      expect(await stranger.getByRole('listitem').allInnerTexts()).toEqual(['Blues'])
    })

    test.each<Screen>([
      { name: 'getting started', at: '/admin/getting-started', shown: words('Done: 9 players') },
      { name: 'the account menu', at: '/admin/users', open: pressing('Connie'), shown: words('Logout') },
      { name: 'players', at: '/admin/users', shown: (page) => page.getByRole('table') },
      {
        name: 'add a player',
        at: '/admin/users',
        open: async (page) => {
          await press(page, '+ Add Player')
          await page.getByRole('dialog').getByRole('button', { name: 'Add Player' }).click()
        },
        shown: words('Name is required'),
      },
      { name: 'edit a player', at: '/admin/users', open: pressing('Edit Omar'), shown: dialog('Edit Omar') },
      {
        name: 'delete a player',
        at: '/admin/users',
        open: pressing('Delete Newcomer'),
        shown: dialog('Delete Newcomer?'),
      },
      {
        name: 'keep a player',
        at: '/admin/users',
        open: pressing('Delete Ann'),
        shown: dialog('Ann cannot be deleted'),
      },
      { name: 'seasons', at: '/admin/seasons', shown: (page) => page.getByRole('article') },
      {
        name: 'create a season',
        at: '/admin/seasons',
        open: pressing('+ Create Season'),
        shown: dialog('Create Season'),
      },
      {
        name: 'end a season',
        at: '/admin/seasons',
        open: pressing('End Season Family Cup'),
        shown: dialog('End Family Cup?'),
      },
      {
        name: 'reopen a season',
        at: '/admin/seasons',
        open: pressing('Reopen Last Year'),
        shown: dialog('Reopen Last Year?'),
      },
      { name: 'participants', at: '/admin/seasons/2', shown: (page) => page.getByRole('table') },
      { name: 'participants of the past', at: '/admin/seasons/1', shown: (page) => page.getByRole('table') },
      {
        name: 'add a participant',
        at: '/admin/seasons/2',
        open: pressing('Add Participant'),
        shown: dialog('Add Participant'),
      },
      {
        name: 'remove a participant',
        at: '/admin/seasons/2',
        open: pressing('Remove Ann'),
        shown: dialog('Remove Ann?'),
      },
      { name: 'sports', at: '/admin/rounds', shown: (page) => page.getByRole('article') },
      { name: 'sports of the past', at: '/admin/rounds?season=1', shown: words('This season has ended.') },
      {
        name: 'who has picked',
        at: '/admin/rounds',
        open: (page) => page.getByRole('article', { name: 'Tennis' }).getByText('of 8 picked').click(),
        shown: (page) => page.getByRole('article', { name: 'Tennis' }).getByText('Not yet'),
      },
      {
        name: 'add a sport',
        at: '/admin/rounds',
        open: async (page) => {
          await press(page, '+ Add Sport')
          await page.getByRole('dialog').getByRole('button', { name: 'Add Sport' }).click()
        },
        shown: words('Sport name is required'),
      },
      {
        name: 'choose a time zone',
        at: '/admin/rounds',
        open: async (page) => {
          await press(page, '+ Add Sport')
          await page.getByLabel('Timezone').fill('lo')
        },
        shown: (page) => page.getByRole('option', { name: 'London' }),
      },
      {
        name: 'activate a sport',
        at: '/admin/rounds',
        open: pressing('Activate & Send Links: Sailing'),
        shown: words('7 players get a mail'),
      },
      {
        name: 'lock a sport',
        at: '/admin/rounds',
        open: pressing('Lock Now: Cycling'),
        shown: dialog('Lock Cycling now?'),
      },
      {
        name: 'complete a sport with teams',
        at: '/admin/rounds',
        open: pressing('Complete & Score: Tennis'),
        shown: (page) => page.getByLabel('5th Place'),
      },
      {
        name: 'unlock a sport',
        at: '/admin/rounds',
        open: pressing('Unlock: Football'),
        shown: dialog('Unlock Football?'),
      },
      { name: 'manage picks', at: '/admin/manage-picks', shown: heading('Manage Picks') },
      { name: 'mail', at: '/admin/settings/email', shown: (page) => page.getByRole('table') },
      {
        name: 'a mail',
        at: '/admin/settings/email',
        open: (page) => page.getByRole('button', { name: /Open the mail to ann.*Cycling/ }).click(),
        shown: dialog('make your pick for Cycling'),
      },
    ])('$name', (screen) => look(page, screen))

    test('a write-in sport is completed', async () => {
      await page.goto('/admin/rounds')
      await press(page, 'Unlock: Oscars')
      await press(page, 'Unlock')
      await press(page, 'Complete & Score: Oscars')
      await page.getByLabel('Ann').waitFor()
      expect(await faults(page)).toEqual([])
      await page.getByLabel('Champion (1st Place)').fill('Anora')
      await page.getByRole('dialog').getByRole('button', { name: 'Complete & Score' }).click()
      await page.getByText('Oscars is completed').waitFor()
      expect(await faults(page)).toEqual([])
    })

    test('the admin area opens with the players', async () => {
      await page.goto('/admin/no/such/screen')
      await page.waitForURL('**/admin/users')
    })

    test('a session that has run out comes to the login', async () => {
      const late = await browser.open(PHONE)
      const { body } = await visitor.post('/auth/login', ADMIN)
      await late.goto('/admin/login')
      await giveEmail(late, ADMIN.email)
      await late.getByLabel('Password').fill(ADMIN.password)
      await press(late, 'Log In')
      await late.waitForURL('**/admin/users')
      const stored = (await late.evaluate<string>(`localStorage.getItem('session')`)).replace(
        /"token":"[^"]+"/,
        `"token":"${runOut(body.token)}"`,
      )
      await late.evaluate(`localStorage.setItem('session', ${JSON.stringify(stored)})`)
      await late.goto('/admin/seasons')
      await late.waitForURL('**/admin/login')
      expect(browser.troubles()).toEqual(['401 GET /api/auth/me'])
    })

    test('the theme is remembered', async () => {
      const theme = () => stranger.evaluate('document.documentElement.dataset.theme')
      await stranger.goto('/')
      expect(await theme()).toBe('dark')
      await press(stranger, 'Switch to light theme')
      await stranger.reload()
      await stranger.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
      expect(await theme()).toBe('light')
      await press(stranger, 'Switch to dark theme')
      expect(await theme()).toBe('dark')
    })
  })

  describe('when something is broken', () => {
    let unlucky: Page
    beforeAll(async () => {
      unlucky = await browser.open(COMPUTER)
    })
    afterEach(() => unlucky.unrouteAll())

    test('a page whose files do not arrive', async () => {
      await unlucky.route('**/assets/home-page*', (route) => route.abort())
      await look(unlucky, { name: '', at: '/', shown: heading('Unexpected Application Error!') })
      expect(browser.troubles()).not.toEqual([])
    })

    test('a page that cannot be rendered, until it can', async () => {
      await unlucky.route('**/api/public/leaderboard/season/*', (route) =>
        route.fulfill({ json: { rounds: 7 } }),
      )
      await look(unlucky, { name: '', at: '/', shown: heading('Oops! Something went wrong') })
      await unlucky.getByRole('link', { name: 'Go to Home' }).waitFor()
      await unlucky.unrouteAll()
      await unlucky.reload()
      await heading('Family Cup')(unlucky).waitFor()
      expect(browser.troubles()).not.toEqual([])
    })

    test('a pick page without a server', async () => {
      await unlucky.route('**/api/picks/**', (route) => route.abort('connectionrefused'))
      await look(unlucky, { name: '', at: links.Cycling, shown: heading('This did not work') })
      await unlucky.unrouteAll()
      await press(unlucky, 'Try Again')
      await unlucky.getByLabel('Your pick').waitFor()
      expect(browser.troubles()).not.toEqual([])
    })

    test('an admin area without a server keeps the session', async () => {
      await page.route('**/api/auth/me', (route) => route.fulfill({ status: 503, json: {} }))
      await look(page, { name: '', at: '/admin/users', shown: heading('You are still signed in') })
      await page.unrouteAll()
      await press(page, 'Try Again')
      await heading('Players')(page).waitFor()
      expect(browser.troubles()).toEqual(['503 GET /api/auth/me'])
    })
  })
})

async function giveEmail(page: Page, email: string) {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await press(page, 'Continue')
}

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 30; presses += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${target}`)
}

/** The same token, as the server would have signed it, but over since a minute. */
function runOut(token: string): string {
  const [head, claims = ''] = token.split('.')
  const over = { ...JSON.parse(atob(claims)), exp: Math.floor(Date.now() / 1000) - 60 }
  const signed = `${head}.${Buffer.from(JSON.stringify(over)).toString('base64url')}`
  return `${signed}.${createHmac('sha256', JWT_SECRET).update(signed).digest('base64url')}`
}
