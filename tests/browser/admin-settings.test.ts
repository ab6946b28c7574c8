import { describe, expect, test } from 'vitest'
import { browserMissing } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { CONNIE as MAIN } from '../support/league/examples.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { deskForTests, title } from './desk.ts'
import { dialogOf, press, problemOf, said } from './hands.ts'

const PLACES = ['1st place', '2nd place', '3rd place', '4th place', '5th place', '6th place and below']
const FIRST = 'First reminder, hours before lock time'
const FINAL = 'Final reminder, hours before lock time'

describe.skipIf(browserMissing)(`settings${title}`, () => {
  const desk = deskForTests()

  test('what is wrong is said at its field', async () => {
    const { page } = desk
    await page.goto('/admin/settings')
    for (const [label, max] of [
      ['App title', '100'],
      ['App tagline', '200'],
      ['Footer message', '200'],
    ] as const) {
      expect(await page.getByLabel(label).getAttribute('maxlength')).toBe(max)
      await page.getByLabel(label).fill(' ')
    }
    for (const [index, place] of PLACES.entries())
      await page.getByLabel(place).fill(['21', '', 'x', '-1', '99', '1.'][index] ?? '')
    await page.getByLabel('Daily reminder time').fill('25:00')
    await press(page, 'Save Settings')
    for (const label of ['App title', 'App tagline', 'Footer message'])
      expect(await problemOf(page.getByLabel(label))).toBe(`${label} is required`)
    for (const place of PLACES)
      expect(await problemOf(page.getByLabel(place))).toBe(`${place} points must be between 0 and 20`)
    expect(await problemOf(page.getByLabel('Daily reminder time'))).toBe(
      'Daily reminder time must be in HH:MM format',
    )
  })

  test.each([
    ['1', '1', 'First reminder must be between 2 and 168 hours before lock time', ''],
    ['169', '6', 'First reminder must be between 2 and 168 hours before lock time', ''],
    ['48', '46', '', 'Final reminder must be between 1 and 45 hours before lock time'],
    ['48', '0', '', 'Final reminder must be between 1 and 45 hours before lock time'],
    ['6', '6', 'First reminder must be more hours before lock time than final reminder', ''],
  ])('reminders %s and %s hours before the lock', async (first, final, ofFirst, ofFinal) => {
    const { page } = desk
    await page.goto('/admin/settings')
    await page.getByLabel('Reminder type').selectOption('Before the lock time')
    await page.getByLabel(FIRST).fill(first)
    await page.getByLabel(FINAL).fill(final)
    await press(page, 'Save Settings')
    if (ofFirst) expect(await problemOf(page.getByLabel(FIRST))).toBe(ofFirst)
    if (ofFinal) expect(await problemOf(page.getByLabel(FINAL))).toBe(ofFinal)
  })

  test('what somebody else changes meanwhile is seen, and what was typed stays', async () => {
    const { page, main } = desk
    await page.goto('/admin/settings')
    await page.getByLabel('App tagline').fill('Who knows best?')
    await done(main.put('/admin/settings', { appTitle: 'Picks of the Office' }))
    await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
    await expect.poll(() => page.getByLabel('App title').inputValue()).toBe('Picks of the Office')
    expect(await page.getByLabel('App tagline').inputValue()).toBe('Who knows best?')
  })

  test('saving says so, and two seconds later the page speaks by the new settings', async () => {
    const page = await desk.openAs(desk.mainToken)
    await page.clock.install()
    await page.goto('/admin/settings')
    await page.getByLabel('App title').fill('Picks of the Family')
    await page.getByLabel('1st place').fill('20')
    await page.getByLabel('6th place and below').fill('0')
    await page.getByLabel('Default timezone').fill('lisbon')
    await page.getByRole('option', { name: 'Lisbon' }).click()
    await page.getByLabel('Reminder type').selectOption('Before the lock time')
    await page.getByLabel(FIRST).fill('168')
    await page.getByLabel(FINAL).fill('45')
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await press(page, 'Save Settings')
    await press(dialogOf(page, 'Save these points?'), 'Save Points')
    await said(page, 'Settings saved successfully!')
    await page.clock.runFor(500)
    expect(loads).toBe(0)
    await page.clock.runFor(1_600)
    await expect.poll(() => loads).toBe(1)
    await page.getByRole('banner').getByText('Picks of the Family').waitFor()
    expect(await page.getByLabel('App title').inputValue()).toBe('Picks of the Family')
    expect(await page.getByLabel('Default timezone').inputValue()).toBe('Lisbon')
    expect(await page.getByLabel(FIRST).inputValue()).toBe('168')
    expect(await page.title()).toContain('Picks of the Family')
    await page.goto('/admin/getting-started')
    await expect.poll(() => page.getByText('Customized', { exact: true }).count()).toBe(3)
    await page.context().close()
  })

  test('a refusal without a reason', async () => {
    const { page, browser } = desk
    await page.goto('/admin/settings')
    await page.route('**/api/admin/settings', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
    )
    await press(page, 'Save Settings')
    await said(page, 'Failed to update settings')
    await page.unrouteAll()
    expect(browser.troubles()).toEqual(['400 PUT /api/admin/settings'])
  })

  test('while players get no mail, every screen says so to every admin', async () => {
    const { page } = desk
    const dana = await desk.addAdmin('Dana')
    const second = await desk.openAs((await desk.signInByMail(dana.email)).token)
    await page.goto('/admin/settings/email')
    const toggle = page.getByRole('switch', { name: 'Send email notifications to players' })
    expect(await toggle.isChecked()).toBe(true)
    await toggle.click()
    await said(page, 'Email notifications are disabled. Players get no mail')
    await page.getByRole('link', { name: 'Players', exact: true }).click()
    await said(page, 'User notification emails are disabled')
    await second.goto('/admin/users')
    await said(second, 'User notification emails are disabled')
    await said(second, 'Please contact the main admin to enable them.')
    expect(await second.getByRole('link', { name: 'Email Settings' }).count()).toBe(0)
    await second.goto('/admin/settings/email')
    await second.getByText('Disabled', { exact: true }).waitFor()
    expect(await second.getByRole('switch').count()).toBe(0)
    await page.getByRole('link', { name: 'Email Settings' }).click()
    await page.waitForURL('**/admin/settings/email')
    await toggle.click()
    await said(page, 'Email notifications are enabled')
    await page.getByText('User notification emails are disabled').waitFor({ state: 'hidden' })
    await second.context().close()
  })

  test('a switch that does not move says why', async () => {
    const { page, browser } = desk
    await page.goto('/admin/settings/email')
    await page.route('**/api/admin/settings/email-notifications', (route) =>
      route.fulfill({ status: 400, json: {} }),
    )
    const toggle = page.getByRole('switch')
    await toggle.click()
    await said(page, 'Failed to update email notifications setting')
    expect(await toggle.isChecked()).toBe(true)
    await page.unrouteAll()
    expect(browser.troubles()).toEqual(['400 PUT /api/admin/settings/email-notifications'])
  })
})

