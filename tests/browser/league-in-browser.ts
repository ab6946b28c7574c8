import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { BASE_PATH } from '../support/behind-proxy.ts'
import { type BrowserForTest, browserMissing, COMPUTER, startBrowser } from '../support/browser.ts'
import { http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

/** Ends the title of a group of tests that need a browser. */
export const title = browserMissing ? ` (SKIPPED: ${browserMissing})` : ''

type LeagueInBrowser = RunningLeague & {
  browser: BrowserForTest
  /** Of the main admin, who is signed in. */
  page: Page
  /** Where nobody is signed in. */
  stranger: Page
  /** A browser of its own in which the holder of this token is signed in. */
  openAs(token: string, device?: BrowserContextOptions): Promise<Page>
}

/**
 * A league, and the main admin at a computer. No test may leave a trouble behind. What it answers is filled before the first
 * test.
 */
export function leagueInBrowser(
  start: () => Promise<RunningLeague> = () => aLeague().start(),
): LeagueInBrowser {
  const league = {} as LeagueInBrowser
  beforeAll(async () => {
    const started = await start()
    const browser = await startBrowser(started.application.url)
    const openAs: LeagueInBrowser['openAs'] = async (token, device = COMPUTER) =>
      browser.open({ ...device, storageState: await signedIn(started, token) })
    // With its getters, which ask for a season and a round only later.
    Object.defineProperties(league, Object.getOwnPropertyDescriptors(started))
    const page = await openAs(started.admin.token)
    Object.assign(league, { browser, openAs, page, stranger: await browser.open(COMPUTER) })
  })
  afterEach(() => expect(league.browser.troubles()).toEqual([]))
  afterAll(async () => {
    await league.browser?.close()
    await league.close?.()
  })
  return league
}

/** The browser's storage as the sign-in leaves it. */
export async function signedIn({ application: { url } }: Pick<RunningLeague, 'application'>, token: string) {
  const { body: admin } = await http(url, token).get('/auth/me')
  const value = JSON.stringify({ state: { token, admin }, version: 0 })
  return {
    ...{
      cookies: [],
      origins: [{ origin: new URL(url).origin, localStorage: [{ name: `session${BASE_PATH}`, value }] }],
    },
  }
}
