import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pathIn } from '../support/behind-proxy.ts'
import { browserMissing } from '../support/browser.ts'
import { aLeague } from '../support/league/a-league.ts'
import { BOTH_THEMES, faults } from './faults.ts'
import { dialogOf, gone } from './interactions.ts'
import { leagueInBrowser, title } from './league-in-browser.ts'
import { playForDialogs } from './sample-league.ts'

/** Where a dialog is, its name, what opens it: a button, or a menu and what is chosen there. */
type Case = [at: string, name: string, opener: string, item?: string]

const CUP = 2
const LEAGUE: Case[] = [
  ['users', 'Add Player', '+ Add Player'],
  ['users', 'Paste Players', 'Paste Players'],
  ['users', 'Edit Omar', 'More for Omar', 'Edit'],
  ['users', 'Delete Newcomer?', 'More for Newcomer', 'Delete'],
  ['users', 'Ann cannot be deleted', 'More for Ann', 'Delete'],
  ['users', 'Replace the links of Ann?', 'More for Ann', 'Replace Links…'],
  ['users', 'Erase Ann?', 'More for Ann', 'Erase…'],
  ['users', 'Delete the sample data?', 'Delete Sample Data'],
  ['seasons', 'Create Season', '+ Create Season'],
  ['seasons', 'Edit Family Cup', 'Edit Family Cup'],
  ['seasons', 'End Family Cup?', 'More for Family Cup', 'End Season'],
  ['seasons', 'Rules of Family Cup', 'Rules of Family Cup'],
  ['seasons', 'Hide the picks of Family Cup from admins?', 'More for Family Cup', 'Hide Picks from Admins'],
  ['seasons', 'Delete Family Cup?', 'More for Family Cup', 'Delete Season'],
  ['seasons', 'Reopen Last Year?', 'Reopen Last Year'],
  ['seasons', 'Delete Gone Cup permanently?', 'Delete Permanently Gone Cup'],
  [`seasons/${CUP}`, 'Add Participant', 'Add Participant'],
  [`seasons/${CUP}`, 'Remove Ann?', 'Remove Ann'],
]
const SPORTS: Case[] = [
  ['rounds', 'Add Sport', '+ Add Sport'],
  ['rounds', 'Activate Sailing?', 'Activate & Send Links: Sailing'],
  ['rounds', 'Activate Several Sports', 'Activate Several (2)'],
  ['rounds', 'Lock Cycling now?', 'Lock Now: Cycling'],
  ['rounds', 'Complete Tennis', 'Complete & Score: Tennis'],
  ['rounds', 'Complete Film Festival', 'Complete & Score: Film Festival'],
  ['rounds', 'Correct the Result of Football', 'More for Football', 'Correct Result'],
  ['rounds', 'Unlock Football?', 'More for Football', 'Unlock'],
  ['rounds', 'Weight of Football', 'More for Football', 'Weight'],
  ['rounds', 'Edit Sailing', 'More for Sailing', 'Edit'],
  ['rounds', 'Schedule Sailing', 'More for Sailing', 'Schedule Opening'],
  ['rounds', 'Tie-Break Question for Sailing', 'More for Sailing', 'Tie-Break Question'],
  ['rounds', 'Cancel Cycling?', 'More for Cycling', 'Cancel Sport'],
  ['rounds', 'Send a reminder for Cycling?', 'More for Cycling', 'Send Reminder'],
  ['rounds', 'Players & Mail: Cycling', 'More for Cycling', 'Players & Mail'],
  ['rounds', 'Delete Cycling?', 'More for Cycling', 'Delete'],
  ['rounds', 'Delete Gone Golf permanently?', 'Delete Permanently Gone Golf'],
  [`manage-picks?season=${CUP}&sport=7`, 'Enter the Pick of Ann', 'Enter Pick: Ann'],
  [`manage-picks?season=${CUP}&sport=8`, 'Enter the Pick of Ann', 'Enter Pick: Ann'],
]
const ADMINS: Case[] = [
  ['users', 'Change Name', 'Connie', 'Change Name'],
  ['users', 'Change Email', 'Connie', 'Change Email'],
  ['users', 'Change Password', 'Connie', 'Change Password'],
  ['users', 'Two-Step Sign-In', 'Connie', 'Two-Step Sign-In'],
  ['users', 'Where You Are Signed In', 'Connie', 'Sessions'],
  ['settings/admins', 'Add Admin', '+ Add Admin'],
  ['settings/admins', 'Change the Email of Dana', 'More for Dana', 'Change Email'],
  ['settings/admins', 'Sign out Dana?', 'More for Dana', 'Sign Out'],
  ['settings/admins', 'Delete Dana?', 'More for Dana', 'Delete'],
  ['operations', 'Rebuild all tables?', 'Start Rebuild'],
]

const tabsMax = 80

