import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cells, choose, lines, press } from './interactions.ts'
import { linkIn, type SeasonInBrowser, standings } from './season-in-browser.ts'

const FINAL = [
  ['Player', 'Oscars (Anora)', 'Football (Reds)', 'Total'],
  ['#1 Ann', 'Dune, Oppenheimer +4', 'Reds +6', '10 pts'],
  ['#2 Bob', 'No pick', 'Greens +5', '5 pts'],
  ['#3 Cleo', 'No pick', 'No pick', '0 pts'],
]

/** Results, the podium, and all of it again after a restart. */
export function ending(season: SeasonInBrowser) {
  test('the admin completes and scores both', async () => {
    const { admin } = season
    await admin.reload()
    await press(admin, 'Complete & Score: Football')
    const football = admin.getByRole('dialog', { name: 'Complete Football' })
    expect(await football.getByLabel('2nd Place').isDisabled()).toBe(true)
    await press(football, 'Show What Changes')
    await football.getByText('Champion (1st Place) is required').waitFor()
    await football.getByLabel('Champion (1st Place)').selectOption('Reds')
    await football.getByLabel('2nd Place').selectOption('Greens')
    await press(football, 'Show What Changes')
    await press(football, 'Complete & Score')
    await admin.getByText('Football is completed').waitFor()

    await press(admin, 'Complete & Score: Oscars')
    const oscars = admin.getByRole('dialog', { name: 'Complete Oscars' })
    await oscars.getByLabel('Champion (1st Place)').fill('Anora')
    await oscars.getByLabel('Ann').selectOption('3rd place')
    await press(oscars, 'Show What Changes')
    await press(oscars, 'Complete & Score')
    await admin.getByText('Oscars is completed').waitFor()
  })

  test('home shows who leads, what each pick earned, and how the points grew', async () => {
    const { visitor } = season
    await visitor.reload()
    expect(await standings(visitor)).toEqual(FINAL)
    await visitor.getByText('2 of 2 sports completed').waitFor()
    await visitor.getByRole('img', { name: 'Line chart of cumulative points' }).locator('canvas').waitFor()
    await visitor.getByText('The same figures as a table').click()
    expect(await cells(visitor.getByRole('table', { name: 'Cumulative points' }))).toEqual([
      ['Player', 'Start', 'Oscars', 'Football'],
      ['Ann', '0', '4', '10'],
      ['Bob', '0', '0', '5'],
      ['Cleo', '0', '0', '0'],
    ])
  })

  test('the admin ends the season, and home shows the podium', async () => {
    const { admin, visitor } = season
    await admin.getByRole('link', { name: 'Seasons', exact: true }).click()
    await choose(admin, 'More for Family Cup', 'End Season')
    await press(admin.getByRole('dialog', { name: 'End Family Cup?' }), 'End Season')
    const winners = admin.getByRole('dialog', { name: 'Family Cup has ended' })
    expect(await lines(winners.getByRole('listitem'))).toEqual([
      '#1 Ann 10 pts',
      '#2 Bob 5 pts',
      '#3 Cleo 0 pts',
    ])
    await press(winners, 'Done')
    await admin.getByRole('article', { name: 'Family Cup' }).getByText('Ended', { exact: true }).waitFor()
    await visitor.reload()
    await expectPodium(visitor)
  })

  test('everything is there after a restart, even the session of the admin', async () => {
    const { mailServer, browser, admin, ann, visitor } = season
    await season.restart()
    await visitor.reload()
    await expectPodium(visitor)
    expect(await standings(visitor)).toEqual(FINAL)
    await admin.reload()
    await admin.getByRole('article', { name: 'Family Cup' }).getByText('Ended', { exact: true }).waitFor()
    await ann.goto(await linkIn(mailServer, 'ann@example.com', 'Football'))
    await ann.getByText('Ann picked Reds, which came 1st: 6 points.').waitFor()
    await ann.getByText('at its lock time').waitFor()
    // Pages that are open ask for news in vain while the server is away.
    const inVain =
      /^failed: GET .* net::ERR_CONNECTION_(?:REFUSED|RESET)$| \/api\/(public\/live|public\/leaderboard\/.*\/players|picks\/)/
    expect(browser.troubles().filter((trouble) => !inVain.test(trouble))).toEqual([])
    const ids = mailServer.mails.map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(ids.length)
  })
}

async function expectPodium(page: Page) {
  const banner = page.getByRole('region', { name: 'Season Ended!' })
  expect(await lines(banner.getByRole('listitem'))).toEqual([
    'Ann 10 pts Ann won 2 sports. Only Ann had Reds, the winner of Football. 1st',
    'Bob 5 pts 2nd',
    'Cleo 0 pts 3rd',
  ])
}
