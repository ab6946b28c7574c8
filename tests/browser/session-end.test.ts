import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BASE_PATH } from '../support/behind-proxy.ts'
import { browserMissing, COMPUTER } from '../support/browser.ts'
import { done, http } from '../support/http.ts'
import { CONNIE } from '../support/league/examples.ts'
import { faults } from './faults.ts'
import { choose, dialogOf, gone, press, said } from './interactions.ts'
import { leagueInBrowser, title } from './league-in-browser.ts'
import { playForDialogs } from './sample-league.ts'

const LINES = Array.from({ length: 40 }, (_, index) => `Player ${index + 1}, player${index + 1}@example.com`)
const WHY = 'You were signed out. Sign in to go on.'

describe.skipIf(browserMissing)(`a reload, or the end of the session, while somebody types${title}`, () => {
  const league = leagueInBrowser()
  let page: Page
  beforeAll(() => playForDialogs(league))
  beforeEach(async () => {
    page = await league.browser.open(COMPUTER)
    await page.goto('/admin/login')
    await signIn(page, CONNIE)
  })

  afterEach(() => {
    for (const trouble of league.browser.troubles()) expect(trouble).toMatch(/^401 /)
  })

  const revoke = async () => {
    const { token } = JSON.parse(
      await page.evaluate<string>(`localStorage.getItem('session${BASE_PATH}')`),
    ).state
    const own = http(league.application.url, token)
    const { body: sessions } = await own.get('/auth/sessions')
    const current = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
    await own.delete(`/auth/sessions/${current.id}`)
    await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
    await said(page, WHY)
  }
  /** Says which questions the browser asked. */
  const reload = async () => {
    const asked: string[] = []
    page.once('dialog', async (dialog) => {
      asked.push(dialog.type())
      await dialog.accept()
    })
    await page.reload()
    return asked
  }
  const paste = async () => {
    await page.goto('/admin/users?from=here')
    await press(page, 'Paste Players')
    await dialogOf(page, 'Paste Players').getByRole('textbox').fill(LINES.join('\n'))
    expect(await reload()).toEqual(['beforeunload'])
    expect(await pasted()).toBe(LINES.join('\n'))
    await revoke()
  }
  const pasted = () => dialogOf(page, 'Paste Players').getByRole('textbox').inputValue()

  test('keeps a list until a mailed link signs in, in another tab', async () => {
    await paste()
    const link = await page.context().newPage()
    await link.goto('/admin/login')
    await signIn(link, CONNIE)
    expect(await pasted()).toBe(LINES.join('\n'))
  })

  test('keeps a result, but not for somebody else', async () => {
    const name = 'Complete Tennis'
    await page.goto('/admin/rounds')
    await press(page, 'Complete & Score: Tennis')
    await dialogOf(page, name).getByLabel('1st place').selectOption('Blues')
    await reload()
    await revoke()
    await signIn(page, CONNIE)
    expect(await dialogOf(page, name).getByLabel('1st place').inputValue()).toBe('Blues')

    await revoke()
    const { email } = await league.addAdmin('Erin')
    await page.getByLabel('Email').fill(email)
    await press(page, 'Continue')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.goto(`/admin/login?token=${await league.linkTo(email, 'sign-in')}`)
    await press(page, 'Sign in as Erin')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    expect(await page.evaluate(`sessionStorage.length`)).toBe(0)
  })

  test('keeps what was changed in the settings, and nothing that is secret', async () => {
    await page.goto('/admin/settings')
    await page.getByLabel('Tagline').fill('Play fair')
    await choose(page, CONNIE.name, 'Change Password')
    await dialogOf(page, 'Change Password').getByLabel('Current password').fill('S3cret-of-mine!')
    await dialogOf(page, 'Change Password')
      .getByLabel('New password', { exact: true })
      .fill('S3cret-of-mine!')
    await dialogOf(page, 'Change Password').getByLabel('Confirm new password').fill('S3cret-of-mine!')
    expect(await page.evaluate(`JSON.stringify(sessionStorage)`)).not.toContain('S3cret')
    await reload()
    await revoke()
    expect(await page.evaluate(`JSON.stringify(sessionStorage)`)).not.toContain('S3cret')
    await signIn(page, CONNIE)
    const dialog = dialogOf(page, 'Change Password')
    expect(await dialog.getByLabel('Current password').inputValue()).toBe('')
    await press(dialog, 'Cancel')
    await press(dialogOf(page, 'Leave without saving?'), 'Leave')
    await gone(dialog)
    expect(await page.getByLabel('Tagline').inputValue()).toBe('Play fair')
    await press(page, 'Save Settings')
    await said(page, 'Settings saved successfully!')
    await expect
      .poll(() => page.evaluate(`sessionStorage['draft${BASE_PATH}'] ?? ''`))
      .not.toContain('Play fair')
  })

  test('keeps what was typed for one sport from another', async () => {
    await page.goto('/admin/rounds')
    await choose(page, 'More for Cycling', 'Edit')
    await dialogOf(page, 'Edit Cycling').getByLabel('Email message').fill('Only Cycling')
    const season = { name: 'Side Cup', yearStart: 2027, yearEnd: 2027 }
    const { id: seasonId } = await done(league.admin.post('/admin/seasons', season))
    const lock = { lockTime: '2027-03-01T19:00', timezone: 'UTC' }
    const sport = { seasonId, sportName: 'Rowing', pickType: 'single', ...lock }
    await done(league.admin.post('/admin/rounds', sport))
    page.once('dialog', (dialog) => dialog.accept())
    await page.goto(`/admin/rounds?season=${seasonId}`)
    await choose(page, 'More for Rowing', 'Edit')
    expect(await dialogOf(page, 'Edit Rowing').getByLabel('Email message').inputValue()).toBe('')
  })

  test('takes for no draft what is none', async () => {
    for (const text of ['{broken', '5', '[]', '{"adminId":1}']) {
      await page.evaluate(`sessionStorage.setItem('draft${BASE_PATH}', ${JSON.stringify(text)})`)
      await page.goto('/admin/users')
      await page.getByRole('heading', { name: 'Players' }).waitFor()
    }
  })

  test('keeps nothing of who signs out by hand', async () => {
    await paste()
    await signIn(page, CONNIE)
    await pasted()
    await page.keyboard.press('Escape')
    await press(dialogOf(page, 'Leave without saving?'), 'Leave')
    await choose(page, CONNIE.name, 'Logout')
    await page.getByLabel('Email').waitFor()
    expect(await page.getByText(WHY).count()).toBe(0)
    await signIn(page, CONNIE)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
  })

  test('keeps a pasted list, and its dialog, until the same admin is back', async () => {
    await paste()
    expect(await faults(page)).toEqual([])
    await page.reload()
    await signIn(page, CONNIE)
    expect(await pasted()).toBe(LINES.join('\n'))
    expect(new URL(page.url()).search).toBe('?from=here')

    await page.keyboard.press('Escape')
    await press(dialogOf(page, 'Leave without saving?'), 'Stay')
    await press(dialogOf(page, 'Paste Players'), 'Add 40 Players')
    await said(page, '40 players added')
    await gone(dialogOf(page, 'Paste Players'))
    await press(page, 'Paste Players')
    expect(await pasted()).toBe('')
    await reload()
    expect(await pasted()).toBe('')
  })
})

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await press(page, 'Continue')
  await page.getByLabel('Password').fill(password)
  await press(page, 'Sign In')
  await gone(page.getByRole('heading', { name: 'Admin sign-in' }))
}
