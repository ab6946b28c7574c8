import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserMissing, PHONE } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { dialogOf, press, said } from './interactions.ts'
import { leagueInBrowser, title } from './league-in-browser.ts'

const SPORTS = [
  ...['Super Bowl', 'Winter Games', 'Oscars', 'March Madness', 'Masters', 'Kentucky Derby'],
  ...['French Open', 'World Cup', 'Wimbledon', 'Tour de France', 'World Series', 'Heisman Trophy'],
]

const CLICKS_MAX = 9

describe.skipIf(browserMissing)(`next year from this one, on a phone${title}`, () => {
  const league = leagueInBrowser(() => {
    const empty = aLeague().withPlayers('Ann', 'Bob', { name: 'Cleo', email: null })
    const cup = empty.withSeason({ name: 'Family Cup 2026', yearStart: 2026, yearEnd: 2026 })
    return SPORTS.reduce(
      (so, sportName, month) =>
        so.withDraft({ sportName, lockTime: `2026-${String(month + 1).padStart(2, '0')}-14T19:30` }),
      cup,
    ).start()
  })

  test('a season of twelve sports that open by themselves takes fewer than ten clicks', async () => {
    const page = await league.openAs(league.admin.token, PHONE)
    await page.goto('/admin/seasons')
    const clicks = await countClicks(page)
    await press(page, '+ Create Season')
    const dialog = dialogOf(page, 'Create Season')
    await clicks.choose(dialog.getByLabel('Start from'), 'Family Cup 2026')
    expect(await dialog.getByLabel('Season name').inputValue()).toBe('Family Cup 2027')
    expect(await dialog.getByLabel('Start year').inputValue()).toBe('2027')
    await dialog.getByLabel('Each sport opens by itself').click()
    await press(dialog, 'Create Season')
    await said(page, 'Family Cup 2027 is ready')
    expect(await clicks.count()).toBeLessThanOrEqual(CLICKS_MAX)
    const next = (await done(league.admin.get('/admin/seasons'))).find(
      ({ name }: { name: string }) => name === 'Family Cup 2027',
    )
    const sports = await done(league.admin.get(`/admin/rounds/season/${next.id}`))
    expect(sports.map(({ sport_name }: { sport_name: string }) => sport_name).toSorted()).toEqual(
      SPORTS.toSorted(),
    )
    // The first was to open before today.
    expect(sports.filter(({ opens_at }: { opens_at?: string }) => opens_at)).toHaveLength(SPORTS.length - 1)
    const people = await done(league.admin.get(`/admin/season-participants/${next.id}`))
    expect(people).toHaveLength(3)
    await page.context().close()
  })
})

/** To choose in a list takes two. */
async function countClicks(page: Page) {
  await page.evaluate(`window.clicks = 0; addEventListener('pointerdown', () => window.clicks++, true)`)
  let inLists = 0
  return {
    choose: async (list: Locator, option: string) => {
      await list.selectOption(option)
      inLists += 2
    },
    count: async () => (await page.evaluate<number>('window.clicks')) + inLists,
  }
}
