import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { leagueInBrowser, title } from '../browser/league-in-browser.ts'
import { browserMissing } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import type { Http } from '../support/http.ts'

/** Whatever a person may type where the product asks for a name. */
const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>"\'&'
const TEAMS = [`${HOSTILE} 1`, 'javascript:alert(3)', '{{7*7}}<%= 7*7 %>', '‮desrever‬ 🏆']

async function hostileLeague(admin: Http): Promise<{ seasonId: number; roundId: number; pickPath: string }> {
  const player = await admin.post('/admin/users', { name: HOSTILE, email: 'ann@example.com' })
  const season = await admin.post('/admin/seasons', {
    ...{ name: HOSTILE.slice(0, 50), yearStart: 2027, yearEnd: 2027, commissioner: HOSTILE },
    participantIds: [player.body.id],
  })
  const round = await admin.post('/admin/rounds', {
    ...{ seasonId: season.body.id, sportName: HOSTILE, pickType: 'single', emailMessage: HOSTILE },
    ...{ lockTime: '2027-03-01T19:00', timezone: 'America/New_York', teams: TEAMS },
  })
  await admin.put('/admin/settings', await hostileSettings(admin))
  await admin.post(`/admin/rounds/${round.body.id}/activate`)
  const mail = await eventually('the mail', async () => (await admin.get('/admin/outbox')).body.mails[0])
  const [, pickPath = ''] = /(\/pick\/[\w-]+)/.exec(mail.text) ?? []
  return { seasonId: season.body.id, roundId: round.body.id, pickPath }
}

async function hostileSettings(admin: Http) {
  const { body } = await admin.get('/admin/settings')
  return {
    ...{ appTitle: HOSTILE, appTagline: HOSTILE, footerMessage: HOSTILE },
    ...{ defaultTimezone: body.default_timezone, reminderType: 'none', dailyReminderTime: '10:00' },
    ...{ reminderFirstHours: 48, reminderFinalHours: 6 },
    ...{ pointsFirstPlace: 6, pointsSecondPlace: 5, pointsThirdPlace: 4 },
    ...{ pointsFourthPlace: 3, pointsFifthPlace: 2, pointsSixthPlusPlace: 1 },
  }
}

/** Of admins. */
const PAGES = ['rounds', 'users', 'seasons', 'manage-picks', 'settings', 'settings/email']

describe.skipIf(browserMissing)(`names that are programs${title}`, () => {
  const league = leagueInBrowser()
  let hostile: Awaited<ReturnType<typeof hostileLeague>>
  beforeAll(async () => {
    hostile = await hostileLeague(league.admin)
  })

  /** Nothing ran, nothing was stopped, and the name stands there to the letter. */
  async function expectText(page: Page, path: string) {
    const alerts: string[] = []
    page.on('dialog', (alert) => {
      alerts.push(alert.message())
      void alert.dismiss()
    })
    await page.goto(path)
    await page.getByText(HOSTILE.slice(0, 50)).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.locator('img[src=x]').count()).toBe(0)
    const inline = await page.locator('script:not([src])').allTextContents()
    expect(inline.join(), 'only the page’s own, which sets the theme').not.toContain('alert')
    expect(alerts).toEqual([])
    expect(league.browser.troubles()).toEqual([])
  }

  test('are texts for players, before and after they pick', async () => {
    await expectText(league.stranger, hostile.pickPath)
    await league.stranger.getByLabel('Your pick').selectOption(TEAMS[0] ?? '')
    await league.stranger.getByRole('button', { name: 'Save My Pick' }).click()
    await league.stranger.getByRole('listitem').getByText(`${HOSTILE} 1`).waitFor()
    expect(league.browser.troubles()).toEqual([])
  })

  test('are texts for visitors, with the season under way and with its result', async () => {
    await expectText(league.stranger, '/')
    await league.admin.post(`/admin/rounds/${hostile.roundId}/lock`)
    await league.admin.post(`/admin/rounds/${hostile.roundId}/complete`, { firstPlaceTeam: TEAMS[0] })
    await expectText(league.stranger, '/')
    await league.stranger.locator('canvas').waitFor()
    await league.admin.post(`/admin/seasons/${hostile.seasonId}/end`)
    await expectText(league.stranger, '/')
  })

  test.each(PAGES)('are texts for admins at %s', async (path) => {
    await expectText(league.page, `/admin/${path}`)
  })

  test('are texts in the page that crawlers read', async () => {
    const page = await (await fetch(league.application.url)).text()
    expect(page).toContain('&lt;img src=x')
    expect(page).not.toContain('<img src=x')
    expect(page).not.toContain('<script>alert')
  })
})
