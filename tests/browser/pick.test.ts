import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RoundBody } from '../../api/contract/rounds.ts'
import { longTest } from '../deep/depth.ts'
import { browserMissing, PHONE } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import { covered, faults, sideways } from './faults.ts'
import { press, tabTo } from './interactions.ts'
import { leagueInBrowser, title } from './league-in-browser.ts'

const TEAMS = ['Atlético', 'Borussia', ...Array.from({ length: 28 }, (_, index) => `Team ${index + 1}`)]

/** In pixels: on its side, with the keyboard out, and those with room. The text is what the browser is set to. */
const LOW_WINDOWS = [
  ...[
    [320, 568, 16],
    [844, 390, 16],
    [390, 480, 16],
    [360, 740, 32],
    [360, 640, 24],
  ],
  ...[
    [390, 664, 16],
    [1280, 800, 16],
    [1280, 800, 32],
  ],
] as [number, number, number][]

const textOf = async (page: Page, standard: number) =>
  (await page.context().newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard } })

describe.skipIf(browserMissing)(`the pick page in a browser${title}`, () => {
  const league = leagueInBrowser(() => aLeague().withPlayers('Ann').withSeason({ isDefault: true }).start())
  beforeAll(() => league.clock.set('2027-07-10T12:00:00.000Z'))

  /** Opens a new sport as Ann, on a phone. */
  const openSport = async (values: Partial<RoundBody>) => {
    const roundId = await league.openRound({
      lockTime: '2027-08-01T19:00',
      timezone: 'Europe/London',
      ...values,
    })
    const token = league.tokenFor(roundId, league.idOf('Ann'))
    const page = await league.browser.open(PHONE)
    await page.goto(`/pick/${token}`)
    await page.getByRole('region', { name: 'Lock time' }).waitFor()
    const isIn = () => page.getByRole('heading', { name: /in!$/ }).waitFor()
    return { page, token, roundId, isIn, close: () => page.context().close() }
  }

  longTest('a long list of teams fits a thumb, and what was saved has no faults', async () => {
    const { page, token, isIn, close } = await openSport({ sportName: 'Champions', teams: TEAMS })
    const teams = page.getByRole('radiogroup', { name: 'Your pick' })
    expect(await faults(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    for (const choice of await teams.locator('label').all()) {
      expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    const save = page.getByRole('button', { name: 'Save My Pick' })
    expect((await save.boundingBox())?.y).toBeLessThan(844)

    await teams.getByLabel('Atlético').check()
    expect((await save.boundingBox())?.y).toBeLessThan(844)
    await press(page, 'Save My Pick')
    await isIn()
    await press(page, 'Change My Pick')
    await teams.getByLabel('Borussia').check()
    expect(await faults(page)).toEqual([])
    await press(page, 'Save Changes')
    await isIn()
    await page.getByText('2 versions').click()
    expect(await faults(page)).toEqual([])
    const { versions } = await done(league.visitor.get(`/picks/validate/${token}`))
    await page.goto(`/receipt/${versions[0].code}`)
    await page.getByText('This is the pick that counts so far.').waitFor()
    expect(await faults(page)).toEqual([])
    await close()
  })

  test('nothing that stays in sight covers what is pressed, in a low window nor with large text', async () => {
    const { page, token, close } = await openSport({ sportName: 'Rowing', teams: TEAMS })
    await done(league.visitor.post(`/picks/${token}`, { picks: ['Borussia'] }))
    await page.reload()
    await press(page, 'Change My Pick')
    await page.getByLabel('Atlético').check()
    for (const [width, height, standard] of LOW_WINDOWS) {
      await page.setViewportSize({ width, height })
      await textOf(page, standard)
      expect(
        [...(await covered(page)), ...(await sideways(page))],
        `${width} x ${height}, ${standard} px`,
      ).toEqual([])
    }
    await close()
  })

  test('what a mail tells of a lock can be checked, and that page has no faults', async () => {
    const { page, token, roundId, close } = await openSport({ sportName: 'Regatta', teams: TEAMS })
    await done(league.visitor.post(`/picks/${token}`, { picks: ['Borussia'] }))
    await done(league.admin.post(`/admin/rounds/${roundId}/lock`))
    const link = await eventually('the mail about the lock', async () => {
      const { mails } = (await league.admin.get('/admin/outbox')).body
      const mail = mails.find(({ subject }: { subject: string }) => subject === 'Regatta: picks are locked')
      return /\/proof\?of=\w+/.exec(mail?.text ?? '')?.[0]
    })
    await page.goto(link)
    await page.getByText(/^Nothing recorded up to .* has been changed\.$/).waitFor()
    await page.getByText(/^Regatta locked on/).waitFor()
    expect(await faults(page)).toEqual([])
    await page.getByLabel('Seal or receipt').fill('0123456789abcdef')
    await press(page, 'Check')
    await page.getByText(/^This league has no such seal/).waitFor()
    expect(await faults(page)).toEqual([])
    for (const trouble of league.browser.troubles()) expect(trouble).toMatch(/\b404\b/)
    await close()
  })

  test('a player who leaves with something unsaved is asked first', async () => {
    const { page, close } = await openSport({ ...OSCARS, sportName: 'Oscars' })
    const first = page.getByLabel('Pick 1')
    await first.fill('Dune')
    const home = page.getByRole('banner').getByRole('link').first()
    await home.click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    expect(await faults(page)).toEqual([])
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await first.inputValue()).toBe('Dune')

    await home.click()
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await first.inputValue()).toBe('Dune')

    await home.click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Family Cup' }).waitFor()
    await close()
  })

  test('closing the tab asks too, but only while there is something to lose', async () => {
    const { page, isIn, close } = await openSport({ ...OSCARS, sportName: 'Emmys' })
    const asked: string[] = []
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type())
      await dialog.accept()
    })
    await page.getByLabel('Pick 1').fill('Shogun')
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await page.getByLabel('Pick 1').fill('Shogun')
    await press(page, 'Save My Picks')
    await isIn()
    await page.reload()
    await isIn()
    expect(asked).toEqual(['beforeunload'])
    await close()
  })

  longTest('a pick that is saved again later does not set the countdown back', async () => {
    const { page, isIn, close } = await openSport({ sportName: 'Cricket', lockTime: '2027-07-10T21:00' })
    await page.clock.install()
    await page.reload()
    await page.getByLabel('Your pick').selectOption('Blues')
    await press(page, 'Save My Pick')
    await isIn()
    league.clock.advance(3_600_000)
    await page.clock.fastForward(3_600_000)
    const left = page.getByRole('timer')
    await expect.poll(() => left.innerText()).toMatch(/^6:/)
    await press(page, 'Change My Pick')
    await press(page, 'Save Changes')
    await isIn()
    await page.clock.runFor(2_000)
    expect(await left.innerText()).toMatch(/^6:/)
    await close()
  })

  longTest('without a network nothing typed is lost, and one press saves it later', async () => {
    const { page, token, isIn, close } = await openSport({ ...OSCARS, sportName: 'Grammys' })
    await page.getByLabel('Pick 1').fill('Cowboy Carter')
    await page.context().setOffline(true)
    await press(page, 'Save My Picks')
    await page.getByText('Unable to connect to server.').waitFor()
    await page.getByText('Not confirmed').waitFor()
    expect(await page.getByLabel('Pick 1').inputValue()).toBe('Cowboy Carter')
    await page.context().setOffline(false)
    await press(page, 'Save My Picks')
    await isIn()
    const { currentPick } = await done(league.visitor.get(`/picks/validate/${token}`))
    expect(currentPick.pickItems).toMatchObject([{ pickValue: 'Cowboy Carter' }])
    // The page looks again every few seconds.
    const isLook = (trouble: string) => trouble.startsWith('failed: GET ')
    expect(new Set(league.browser.troubles().filter((trouble) => !isLook(trouble)))).toEqual(
      new Set([`failed: POST /api/picks/${token} net::ERR_INTERNET_DISCONNECTED`]),
    )
    await close()
  })
})

