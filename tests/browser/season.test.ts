import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest, FIRST_ADMIN } from '../support/application.ts'
import { type BrowserForTest, browserMissing, COMPUTER, PHONE, startBrowser } from '../support/browser.ts'
import { settableClock } from '../support/clock.ts'
import { copyTemplate } from '../support/embedded.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { cells, lines, press } from './hands.ts'

const FOOTBALL_LOCKS_AT = '2027-01-20T19:00:00.000Z'
const title = browserMissing ? ` (SKIPPED: ${browserMissing})` : ''

describe.skipIf(browserMissing)(`a season, played in the browser${title}`, () => {
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  let start: () => Promise<ApplicationForTest>
  let removeFolder: () => Promise<void>
  let application: ApplicationForTest
  let mailServer: MailServer
  let browser: BrowserForTest
  let admin: Page
  let ann: Page
  let bob: Page
  let visitor: Page

  beforeAll(async () => {
    const folder = await temporaryFolder()
    removeFolder = folder.remove
    await copyTemplate(folder.path)
    mailServer = await startMailServer()
    const port = await freePort()
    const config = { port, appUrl: `http://localhost:${port}`, smtp: mailServer.smtp }
    start = () => applicationForTest({ clock, dataDir: folder.path, config })
    application = await start()
    browser = await startBrowser(application.url)
    admin = await browser.open(COMPUTER)
    visitor = await browser.open(COMPUTER)
    ann = await browser.open(PHONE)
    bob = await browser.open(PHONE)
  })
  afterEach(() => expect(browser.troubles()).toEqual([]))
  afterAll(async () => {
    await browser?.close()
    await application?.close()
    await mailServer?.close()
    await removeFolder?.()
  })

  test('the admin signs in, though not with a wrong password', async () => {
    await admin.goto('/')
    await admin.getByRole('link', { name: 'Admin' }).click()
    await admin.getByLabel('Email').fill('not an address')
    await press(admin, 'Continue')
    await admin.getByText('Please enter a valid email address').waitFor()
    await admin.getByLabel('Email').fill(FIRST_ADMIN.email)
    await press(admin, 'Continue')
    await admin.getByLabel('Password').fill('wrong')
    await press(admin, 'Log In')
    await admin.getByText('Login failed. Please check your credentials.').waitFor()
    expect(browser.troubles()).toEqual(['401 POST /api/auth/login'])
    await admin.getByLabel('Password').fill(FIRST_ADMIN.password)
    await press(admin, 'Log In')
    await admin.getByRole('heading', { name: 'Welcome' }).waitFor()
  })

  test('the first-time setup names the first mistake only', async () => {
    await admin.getByLabel('Email').fill('connie')
    await admin.getByLabel('Password', { exact: true }).fill('short')
    await press(admin, 'Complete Setup & Continue')
    expect(await admin.getByRole('alert').allInnerTexts()).toEqual(['Name must be at least 2 characters'])
    await admin.getByLabel('Display name').fill('Connie')
    await admin.getByLabel('Email').fill('connie@example.com')
    await admin.getByLabel('Password', { exact: true }).fill('Sunny-Horse-7')
    await admin.getByLabel('Confirm password').fill('Sunny-Horse-8')
    await press(admin, 'Complete Setup & Continue')
    await admin.getByText('Passwords do not match').waitFor()
    await admin.getByLabel('Confirm password').fill('Sunny-Horse-7')
    await press(admin, 'Complete Setup & Continue')
    await admin.getByRole('heading', { name: 'Getting Started' }).waitFor()
    expect(await admin.getByText('To do').count()).toBe(3)
  })

  test('the admin adds players, one of them without an address', async () => {
    await admin.getByRole('link', { name: 'Go to Players' }).click()
    for (const [name, email] of [
      ['Ann', 'ann@example.com'],
      ['Bob', 'bob@example.com'],
      ['Cleo', ''],
    ] as const) {
      await press(admin, '+ Add Player')
      const dialog = admin.getByRole('dialog', { name: 'Add Player' })
      await dialog.getByLabel('Name').fill(name)
      if (email) {
        await dialog.getByLabel('Email', { exact: true }).fill(email)
      } else {
        await press(dialog, 'Add Player')
        const refused = 'Email is required unless "User does not have an email address" is checked'
        await dialog.getByText(refused).waitFor()
        await dialog.getByLabel('User does not have an email address').check()
      }
      await press(dialog, 'Add Player')
      await dialog.waitFor({ state: 'hidden' })
    }
    const rows = await cells(admin.getByRole('table', { name: 'Players' }))
    expect(rows.slice(1).map(([name, email, status]) => [name, email, status])).toEqual([
      ['Ann', 'ann@example.com', 'Active'],
      ['Bob', 'bob@example.com', 'Active'],
      ['Cleo', 'No email', 'Active'],
    ])
  })

  test('the admin creates the default season with all of them', async () => {
    await admin.getByRole('link', { name: 'Getting Started' }).click()
    await admin.getByText('Done: 3 players').waitFor()
    await admin.getByRole('link', { name: 'Go to Seasons' }).click()
    await press(admin, 'Create the first season')
    const dialog = admin.getByRole('dialog', { name: 'Create Season' })
    await press(dialog, 'Create Season')
    await dialog.getByText('Season name is required').waitFor()
    await dialog.getByLabel('Season name').fill('Family Cup')
    await dialog.getByLabel('Start year').fill('2027')
    await dialog.getByLabel('End year').fill('2027')
    await dialog.getByLabel('Commissioner').fill('Connie')
    expect(await dialog.getByLabel('Default season').isChecked()).toBe(true)
    await press(dialog, 'Select all active')
    await press(dialog, 'Create Season')
    await dialog.waitFor({ state: 'hidden' })
    const card = admin.getByRole('article', { name: 'Family Cup' })
    await card.getByText('3 players').waitFor()
    await card.getByText('Default').waitFor()
  })

  test('the admin adds a sport with teams, locking by the clock of another city', async () => {
    await admin.getByRole('link', { name: 'Sports of Family Cup' }).click()
    await press(admin, 'Add the first sport')
    const dialog = admin.getByRole('dialog', { name: 'Add Sport' })
    await dialog.getByLabel('Sport name').fill('Football')
    await dialog.getByLabel('Teams').fill('Reds\n Blues \n\nGreens')
    await dialog.getByLabel('Lock time').fill('2027-01-20T19:00')
    expect(await dialog.getByLabel('Timezone').inputValue()).toBe('New York')
    await dialog.getByLabel('Timezone').fill('london')
    await admin.getByRole('option', { name: 'London' }).click()
    await dialog.getByLabel('Email message').fill('Choose <well>')
    await press(dialog, 'Add Sport')
    await dialog.waitFor({ state: 'hidden' })
    const card = admin.getByRole('article', { name: 'Football' })
    await card.getByText(/Wed, Jan 20, 2027, 7:00 PM (GMT|UTC)/).waitFor()
    await card.getByText('Draft').waitFor()
  })

  test('the admin adds a sport with two picks in the own words of a player', async () => {
    await press(admin, '+ Add Sport')
    const dialog = admin.getByRole('dialog', { name: 'Add Sport' })
    await dialog.getByLabel('Sport name').fill('Oscars')
    await dialog.getByLabel('Pick type').selectOption('Write-in picks')
    await dialog.getByLabel('Number of write-in picks').fill('11')
    await dialog.getByLabel('Lock time').fill('2027-01-25T12:00')
    await press(dialog, 'Add Sport')
    await dialog.getByText('Number of write-in picks must be between 1 and 10').waitFor()
    await dialog.getByLabel('Number of write-in picks').fill('2')
    await press(dialog, 'Add Sport')
    await dialog.waitFor({ state: 'hidden' })
    const card = admin.getByRole('article', { name: 'Oscars' })
    await card.getByText('Mon, Jan 25, 2027, 12:00 PM EST').waitFor()
    await admin.getByRole('link', { name: 'Getting Started' }).click()
    await admin.getByText('Done: 2 sports').waitFor()
  })

  test('activating mails everybody with an address a link of their own', async () => {
    await admin.getByRole('link', { name: 'Sports', exact: true }).click()
    for (const sport of ['Football', 'Oscars']) {
      await press(admin, `Activate & Send Links: ${sport}`)
      const dialog = admin.getByRole('dialog', { name: `Activate ${sport}?` })
      await dialog.getByText('1 has no email address: you enter those picks.').waitFor()
      await press(dialog, 'Activate & Send Links')
      await admin.getByText(`${sport} is active. 2 players get a link`).waitFor()
    }
    const football = await mailServer.mailTo('ann@example.com', 'Football')
    expect(football.from?.address).toBe(mailServer.smtp.from.match(/<(.+)>/)?.[1])
    expect(football.text).toContain('Choose <well>')
    expect(football.html).toContain('Choose &lt;well&gt;')
    const links = await Promise.all(
      ['ann', 'bob'].flatMap((name) =>
        ['Football', 'Oscars'].map((sport) => linkIn(mailServer, `${name}@example.com`, sport)),
      ),
    )
    expect(new Set(links).size).toBe(4)
    await admin.getByRole('link', { name: 'Settings', exact: true }).click()
    await admin.getByRole('link', { name: 'Email', exact: true }).click()
    await admin.getByRole('table', { name: 'Mail' }).waitFor()
    await eventually('four mails that are sent', async () => {
      await admin.reload()
      await admin.getByRole('table', { name: 'Mail' }).waitFor()
      return (await admin.getByText('Sent', { exact: true }).count()) === 4
    })
    expect(mailServer.mails).toHaveLength(4)
  })

  test('a player picks from the link on a phone, and changes the pick', async () => {
    await ann.goto(await linkIn(mailServer, 'ann@example.com', 'Football'))
    await ann.getByText('Hi Ann, make your pick for').waitFor()
    await ann.getByRole('region', { name: 'Lock time' }).getByText('7:00 PM').waitFor()
    await ann.getByLabel('Your pick').selectOption('Blues')
    await press(ann, 'Save My Pick')
    await ann.getByRole('heading', { name: 'Your pick is in!' }).waitFor()
    await press(ann, 'Change My Pick')
    expect(await ann.getByLabel('Your pick').inputValue()).toBe('Blues')
    await ann.getByLabel('Your pick').selectOption('Reds')
    await press(ann, 'Save Changes')
    await ann.getByRole('heading', { name: 'Your pick is in!' }).waitFor()
    expect(await ann.getByRole('listitem').allInnerTexts()).toEqual(['Reds'])
    await ann.reload()
    expect(await ann.getByLabel('Your pick').inputValue()).toBe('Reds')
  })

  test('a player picks in their own words', async () => {
    await ann.goto(await linkIn(mailServer, 'ann@example.com', 'Oscars'))
    await ann.getByLabel('Pick 1').fill(' Dune ')
    await ann.getByLabel('Pick 2 (optional)').fill('Oppenheimer')
    await press(ann, 'Save My Picks')
    await ann.getByRole('heading', { name: 'Your picks are in!' }).waitFor()
    expect(await ann.getByRole('listitem').allInnerTexts()).toEqual(['Dune', 'Oppenheimer'])
  })

  test('an empty pick is not sent', async () => {
    await bob.goto(await linkIn(mailServer, 'bob@example.com', 'Oscars'))
    await press(bob, 'Save My Picks')
    await bob.getByText('Please enter at least one pick').waitFor()
    await bob.goto(await linkIn(mailServer, 'bob@example.com', 'Football'))
    await press(bob, 'Save My Pick')
    await bob.getByText('Please select a team/player').waitFor()
    await bob.getByLabel('Your pick').selectOption('Greens')
    await press(bob, 'Save My Pick')
    await bob.getByRole('heading', { name: 'Your pick is in!' }).waitFor()
  })

  test('nobody else sees a pick before the lock, not even in the bytes', async () => {
    const bytes: string[] = []
    visitor.on('response', async (response) => {
      if (response.url().includes('/api/')) bytes.push(await response.text())
    })
    await visitor.goto('/')
    expect(await standings(visitor)).toEqual([
      ['Player', 'Football', 'Oscars', 'Total'],
      ['Ann', '-', '-', '0 pts'],
      ['Bob', '-', '-', '0 pts'],
      ['Cleo', '-', '-', '0 pts'],
    ])
    await visitor.getByText('No completed sports yet.').waitFor()
    await visitor.waitForLoadState('networkidle')
    expect(bytes.join()).toContain('Football')
    expect(bytes.join()).not.toMatch(/Reds|Blues|Greens|Dune|Oppenheimer/)
    expect(await visitor.content()).not.toMatch(/Reds|Blues|Greens|Dune|Oppenheimer/)
  })

  test('whoever is late by the hand of the admin is told so and loses nothing', async () => {
    await bob.goto(await linkIn(mailServer, 'bob@example.com', 'Oscars'))
    await bob.getByLabel('Pick 1').fill('Barbie')
    clock.advance(60_000)
    await admin.getByRole('link', { name: 'Sports', exact: true }).click()
    await admin.getByRole('article', { name: 'Oscars' }).getByText('1 of 3 picked').waitFor()
    await press(admin, 'Lock Now: Oscars')
    await press(admin.getByRole('dialog', { name: 'Lock Oscars now?' }), 'Lock Now')
    await admin.getByText('Oscars is locked').waitFor()
    await press(bob, 'Save My Picks')
    await bob.getByText('Too late: this was not saved').waitFor()
    await bob.getByText('No pick of yours was saved before the lock.').waitFor()
    expect(await bob.getByLabel('Pick 1').inputValue()).toBe('Barbie')
    expect(browser.troubles()[0]).toMatch(/^403 POST \/api\/picks\//)
  })

  test('the clock locks the other sport, and from then on everybody sees the picks', async () => {
    await ann.goto(await linkIn(mailServer, 'ann@example.com', 'Football'))
    await ann.getByLabel('Your pick').selectOption('Blues')
    clock.set(FOOTBALL_LOCKS_AT)
    await press(ann, 'Save Changes')
    await ann.getByText('Too late: this was not saved').waitFor()
    await ann.getByText('Your saved pick stands: Reds.').waitFor()
    expect(browser.troubles()[0]).toMatch(/^403 POST \/api\/picks\//)
    await visitor.reload()
    expect(await standings(visitor)).toEqual([
      ['Player', 'Football', 'Oscars', 'Total'],
      ['Ann', 'Reds', 'Dune, Oppenheimer', '0 pts'],
      ['Bob', 'Greens', 'No pick', '0 pts'],
      ['Cleo', 'No pick', 'No pick', '0 pts'],
    ])
  })

  test('the admin completes and scores both', async () => {
    await admin.reload()
    await press(admin, 'Complete & Score: Football')
    const football = admin.getByRole('dialog', { name: 'Complete Football' })
    expect(await football.getByLabel('2nd Place').isDisabled()).toBe(true)
    await press(football, 'Complete & Score')
    await football.getByText('Champion (1st Place) is required').waitFor()
    await football.getByLabel('Champion (1st Place)').selectOption('Reds')
    await football.getByLabel('2nd Place').selectOption('Greens')
    await press(football, 'Complete & Score')
    await admin.getByText('Football is completed').waitFor()

    await press(admin, 'Complete & Score: Oscars')
    const oscars = admin.getByRole('dialog', { name: 'Complete Oscars' })
    await oscars.getByLabel('Champion (1st Place)').fill('Anora')
    await oscars.getByLabel('Ann').selectOption('3rd place')
    await press(oscars, 'Complete & Score')
    await admin.getByText('Oscars is completed').waitFor()
  })

  const FINAL = [
    ['Player', 'Football (Reds)', 'Oscars (Anora)', 'Total'],
    ['#1 Ann', 'Reds +6', 'Dune, Oppenheimer +4', '10 pts'],
    ['#2 Bob', 'Greens +5', 'No pick', '5 pts'],
    ['#3 Cleo', 'No pick', 'No pick', '0 pts'],
  ]

  test('home shows who leads, what each pick earned, and how the points grew', async () => {
    await visitor.reload()
    expect(await standings(visitor)).toEqual(FINAL)
    await visitor.getByText('2 of 2 sports completed').waitFor()
    await visitor.getByRole('img', { name: 'Line chart of cumulative points' }).locator('canvas').waitFor()
    expect(await cells(visitor.getByRole('table', { name: 'Cumulative points' }))).toEqual([
      ['Player', 'Start', 'Football', 'Oscars'],
      ['Ann', '0', '6', '10'],
      ['Bob', '0', '5', '5'],
      ['Cleo', '0', '0', '0'],
    ])
  })

  test('the admin ends the season, and home shows the podium', async () => {
    await admin.getByRole('link', { name: 'Seasons', exact: true }).click()
    await press(admin, 'End Season Family Cup')
    await press(admin.getByRole('dialog', { name: 'End Family Cup?' }), 'End Season')
    const winners = admin.getByRole('dialog', { name: 'Family Cup has ended' })
    expect(await lines(winners.getByRole('listitem'))).toEqual([
      '#1 Ann 10 pts',
      '#2 Bob 5 pts',
      '#3 Cleo 0 pts',
    ])
    await press(winners, 'Done')
    await admin.getByRole('article', { name: 'Family Cup' }).getByText('Ended', { exact: true }).waitFor()
    await visitor.reload()
    await expectPodium(visitor)
  })

  test('everything is there after a restart, even the session of the admin', async () => {
    await application.close()
    application = await start()
    await visitor.reload()
    await expectPodium(visitor)
    expect(await standings(visitor)).toEqual(FINAL)
    await admin.reload()
    await admin.getByRole('article', { name: 'Family Cup' }).getByText('Ended', { exact: true }).waitFor()
    await ann.goto(await linkIn(mailServer, 'ann@example.com', 'Football'))
    await ann.getByRole('heading', { name: 'Picks are closed' }).waitFor()
    await ann.getByText('This season has ended').waitFor()
    expect(browser.troubles()[0]).toMatch(/^403 GET \/api\/picks\/validate\//)
    expect(mailServer.mails).toHaveLength(4)
  })
})

const standings = (page: Page) => cells(page.getByRole('region', { name: 'Leaderboard, scrolls sideways' }))

async function expectPodium(page: Page) {
  const banner = page.getByRole('region', { name: 'Season Ended!' })
  expect(await lines(banner.getByRole('listitem'))).toEqual([
    'Ann 10 pts 1st',
    'Bob 5 pts 2nd',
    'Cleo 0 pts 3rd',
  ])
}

async function linkIn(mailServer: MailServer, address: string, sport: string): Promise<string> {
  const { text } = await mailServer.mailTo(address, sport)
  const [link] = text?.match(/http\S+\/pick\/\S+/) ?? []
  if (!link) throw new Error(`No link in the mail to ${address} about ${sport}`)
  return link
}