describe.skipIf(browserMissing)(`a test email${title}`, () => {
  let mailServer: MailServer
  const desk = deskForTests(async () => {
    mailServer = await startMailServer()
    return { smtp: mailServer.smtp }
  })
  const send = async (address: string) => {
    await desk.page.getByLabel('Send to').fill(address)
    await press(desk.page, 'Send Test Email')
  }

  test('that arrives says where it went', async () => {
    const { page } = desk
    await page.goto('/admin/settings/email')
    expect(await page.getByLabel('Send to').inputValue()).toBe(MAIN.email)
    await send('nobody')
    expect(await problemOf(page.getByLabel('Send to'))).toBe('Please enter a valid email address')
    await send('dana@example.com')
    await said(page, 'Test email sent to dana@example.com')
    await mailServer.mailTo('dana@example.com', 'test email')
  })

  test('that cannot be sent says what the mail server lacks', async () => {
    const { page, browser } = desk
    await mailServer.close()
    await send(MAIN.email)
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to send test email.' })
    await alert.waitFor()
    expect(await alert.innerText()).toMatch(
      /^Failed to send test email\. Check your SMTP configuration\. .*ECONNREFUSED/,
    )
    expect(browser.troubles()).toEqual(['502 POST /api/admin/test-email'])
  })
})
