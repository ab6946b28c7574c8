import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { longTest } from '../deep/depth.ts'
import { BASE_PATH } from '../support/behind-proxy.ts'
import { browserMissing, COMPUTER, PHONE } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import { choose, dialogOf, gone, press, said } from './interactions.ts'
import { leagueInBrowser, title } from './league-in-browser.ts'

const SMALL_PHONE = { ...PHONE, viewport: { width: 320, height: 844 } }

const SCREENS = [
  ...[
    '',
    '/users',
    '/seasons',
    '/seasons/1',
    '/rounds',
    '/manage-picks',
    '/mail',
    '/history',
    '/getting-started',
  ],
  ...['/settings', '/settings/email', '/settings/admins', '/operations'],
]

/** The height of what stays in sight, and of the warning. */
const taken = (page: Page) =>
  page.evaluate<number>(`[...document.querySelectorAll('body *')]
    .filter((one) => one.matches(':has(> [aria-label="Close for today"])') || /fixed|sticky/.test(getComputedStyle(one).position))
    .filter((one) => one.tagName !== 'TH' && one.getBoundingClientRect().bottom > 0)
    .reduce((sum, one) => sum + one.getBoundingClientRect().height, 0)`)

const FITS = { sideways: 0, down: 0 }

/** By how many pixels the page is larger than the screen. */
const overflow = (page: Page) =>
  page.evaluate<typeof FITS>(`(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
    return { sideways: scrollWidth - clientWidth, down: scrollHeight - clientHeight }
  })()`)

// What only a browser shows. What the screens say is tested with each of them, in web/admin.

