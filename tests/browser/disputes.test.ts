import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PickStory } from '../../api/contract/pick-stories.ts'
import { browserMissing, PHONE } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { faults } from './faults.ts'
import { lines } from './interactions.ts'
import { leagueInBrowser, title } from './league-in-browser.ts'

const PLANNED = '2027-01-11T18:00:00Z'
const EARLIER = '2027-01-11T15:00:00Z'

/**
 * What players and admins quarrel about. Each is answered on one screen, in two taps from where the question arises, without signing
 * in: who, when, why, before and after, and the proof.
 */
describe.skipIf(browserMissing)(`a dispute${title}`, () => {
  const league = leagueInBrowser(() =>
    aLeague()
      .withPlayers('Ann', 'Bob', 'Cleo', 'Dan')
      .withSeason({ isDefault: true })
      .withRound({ lockTime: PLANNED, timezone: 'UTC' })
      .start(),
  )
  let page: Page
  const linkOf = (name: string) => `/pick/${league.tokenFor(league.roundId, league.idOf(name))}`
  const tokenOf = (name: string) => linkOf(name).slice('/pick/'.length)
  const pick = (name: string, team: string) =>
    league.visitor.post(`/picks/${tokenOf(name)}`, { picks: [team] })
  const admin = (path: string, body: object = {}) =>
    done(league.admin.post(`/admin/rounds/${league.roundId}${path}`, body))

  beforeAll(async () => {
    const { clock, roundId } = league
    const round = `/admin/rounds/${roundId}`
    await eventually('the links in the mail', async () => {
      const { body } = await league.admin.get('/admin/outbox?state=kept')
      return body.mails.length === 4
    })
    for (const [name, team] of [
      ['Ann', 'Reds'],
      ['Ann', 'Blues'],
      ['Bob', 'Reds'],
      ['Dan', 'Greens'],
    ] as const) {
      clock.advance(61_000)
      await done(pick(name, team))
    }
    await admin(`/participants/${league.idOf('Ann')}/link`)
    await done(league.admin.put(round, { lockTime: EARLIER, reason: 'The kickoff is earlier' }))
    clock.set('2027-01-11T15:00:07.000Z')
    expect((await pick('Cleo', 'Reds')).status).toBe(403)
    await eventually('the lock', async () => {
      const { body } = await league.admin.get(round)
      return body.status === 'locked'
    })
    const entered = { userId: league.idOf('Bob'), roundId, picks: ['Blues'], reason: 'He called me in time' }
    await done(league.admin.post('/admin/picks', entered))
    clock.advance(3_600_000)
    await admin('/complete', { firstPlaceTeam: 'Greens', secondPlaceTeam: 'Reds' })
    clock.advance(3_600_000)
    await admin('/correct', {
      firstPlaceTeam: 'Blues',
      secondPlaceTeam: 'Greens',
      reason: 'I misread the score',
    })
    clock.advance(3_600_000)
    await done(league.admin.put(`${round}/weight`, { weight: 2, reason: 'It was the final' }))
    await eventually('the seals', async () => {
      const story: PickStory = (
        await league.visitor.get(
          `/public/seasons/${league.seasonId}/rounds/${roundId}/players/${league.idOf('Ann')}`,
        )
      ).body
      return story.events.every(({ kind, seal }) => kind === 'refused' || seal)
    })
    page = await league.browser.open(PHONE)
  })

  /** From the cell of the standings. */
  const askInStandings = async (name: string) => {
    await page.goto('/')
    await page
      .locator(`[data-user="${league.idOf(name)}"] button`)
      .first()
      .click()
    await page.getByRole('link', { name: 'History of this pick: Football' }).click()
    await happened()
  }
  const happened = () => page.getByRole('heading', { name: 'What happened' }).waitFor()
  /** Each thing that happened, on one line, and with the seal that covers it. */
  const toldOf = async (words: string) => {
    const all = await lines(page.getByRole('region', { name: 'What happened' }).getByRole('listitem'))
    const found = all.filter((line) => line.includes(words))
    expect(found, all.join('\n')).toHaveLength(1)
    return found[0] ?? ''
  }
  const SEALED = /[0-9a-f]{16}/

  test("'I did pick that': every version to the second, with its receipt", async () => {
    await askInStandings('Ann')
    expect(page.url()).toMatch(/\/seasons\/\d+\/sports\/\d+\/players\/\d+$/)
    const version = await toldOf('Ann picked Blues for Football (was: Reds)')
    expect(version).toMatch(/Sun, Jan 10.* 12:02:02 PM UTC/)
    expect(version).toMatch(/From the link\. Receipt \w{4}-\w{4}-\w{4}-\w{4}/)
    expect(version).toMatch(SEALED)
    expect(await faults(page)).toEqual([])
  })

  test("'you changed it': by whom, when, why, and what it was", async () => {
    await askInStandings('Bob')
    const entry = await toldOf(
      'Connie entered the pick of Bob for Football after the lock: Blues (was: Reds)',
    )
    expect(entry).toMatch(/3:00:07 PM UTC .*By Connie: He called me in time/)
    expect(entry).toMatch(SEALED)
    const words = await page.getByRole('main').innerText()
    expect(words).toContain('An admin entered Blues for Bob')
    expect(words).not.toContain('Bob picked Blues')
  })

  test("'points moved overnight': points and rank before and after, by whom and why", async () => {
    await askInStandings('Ann')
    const change = await toldOf('the weight of Football')
    expect(change).toMatch(/By Connie: It was the final/)
    expect(change).toMatch(/Points here 6 → 12 Total 6 → 12/)
    expect(change).toMatch(SEALED)
  })

  test("'it locked early': which lock was in force when the pick was refused", async () => {
    await page.goto(linkOf('Cleo'))
    await happened()
    expect(await toldOf('was refused')).toMatch(
      /it came 7 s after the lock\. The lock time was Mon, Jan 11.* 3:00:00 PM UTC/,
    )
    expect(await toldOf('The kickoff is earlier')).toMatch(
      /The lock time was Mon, Jan 11.* 6:00:00 PM UTC and is now Mon, Jan 11.* 3:00:00 PM UTC/,
    )
  })

  test("'who led before the correction': the table of then and of now, in names", async () => {
    await askInStandings('Dan')
    const correction = await toldOf('Connie corrected the result of Football')
    expect(correction).toMatch(/By Connie: I misread the score/)
    expect(correction).toMatch(/Dan led before\. Ann and Bob took the lead\./)
    expect(correction).toMatch(/Rank #1 → #3/)
    expect(correction).toMatch(SEALED)
  })

  test("'why am I fourth': in one sentence", async () => {
    await askInStandings('Cleo')
    expect(await page.getByRole('region', { name: 'Result' }).innerText()).toContain('Cleo is #4 of 4')
  })

  test("'the admin saw my pick' and 'somebody used my link': who copied the link, and every version that came by it", async () => {
    await page.goto(linkOf('Ann'))
    await happened()
    expect(await toldOf('Connie copied the pick link of Ann')).toMatch(/12:04:04 PM UTC/)
    await toldOf('Ann picked Reds for Football')
    await page.goto(linkOf('Bob'))
    await happened()
    expect(await page.getByText('copied the personal link').count()).toBe(0)
  })

  test("'I never got the mail': when it went out, and what the mail server said", async () => {
    await page.goto(linkOf('Bob'))
    await happened()
    expect(await toldOf('Mail: Football: pick by')).toMatch(/Kept No mail server is set\./)
    // Nobody else sees it.
    await askInStandings('Bob')
    expect(await page.getByText('Mail:').count()).toBe(0)
  })

  test("'the lock time was moved': from the receipt, by whom and why", async () => {
    const { body } = await league.visitor.get(`/picks/${tokenOf('Dan')}`)
    await page.goto(`/receipt/${body.receipt.code}`)
    await page.getByRole('link', { name: 'History of this pick' }).click()
    await happened()
    const moved = await toldOf('The kickoff is earlier')
    expect(moved).toMatch(/By Connie: The kickoff is earlier/)
    expect(moved).toMatch(SEALED)
  })
})
