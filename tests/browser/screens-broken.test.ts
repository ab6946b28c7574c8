import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, COMPUTER } from '../support/browser.ts'
import { JWT_SECRET } from '../support/league/running.ts'
import { deskForTests, title } from './desk.ts'
import { press, refusing, said } from './hands.ts'
import { type Links, playSampleLeague } from './sample-league.ts'
import { heading, look } from './screen.ts'

describe.skipIf(browserMissing)(`when something is broken${title}`, () => {
  const desk = deskForTests()
  let unlucky: Page
  let links: Links
  beforeAll(async () => {
    unlucky = await desk.browser.open(COMPUTER)
    links = await playSampleLeague(desk.main, desk.clock)
  })

  afterEach(() => unlucky.unrouteAll())

  test('a page whose files do not arrive', async () => {
    const { browser } = desk
    await unlucky.route('**/assets/home-page*', (route) => route.abort())
    await look(unlucky, { name: '', at: '/', shown: heading('Unexpected Application Error!') })
    expect(browser.troubles()).not.toEqual([])
  })

  test('an admin page whose files do not arrive', async () => {
    const { browser, page } = desk
    await page.route('**/assets/seasons-page*', (route) => route.abort())
    await look(page, { name: '', at: '/admin/seasons', shown: heading('Unexpected Application Error!') })
    await page.unrouteAll()
    expect(browser.troubles()).not.toEqual([])
  })

  test('an explanation whose file does not arrive leaves the standings as they are', async () => {
    const { browser } = desk
    await unlucky.route('**/assets/explanation-dialog*', (route) => route.abort())
    await unlucky.goto('/')
    await unlucky.getByRole('cell', { name: 'pts' }).first().click()
    await said(unlucky, 'The details could not be loaded. Reload the page to see them.')
    await heading('Family Cup')(unlucky).waitFor()
    expect(browser.troubles()).not.toEqual([])
  })

  test('a page that cannot be rendered, until it can', async () => {
    const { browser } = desk
    await unlucky.route('**/api/public/leaderboard/season/*', (route) =>
      route.fulfill({ json: { rounds: 7 } }),
    )
    await look(unlucky, { name: '', at: '/', shown: heading('Oops! Something went wrong') })
    await unlucky.unrouteAll()
    await unlucky.getByRole('link', { name: 'Go to Home' }).click()
    await heading('Family Cup')(unlucky).waitFor()
    expect(browser.troubles()).not.toEqual([])
  })

  test('a pick page without a server', async () => {
    const { browser } = desk
    await unlucky.route('**/api/picks/**', (route) => route.abort('connectionrefused'))
    await look(unlucky, { name: '', at: links.Cycling, shown: heading('This did not work') })
    await unlucky.unrouteAll()
    await press(unlucky, 'Try Again')
    await unlucky.getByLabel('Your pick').waitFor()
    expect(browser.troubles()).not.toEqual([])
  })

  test('an admin area without a server keeps the session', async () => {
    const { browser, page } = desk
    await page.route('**/api/auth/me', (route) => route.fulfill({ status: 503, json: {} }))
    await look(page, { name: '', at: '/admin/users', shown: heading('You are still signed in') })
    await said(page, 'Failed to load user information. Please refresh the page.')
    await page.unrouteAll()
    await press(page, 'Try Again')
    await heading('Players')(page).waitFor()
    expect(browser.troubles()).toEqual(['503 GET /api/auth/me'])
  })

  test('too many requests do not end the session', async () => {
    const { browser, page } = desk
    await refusing(page, 'GET', '/auth/me', 429)
    await page.goto('/admin/users')
    await heading('You are still signed in')(page).waitFor()
    await page.unrouteAll()
    await press(page, 'Try Again')
    await heading('Players')(page).waitFor()
    expect(browser.troubles()).toEqual(['429 GET /api/auth/me'])
  })

  test('a session that has run out comes to the login', async () => {
    const late = await desk.openAs(runOut(desk.mainToken))
    await late.goto('/admin/seasons')
    await late.waitForURL('**/admin/login')
    expect(desk.browser.troubles()).toEqual(['401 GET /api/auth/me'])
  })
})

/** The same token, as the server would have signed it, but over since a minute. */
function runOut(token: string): string {
  const [head, claims = ''] = token.split('.')
  const over = { ...JSON.parse(atob(claims)), exp: Math.floor(Date.now() / 1000) - 60 }
  const signed = `${head}.${Buffer.from(JSON.stringify(over)).toString('base64url')}`
  return `${signed}.${createHmac('sha256', JWT_SECRET).update(signed).digest('base64url')}`
}
