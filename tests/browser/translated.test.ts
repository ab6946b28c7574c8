import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserMissing, COMPUTER } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { lines, refocus } from './interactions.ts'
import { leagueInBrowser, title } from './league-in-browser.ts'

/** As browsers do it: each text that may be translated gives its place to two elements, and so do those that come later. */
const TRANSLATOR = `addEventListener('DOMContentLoaded', () => {
  const translate = (text) => {
    const parent = text.parentElement
    if (!text.nodeValue.trim() || !parent || parent.closest('font, script, style, [translate=no]')) return
    const outer = document.createElement('font')
    outer.append(Object.assign(document.createElement('font'), { textContent: text.nodeValue }))
    text.replaceWith(outer)
  }
  const translateAll = (node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const found = []
    while (texts.nextNode()) found.push(texts.currentNode)
    if (node.nodeType === Node.TEXT_NODE) found.push(node)
    found.forEach(translate)
  }
  translateAll(document.body)
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(translateAll)))
    .observe(document.body, { childList: true, subtree: true })
})`

describe.skipIf(browserMissing)(`a page that the browser translates${title}`, () => {
  const league = leagueInBrowser(() =>
    aLeague()
      .withPlayers('Ann', 'Bob', 'Cleo')
      .withSeason({ isDefault: true })
      .withRound({ sportName: 'Rowing' })
      .withPicks({ Ann: ['Reds'], Bob: ['Blues'], Cleo: ['Greens'] })
      .withRound({ sportName: 'Tennis' })
      .withPicks({ Ann: ['Reds'], Bob: ['Blues'], Cleo: ['Greens'] })
      .withRound({ sportName: 'Sailing', timezone: 'Europe/London' })
      .start(),
  )
  const [rowing, tennis] = [0, 1]
  const lockAndComplete = async (round: number, ...[first, second, third]: string[]) => {
    const path = `/admin/rounds/${league.roundIds[round]}`
    league.clock.advance(60_000)
    await done(league.admin.post(`${path}/lock`))
    const places = { firstPlaceTeam: first, secondPlaceTeam: second, thirdPlaceTeam: third }
    await done(league.admin.post(`${path}/complete`, places))
  }
  const open = async (path: string, script = '') => {
    const page = await league.browser.open(COMPUTER)
    await page.addInitScript(script)
    await page.goto(path)
    return page
  }
  /** What a page that is opened now shows. */
  const shownAnew = async (path: string, read: (page: Page) => Promise<string[]>) => {
    const page = await open(path)
    const shown = await read(page)
    await page.context().close()
    return shown
  }

  test('home shows the ranks, totals and arrows of a new result', async () => {
    await lockAndComplete(rowing, 'Reds', 'Blues', 'Greens')
    const path = `/?sport=${league.roundIds[tennis]}`
    const rows = (page: Page) => lines(page.getByRole('region', { name: /^Leaderboard, / }).locator('tr'))
    const page = await open(path, TRANSLATOR)
    const before = await rows(page)
    expect(await page.locator('main font').count()).toBeGreaterThan(3)
    await lockAndComplete(tennis, 'Greens', 'Blues', 'Reds')
    const final = { weight: 3, reason: 'The final' }
    await done(league.admin.put(`/admin/rounds/${league.roundIds[tennis]}/weight`, final))
    await refocus(page)
    const anew = await shownAnew(path, rows)
    expect(anew).not.toEqual(before)
    expect(anew.join('\n')).toContain('#1 ▲2 Cleo')
    expect(before.join('\n')).toContain('#1 Ann')
    await expect.poll(() => rows(page)).toEqual(anew)
    await page.context().close()
  })

  test('the pick page shows the new deadline, in the zone of the sport and in that of the reader', async () => {
    const path = `/pick/${league.tokenFor(league.roundId, league.idOf('Ann'))}`
    const when = (page: Page) => lines(page.getByRole('region', { name: 'Lock time' }).locator('p'))
    const withoutCount = async (page: Page) => (await when(page)).slice(0, -1)
    const page = await open(path, TRANSLATOR)
    const before = await withoutCount(page)
    const later = { lockTime: '2027-08-02T20:00', timezone: 'Europe/London', reason: 'Rain' }
    await done(league.admin.put(`/admin/rounds/${league.roundId}`, later))
    await refocus(page)
    const anew = await shownAnew(path, withoutCount)
    expect(anew).not.toEqual(before)
    expect(anew).toContain('Mon, Aug 2, 2027, 3:00 PM EDT where you are')
    await expect.poll(() => withoutCount(page)).toEqual(anew)
    await page.context().close()
  })
})
