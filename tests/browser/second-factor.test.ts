import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { browserMissing, COMPUTER } from '../support/browser.ts'
import { CONNIE } from '../support/league/examples.ts'
import { faults } from './faults.ts'
import { choose, dialogOf, press, said } from './interactions.ts'
import { leagueInBrowser, title } from './league-in-browser.ts'

describe.skipIf(browserMissing)(`a second factor in a browser${title}`, () => {
  const league = leagueInBrowser()
  const nextCode = (secret: string) => {
    league.clock.advance(30_000)
    return new TOTP({ secret }).generate({ timestamp: Date.parse(league.clock.now()) })
  }

  test('is scanned, kept and asked for at the next sign-in', async () => {
    const { page } = league
    await page.goto('/admin/users')
    await choose(page, CONNIE.name, 'Two-Step Sign-In')
    const dialog = dialogOf(page, 'Two-Step Sign-In')
    await dialog.getByLabel('Current password').fill(CONNIE.password)
    await press(dialog, 'Continue')
    await dialog.getByRole('img').waitFor()
    const drawn = () => page.evaluate<number>('document.querySelector("[role=dialog] img").naturalWidth')
    await expect.poll(drawn).toBeGreaterThan(0)
    expect(await faults(page)).toEqual([])
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    await dialog.getByLabel('Code from your app').fill(nextCode(secret))
    await press(dialog, 'Turn On')
    await said(dialog, 'They are shown only now.')
    expect(await faults(page)).toEqual([])
    const download = page.waitForEvent('download')
    await press(dialog, 'Download')
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await press(dialog, 'I Have Saved Them')

    const other = await league.browser.open(COMPUTER)
    await other.goto('/admin/login')
    await other.getByLabel('Email').fill(CONNIE.email)
    await press(other, 'Continue')
    await other.getByLabel('Password').fill(CONNIE.password)
    await press(other, 'Sign In')
    const code = other.getByLabel('Code from your app')
    await code.and(other.locator(':focus')).waitFor()
    await other.keyboard.type(nextCode(secret))
    await other.keyboard.press('Enter')
    await other.getByRole('button', { name: CONNIE.name }).waitFor()
  })
})
