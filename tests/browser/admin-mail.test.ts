import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { done } from '../support/http.ts'
import { type SmtpServerForTest, startSmtpServer } from '../support/smtp-server.ts'
import { deskForTests, FOOTBALL, seasonOfThree, title } from './desk.ts'
import { card, choose, dialogOf, gone, press, said } from './hands.ts'

describe.skipIf(browserMissing)(`mail to players${title}`, () => {
  let smtp: SmtpServerForTest
  let refused = true
  const desk = deskForTests(async () => {
    smtp = await startSmtpServer((recipient) =>
      refused && recipient === 'bob@example.com' ? { code: 550, reply: 'No such mailbox' } : null,
    )
    return { smtp: smtp.config }
  })
  afterAll(() => smtp?.stop())
  beforeAll(async () => {
    const { seasonId, playerIds } = await seasonOfThree(desk)
    const { id } = await done(desk.main.post('/admin/rounds', { ...FOOTBALL, seasonId }))
    await done(desk.main.post(`/admin/rounds/${id}/activate`))
    await done(desk.main.post('/admin/picks', { userId: playerIds[0], roundId: id, picks: ['Reds'] }))
    await eventually('both mails have ended', async () => {
      const { body } = await desk.main.get('/admin/outbox')
      return body.counts.sent === 1 && body.counts.failed === 1
    })
  })

  const mailsTo = (address: string) => smtp.mails.filter(({ recipients }) => recipients.includes(address))
  const row = (dialog: ReturnType<typeof dialogOf>, name: string) =>
    dialog.getByRole('listitem').filter({ hasText: name })

  test('who has picked, and what became of the last mail to each, stands at the sport', async () => {
    const { page } = desk
    await page.goto('/admin/rounds')
    await press(card(page, 'Football'), 'Players & Mail: Football')
    const dialog = dialogOf(page, 'Players & mail: Football')
    expect(await row(dialog, 'Ann').innerText()).toMatch(/Picked\s+Pick link\s+Sent/)
    expect(await row(dialog, 'Bob').innerText()).toMatch(/Not yet\s+Pick link\s+Failed/)
    await said(row(dialog, 'Bob'), 'No such mailbox')
    expect(await row(dialog, 'Cleo').innerText()).toMatch(/Not yet\s+No email address/)
    expect(await dialog.getByRole('listitem').first().innerText()).toContain('Bob')
  })

  test('a link is sent again, and copied for those who get no mail', async () => {
    const { page } = desk
    const dialog = dialogOf(page, 'Players & mail: Football')
    await choose(page, 'Actions for Ann', 'Send Link Again')
    await said(page, 'The link is on its way again')
    await eventually('the second mail', async () => mailsTo('ann@example.com').length === 2)
    await choose(page, 'Actions for Cleo', 'Copy Personal Link')
    const link = dialog.getByLabel('Personal link of Cleo')
    const { pathname } = new URL(await link.inputValue())
    const { body } = await desk.visitor.get(pathname.replace('/pick/', '/picks/validate/'))
    expect(body.user.name).toBe('Cleo')
  })

  test('one player is reminded, and only those who can be are offered it', async () => {
    const { page } = desk
    refused = false
    await choose(page, 'Actions for Bob', 'Send Reminder')
    await said(page, 'Bob is reminded by email')
    await eventually('the reminder', async () => mailsTo('bob@example.com').length === 1)
    for (const name of ['Ann', 'Cleo']) {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Copy Personal Link' }).waitFor()
      expect(await page.getByRole('menuitem', { name: 'Send Reminder' }).count()).toBe(0)
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('Escape')
    await gone(dialogOf(page, 'Players & mail: Football'))
  })

  test('the outbox shows what failed and why, and tries it again', async () => {
    const { page } = desk
    await page.goto('/admin/settings/email')
    await page.getByLabel('Show').selectOption('Failed (1)')
    const mails = page.getByRole('table', { name: 'Mail' }).getByRole('row')
    await eventually('only the failed one is listed', async () => (await mails.count()) === 2)
    await page.getByRole('button', { name: /^Open the mail to bob@example.com/ }).click()
    const dialog = page.getByRole('dialog')
    await said(dialog, 'No such mailbox')
    await press(dialog, 'Retry this mail')
    await said(page, 'The mail goes out again')
    await eventually('the mail is there', async () => mailsTo('bob@example.com').length === 2)
    await page.keyboard.press('Escape')
    await gone(dialog)
  })

  test('all that failed is tried again at once, and offered only while there is any', async () => {
    const { page, main } = desk
    const counts = async () => (await done(main.get('/admin/outbox'))).counts
    const { id: roundId } = (await done(main.get('/admin/rounds')))[0]
    const { participants } = await done(main.get(`/admin/rounds/${roundId}/mail`))
    const bob = participants.find(({ name }: { name: string }) => name === 'Bob')
    refused = true
    for (const failed of [1, 2]) {
      await done(main.post(`/admin/rounds/${roundId}/participants/${bob.id}/resend-link`))
      await eventually(`${failed} failed`, async () => (await counts()).failed === failed)
    }
    refused = false
    await page.goto('/admin/settings/email')
    await press(page, 'Retry All Failed')
    await said(page, '2 mails go out again')
    await eventually('none is failed', async () => (await counts()).failed === undefined)
    await page.reload()
    await page.getByRole('table', { name: 'Mail' }).waitFor()
    expect(await page.getByRole('button', { name: 'Retry All Failed' }).count()).toBe(0)
    expect((await done(main.post('/admin/outbox/retry'))).message).toBe('No failed mail can be tried again')
  })
})

describe.skipIf(browserMissing)(`mail that is only kept${title}`, () => {
  const desk = deskForTests()

  test('is shown as it would look, and its links open', async () => {
    const { page } = desk
    const { seasonId } = await seasonOfThree(desk)
    const { id } = await done(desk.main.post('/admin/rounds', { ...FOOTBALL, seasonId }))
    await done(desk.main.post(`/admin/rounds/${id}/activate`))
    await page.goto('/admin/settings/email')
    await page.getByRole('button', { name: /^Open the mail to ann@example.com/ }).click()
    const mail = page.frameLocator('iframe')
    await mail.getByRole('heading', { name: /Football/ }).waitFor()
    expect(await mail.getByRole('link', { name: /pick/i }).first().getAttribute('href')).toMatch(
      /\/pick\/[\w-]+$/,
    )
    await page.getByText('As plain text').click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /\/pick\// })
      .waitFor()
  })
})
