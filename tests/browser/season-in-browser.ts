import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { type BrowserForTest, COMPUTER, PHONE, startBrowser } from '../support/browser.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { copyTemplate } from '../support/embedded.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { cells } from './interactions.ts'

export type SeasonInBrowser = {
  clock: SettableClock
  mailServer: MailServer
  browser: BrowserForTest
  /** What each of them holds: a computer, or a phone. */
  admin: Page
  visitor: Page
  ann: Page
  bob: Page
  /** The application stops, and starts again with what it kept. */
  restart(): Promise<void>
}

/**
 * A fresh installation with a mail server, and everybody who is going to play. Filled before the first test. Each test
 * goes on where the last one ended, so that behind one that failed the others say nothing.
 */
export function seasonInBrowser(): SeasonInBrowser {
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  const season = { clock } as SeasonInBrowser
  let application: ApplicationForTest
  let removeFolder: () => Promise<void>
  beforeAll(async () => {
    const folder = await temporaryFolder()
    removeFolder = folder.remove
    await copyTemplate(folder.path)
    const mailServer = await startMailServer()
    const port = await freePort()
    const config = { port, appUrl: `http://localhost:${port}`, smtp: mailServer.smtp }
    const start = () => applicationForTest({ clock, dataDir: folder.path, config })
    application = await start()
    const browser = await startBrowser(application.url)
    const restart = async () => {
      await application.close()
      application = await start()
    }
    Object.assign(season, { mailServer, browser, restart })
    season.admin = await browser.open(COMPUTER)
    season.visitor = await browser.open(COMPUTER)
    season.ann = await browser.open(PHONE)
    season.bob = await browser.open(PHONE)
  })
  let brokenOff: string | null = null
  beforeEach(({ task, skip, onTestFailed }) => {
    if (brokenOff) skip(`SKIPPED: the story broke off at "${brokenOff}"`)
    onTestFailed(() => {
      brokenOff = task.name
    })
  })
  afterEach(() => expect(season.browser.troubles()).toEqual([]))
  afterAll(async () => {
    await season.browser?.close()
    await application?.close()
    await season.mailServer?.close()
    await removeFolder?.()
  })
  return season
}

export const standings = (page: Page) =>
  cells(page.getByRole('region', { name: 'Leaderboard, scrolls sideways' }))

/** Where the newest mail about that sport leads. */
export async function linkIn(mailServer: MailServer, address: string, sport: string): Promise<string> {
  const { text } = await mailServer.mailTo(address, sport)
  const [link] = text?.match(/http\S+\/pick\/\S+/) ?? []
  if (!link) throw new Error(`No link in the mail to ${address} about ${sport}`)
  return link
}