describe.skipIf(browserMissing)(`the admin area in a browser${title}`, () => {
  const league = leagueInBrowser(() =>
    aLeague()
      .withPlayers('Ann', 'Bob', { name: 'Cleo', email: null })
      .withSeason({ isDefault: true })
      .withRound({ lockTime: '2027-08-01T19:00', timezone: 'Europe/London' })
      .start(),
  )

  longTest('leaves its bars and a warning 120 pixels of each screen, and shows the first pick', async () => {
    const switchMail = (enabled: boolean) =>
      done(league.admin.put('/admin/settings/email-notifications', { enabled }))
    await switchMail(false)
    const page = await league.openAs(league.admin.token)
    for (const path of SCREENS) {
      await page.goto(`/admin${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Close for today' }).waitFor()
      for (const viewport of [COMPUTER.viewport, PHONE.viewport]) {
        if (viewport) await page.setViewportSize(viewport)
        expect(await taken(page), `${path} in ${viewport?.width}`).toBeLessThanOrEqual(120)
      }
    }
    await page.setViewportSize(COMPUTER.viewport ?? { width: 1280, height: 800 })
    await page.goto('/admin/manage-picks')
    const row = await page.getByRole('row', { name: 'Ann' }).boundingBox()
    expect((row?.y ?? 800) + (row?.height ?? 0)).toBeLessThan(760)
    await switchMail(true)
    await page.context().close()
  })

  longTest('fades its tabs where more of them wait', async () => {
    const phone = await league.openAs(league.admin.token, SMALL_PHONE)
    await phone.goto('/admin/settings')
    await phone.getByRole('navigation', { name: 'Settings' }).waitFor()
    const mask = () =>
      phone.evaluate(`getComputedStyle(document.querySelector('[aria-label=Settings] ul')).maskImage`)
    await expect.poll(mask).toContain('to left')
    await phone.setViewportSize(COMPUTER.viewport ?? { width: 1280, height: 800 })
    await expect.poll(mask).toBe('none')
    await phone.context().close()
  })

  test('a mail that is only kept is shown as it would look, and its links open', async () => {
    const { page } = league
    await page.goto('/admin/mail')
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

  test('the league is downloaded with and without personal data', async () => {
    const { page } = league
    await page.goto('/admin/operations')
    for (const [button, name] of [
      ['Download Export', 'league.zip'],
      ['Download Without Names', 'league-without-personal-data.zip'],
    ] as const) {
      const [file] = await Promise.all([page.waitForEvent('download'), press(page, button)])
      expect(file.suggestedFilename()).toBe(name)
      expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
    }
  })

  longTest('saving settings says so, and two seconds later the page speaks by the new settings', async () => {
    const first = 'First reminder, hours before lock time'
    const page = await league.openAs(league.admin.token)
    await page.clock.install()
    await page.goto('/admin/settings')
    await page.getByLabel('App title').fill('Picks of the Family')
    await page.getByLabel('1st place').fill('20')
    await page.getByLabel('6th place and below').fill('0')
    await page.getByLabel('Default timezone').fill('lisbon')
    await page.getByRole('option', { name: 'Lisbon' }).click()
    await page.getByLabel('Reminder type').selectOption('Before the lock time')
    await page.getByLabel(first).fill('168')
    await page.getByLabel('Final reminder, hours before lock time').fill('45')
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
    expect(await page.getByLabel(first).inputValue()).toBe('168')
    expect(await page.title()).toContain('Picks of the Family')
    await page.goto('/admin/getting-started')
    await expect.poll(() => page.getByText('Customized', { exact: true }).count()).toBe(3)
    await page.context().close()
  })

  test('a link that signs in leaves the address bar, the history and every request', async () => {
    const dana = await league.addAdmin('Dana')
    const page = await league.browser.open(COMPUTER)
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill(dana.email)
    await press(page, 'Continue')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    const token = await league.linkTo(dana.email, 'sign-in')
    const nonce = await page.evaluate(`localStorage.getItem('sign-in-nonce${BASE_PATH}')`)
    const link = `/admin/login?token=${token}&nonce=${nonce}`
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.headers().referer ?? '', request.url()))
    await page.goto(link)
    await page.waitForURL(/\/admin(\/getting-started)?$/)
    await page.getByRole('button', { name: 'Dana' }).waitFor()
    expect(addresses.filter((address) => address.includes(token))).toEqual([
      `${league.application.url}${link}`,
    ])
    await page.goBack()
    expect(page.url()).not.toContain(token)

    // Once used up, it says so where it is opened again, until the page is loaded anew.
    const second = await league.browser.open(COMPUTER)
    await second.goto(`/admin/login?token=${token}`)
    const invalid = second.getByText('Invalid or expired login link. Please request a new one.')
    await invalid.waitFor()
    expect(second.url()).toBe(`${league.application.url}/admin/login`)
    expect(league.browser.troubles()).toEqual(['401 POST /api/auth/check-magic-link'])
    await second.reload()
    await second.getByLabel('Email').waitFor()
    expect(await invalid.count()).toBe(0)
  })

  test('a short page does not scroll', async () => {
    const { page } = league
    for (const path of ['/admin/settings/admins', '/admin/forgot-password']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => overflow(page), { message: path }).toEqual(FITS)
    }
  })
})

describe.skipIf(browserMissing)(`a session in two tabs${title}`, () => {
  const league = leagueInBrowser()
  const changeEmail = async (page: Page, email: string) => {
    await page.bringToFront()
    await choose(page, 'Connie', 'Change Email')
    const dialog = dialogOf(page, 'Change Email')
    await dialog.getByLabel('New email', { exact: true }).fill(email)
    await dialog.getByLabel('Confirm new email').fill(email)
    await dialog.getByLabel('Current password').fill(CONNIE.password)
    await press(dialog, 'Change Email')
    await gone(dialog)
  }

  longTest('a tab that has not heard of the fresh token finds it when the old one is refused', async () => {
    const { page } = league
    await page.goto('/admin/users')
    const deaf = await page.context().newPage()
    await deaf.addInitScript(
      `window.addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true })`,
    )
    await deaf.goto('/admin/users')
    await deaf.getByRole('heading', { name: 'Players' }).waitFor()
    await changeEmail(page, 'connie@example.org')
    const refused = deaf.waitForResponse((response) => response.status() === 401)
    await deaf.getByRole('link', { name: 'Sports', exact: true }).click()
    await refused
    await said(deaf, 'A sport needs a season first.')
    await deaf.close()
  })

  test('another tab goes on with the fresh token, and logs out with the first, for good', async () => {
    const { page } = league
    await page.goto('/admin/users')
    const other = await page.context().newPage()
    await other.goto('/admin/users')
    await other.getByRole('heading', { name: 'Players' }).waitFor()
    await changeEmail(page, 'c@example.com')
    await other.getByRole('link', { name: 'Sports', exact: true }).click()
    await said(other, 'A sport needs a season first.')
    await page.bringToFront()
    await choose(page, 'Connie', 'Logout')
    await other.waitForURL('**/admin/login')
    await other.close()
    await page.waitForURL('**/admin/login')
    await page.goto('/admin/users')
    await page.waitForURL('**/admin/login')
    expect(await page.evaluate(`localStorage.getItem('session${BASE_PATH}')`)).not.toContain('eyJ')
  })
})
