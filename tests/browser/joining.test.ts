import { describe, expect, test } from 'vitest'
import { pathIn } from '../support/behind-proxy.ts'
import { browserMissing, PHONE } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { type SmtpServerForTest, startSmtpServer } from '../support/smtp-server.ts'
import { faults } from './faults.ts'
import { choose, dialogOf, press, said } from './interactions.ts'
import { leagueInBrowser, title } from './league-in-browser.ts'

describe.skipIf(browserMissing)(`joining in a browser${title}`, () => {
  let smtp: SmtpServerForTest
  const league = leagueInBrowser(async () => {
    smtp = await startSmtpServer()
    return aLeague()
      .withPlayers('Ann')
      .withSeason({ isDefault: true, commissioner: 'Connie' })
      .start({ config: { smtp: smtp.config } })
  })

  test('a guest scans the code, asks on a phone, and is on the list of players', async () => {
    const { page, browser } = league
    await page.goto('/admin/seasons')
    await choose(page, 'More for Family Cup', 'Join Link')
    const dialog = dialogOf(page, 'Join link of Family Cup')
    await dialog.getByLabel('Who joins').selectOption('open')
    await press(dialog, 'Open Link')
    await dialog.getByRole('img', { name: 'QR code of the link below' }).waitFor()
    expect(await faults(page)).toEqual([])
    const url = await dialog.locator('code').innerText()

    const phone = await browser.open(PHONE)
    await phone.goto(pathIn(url))
    await phone.getByLabel('Your name').fill('Nia')
    await phone.getByLabel('Your email address').fill('nia@example.com')
    expect(await faults(phone)).toEqual([])
    await press(phone, 'Join')
    await said(phone, 'We have mailed you a link')
    const mail = await eventually('the mail', async () => smtp.mails[0])
    await phone.goto(/\/join\/confirm\/\S+/.exec(mail.text ?? '')?.[0] ?? '')
    await phone.getByRole('button', { name: 'Confirm' }).waitFor()
    expect(await faults(phone)).toEqual([])
    await press(phone, 'Confirm')
    await said(phone, 'You take part')
    await phone.context().close()
    // What the dialog asks first.
    expect(browser.troubles()).toEqual([`404 GET /api/admin/seasons/${league.seasonId}/join-link`])

    await page.goto('/admin/users')
    await page.getByRole('row', { name: /Nia/ }).waitFor()
    const players = await done(league.admin.get(`/admin/season-participants/${league.seasonId}`))
    expect(players.map(({ name }: { name: string }) => name)).toEqual(['Ann', 'Nia'])
    await smtp.stop()
  })
})