describe.skipIf(browserMissing)(`the page of all picks in a browser${title}`, () => {
  const FAMILY = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve']
  const SPORTS = ['Football', 'Golf', 'Tennis']
  const league = leagueInBrowser(() =>
    SPORTS.reduce(
      (plan, sportName, day) => plan.withRound({ sportName, lockTime: `2027-08-0${day + 1}T19:00:00Z` }),
      aLeague()
        .withPlayers(...FAMILY.map((name) => ({ name, email: 'family@example.com' })))
        .withSeason({ isDefault: true }),
    ).start(),
  )
  beforeAll(() => league.clock.set('2027-07-10T12:00:00.000Z'))

  const openPage = async () => {
    const token = league.links.me.tokenFor(FAMILY.map((name) => ({ playerId: league.idOf(name) })))
    const page = await league.browser.open(PHONE)
    await page.goto(`/me/${token}`)
    await page.getByRole('heading', { name: 'All your picks' }).waitFor()
    return page
  }
  const form = (page: Page, sport: string, name: string) =>
    page.getByRole('group', { name: `${sport}, ${name}`, exact: true })
  const linkOf = (sport: string, name: string) =>
    league.tokenFor(league.roundIds[SPORTS.indexOf(sport)] as number, league.idOf(name))
  const savedOf = async (sport: string, name: string) => {
    const { currentPick } = await done(league.visitor.get(`/picks/${linkOf(sport, name)}`))
    return currentPick?.pickItems[0].pickValue ?? null
  }

  test('a family of five with one address picks everything on one screen; one of them picks meanwhile on another phone, and nothing is lost', async () => {
    const page = await openPage()
    await form(page, 'Football', 'Ann').getByLabel('Your pick').selectOption('Reds')
    expect(await faults(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })

    // Dan takes his own phone; what is chosen here outlives a reload.
    await done(league.visitor.post(`/picks/${linkOf('Golf', 'Dan')}`, { picks: ['Greens'] }))
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await page.getByText('1 of 15 picked').waitFor()
    const [first] = await form(page, 'Football', 'Ann').getByLabel('Your pick').all()
    expect(await first?.inputValue()).toBe('Reds')

    let saved = 1
    for (const sport of SPORTS) {
      for (const name of FAMILY) {
        if (sport === 'Golf' && name === 'Dan') continue
        const own = form(page, sport, name)
        await own.getByLabel('Your pick').selectOption(name === 'Eve' ? 'Blues' : 'Reds')
        await press(page, 'Save My Pick')
        saved += 1
        await page.getByText(`${saved} of 15 picked`).waitFor()
      }
    }
    for (const sport of SPORTS) {
      for (const name of FAMILY) {
        const wanted = name === 'Eve' ? 'Blues' : sport === 'Golf' && name === 'Dan' ? 'Greens' : 'Reds'
        expect(await savedOf(sport, name), `${sport} of ${name}`).toBe(wanted)
      }
    }
    expect(await faults(page)).toEqual([])
    await page.context().close()
  })

  test('with the keyboard alone a pick is changed, and the focus goes on', async () => {
    const page = await openPage()
    const row = page.locator('summary', { hasText: 'Bob' }).first()
    await tabTo(page, row)
    await page.keyboard.press('Enter')
    const own = form(page, 'Football', 'Bob')
    await tabTo(page, own.getByRole('button', { name: 'Change' }))
    await page.keyboard.press('Enter')
    await tabTo(page, own.getByLabel('Your pick'))
    await page.keyboard.type('Greens')
    await tabTo(page, own.getByRole('button', { name: 'Save Changes' }))
    await page.keyboard.press('Enter')
    await eventually('a focused row', () => row.and(page.locator(':focus')).isVisible())
    expect(await savedOf('Football', 'Bob')).toBe('Greens')
    await page.context().close()
  })
})
