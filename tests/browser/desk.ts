import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Config } from '#platform/config'
import { type BrowserForTest, browserMissing, COMPUTER, startBrowser } from '../support/browser.ts'
import { done, type Http, http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

/** Ends the title of a group of tests that need a browser. */
export const title = browserMissing ? ` (SKIPPED: ${browserMissing})` : ''

export type Desk = RunningLeague & {
  main: Http
  mainToken: string
  browser: BrowserForTest
  /** Of the main admin, who is signed in. */
  page: Page
  /** Where nobody is signed in. */
  stranger: Page
  /** A browser of its own in which the holder of this token is signed in. */
  openAs(token: string, device?: BrowserContextOptions): Promise<Page>
}

/**
 * An application that is set up, and the main admin at a computer. No test may leave a trouble behind. What it answers is
 * filled before the first test.
 */
export function deskForTests(configure: () => Partial<Config> | Promise<Partial<Config>> = () => ({})): Desk {
  const desk = {} as Desk
  beforeAll(async () => {
    const league = await aLeague().start({ config: await configure() })
    const browser = await startBrowser(league.application.url)
    const openAs: Desk['openAs'] = async (token, device = COMPUTER) =>
      browser.open({ ...device, storageState: await signedIn(league, token) })
    const page = await openAs(league.admin.token)
    const stranger = await browser.open(COMPUTER)
    // With its getters, which ask for a season and a round only later.
    Object.defineProperties(desk, Object.getOwnPropertyDescriptors(league))
    Object.assign(desk, { main: league.admin, mainToken: league.admin.token })
    Object.assign(desk, { browser, page, stranger, openAs })
  })
  afterEach(() => expect(desk.browser.troubles()).toEqual([]))
  afterAll(async () => {
    await desk.browser?.close()
    await desk.close?.()
  })
  return desk
}

/** The browser's storage as the sign-in leaves it. */
async function signedIn({ application: { url } }: RunningLeague, token: string) {
  const { body: admin } = await http(url, token).get('/auth/me')
  const value = JSON.stringify({ state: { token, admin }, version: 0 })
  return { cookies: [], origins: [{ origin: url, localStorage: [{ name: 'session', value }] }] }
}

export const SEASON = { name: 'Family Cup', yearStart: 2027, yearEnd: 2027, isDefault: true }

export const FOOTBALL = {
  sportName: 'Football',
  pickType: 'single',
  lockTime: '2027-08-01T19:00',
  timezone: 'Europe/London',
  teams: ['Reds', 'Blues', 'Greens'],
}

export const OSCARS = {
  sportName: 'Oscars',
  pickType: 'multiple',
  lockTime: '2027-08-02T19:00',
  timezone: 'Europe/London',
  numWriteInPicks: 3,
}

/** Ann, Bob and Cleo, who has no address, in one season. */
export async function seasonOfThree({ main }: Desk): Promise<{ seasonId: number; playerIds: number[] }> {
  const playerIds: number[] = []
  for (const [name, email] of [
    ['Ann', 'ann@example.com'],
    ['Bob', 'bob@example.com'],
    ['Cleo', ''],
  ])
    playerIds.push((await done(main.post('/admin/users', { name, email }))).id)
  const { id } = await done(main.post('/admin/seasons', { ...SEASON, participantIds: playerIds }))
  return { seasonId: id, playerIds }
}