describe.skipIf(browserMissing)(`each dialog of an admin by keyboard${title}`, () => {
  const league = leagueInBrowser(() => aLeague().start({ config: { enableDevTools: true } }))
  beforeAll(() => playForDialogs(league))
  // A dialog that a failure leaves open would be there again.
  afterEach(() => league.page.evaluate('sessionStorage.clear()'))

  test.each([...LEAGUE, ...SPORTS, ...ADMINS])('%s: %s', async (at, name, opener, item) => {
    const { page } = league
    const dialog = dialogOf(page, name)
    const button = page.getByRole('button', { name: opener, exact: true })
    const focus = page.locator(':focus')
    const open = async () => {
      await button.focus()
      await page.keyboard.press('Enter')
      if (item !== undefined) await chooseByArrows(page, item)
      await dialog.waitFor()
      // As it goes, a menu hands the focus back.
      await gone(page.getByRole('menu'))
      await dialog.locator(':focus').waitFor()
    }
    const closed = async () => {
      await gone(dialog)
      // It goes back over the entry that the dialog held.
      await expect.poll(() => page.evaluate('history.state?.dialog ?? null')).toBe(null)
      await button.and(focus).waitFor()
    }
    await page.goto(`/admin/${at}`)
    await button.waitFor()
    await expect.poll(() => page.locator('[data-shape]').count()).toBe(0)
    await open()

    expect(await startsWhereItBelongs(page)).toBe(true)
    const walk = await walkByTab(page)
    expect(walk.left, 'the focus stays inside').toEqual([])
    expect(walk.visited, 'every control is reached').toEqual(await controls(page))
    expect(await faults(page, BOTH_THEMES)).toEqual([])

    await page.keyboard.press('Escape')
    await closed()

    await open()
    if (await enter(page)) {
      await page.keyboard.press('Escape')
      const question = dialogOf(page, 'Leave without saving?')
      await question.getByRole('button', { name: 'Stay' }).and(focus).waitFor()
      await page.keyboard.press('Enter')
      await gone(question)
      await dialog.locator(':focus').waitFor()
      await page.goBack()
      await question.getByRole('button', { name: 'Stay' }).and(focus).waitFor()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
    } else await page.goBack()
    await closed()
    expect(pathIn(page.url())).toBe(`/admin/${at}`.replace(/\?.*/, ''))
  })
})

async function chooseByArrows(page: Page, name: string) {
  const item = page.getByRole('menuitem', { name, exact: true })
  await item.waitFor()
  for (let presses = 0; presses < 20; presses += 1) {
    if (await item.and(page.locator('[data-highlighted]')).count()) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}

/** In a field, or on a button that does no harm. */
const startsWhereItBelongs = (page: Page) =>
  page.evaluate<boolean>(
    `document.activeElement.matches('[role=dialog] :is(input, select, textarea, button:not([data-variant=danger]))')`,
  )

/** Everything that Tab reaches in the dialog, in its order. */
const controls = (page: Page) =>
  page.evaluate<number>(`(() => {
    const dialog = document.querySelector('[role=dialog]')
    const all = [...dialog.querySelectorAll('a[href], button, input, select, textarea, summary, iframe, [tabindex]')]
    return all.filter((one) => !one.disabled && one.tabIndex >= 0 && one.type !== 'hidden' && one.checkVisibility()
      && !one.closest('[data-base-ui-focus-guard]')).length
  })()`)

/**
 * Presses Tab until the focus is where it has been. A time has several stops in one control. Where it began may not be there
 * any more: a dialog that is still loading puts another in its place.
 */
async function walkByTab(page: Page): Promise<{ visited: number; left: string[] }> {
  const left: string[] = []
  const step = `(async () => {
    // The library's guards hand the focus on a frame later.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const { activeElement: focused } = document
    const isBack = 'walked' in focused.dataset && focused !== window.walkedLast
    focused.dataset.walked = ''
    window.walkedLast = focused
    return { isBack, isInside: focused.closest('[role=dialog]') !== null, text: focused.outerHTML.slice(0, 100) }
  })()`
  await page.evaluate(step)
  for (let presses = 0; presses < tabsMax; presses += 1) {
    await page.keyboard.press('Tab')
    const { isBack, isInside, text } = await page.evaluate<{
      isBack: boolean
      isInside: boolean
      text: string
    }>(step)
    if (!isInside) left.push(text)
    if (isBack) return { visited: await page.locator('[data-walked]').count(), left }
  }
  throw new Error('Tab never comes back to where it has been')
}

/** Changes the first field that can be lost. False where there is none. */
async function enter(page: Page): Promise<boolean> {
  for (let presses = 0; presses < tabsMax; presses += 1) {
    const kind = await page.evaluate<string>(`(() => {
      const { activeElement: focused } = document
      if (focused.dataset.passed) return 'none'
      focused.dataset.passed = 'true'
      if (focused.matches(':is(textarea, [type=text], [type=email], [type=password]):read-write:not([role=combobox])'))
        return 'text'
      return focused.matches('[type=checkbox]') ? 'checkbox' : ''
    })()`)
    if (kind === 'none') return false
    if (kind === 'text') await page.keyboard.type('12')
    if (kind === 'checkbox') await page.keyboard.press('Space')
    if (kind !== '') return true
    await page.keyboard.press('Tab')
  }
  return false
}
