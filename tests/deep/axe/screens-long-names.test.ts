import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { sideways } from '../../browser/faults.ts'
import { choose, press } from '../../browser/interactions.ts'
import { leagueInBrowser, title } from '../../browser/league-in-browser.ts'
import {
  bringUp,
  choosing,
  dialog,
  heading,
  pressing,
  type Screen,
  scrolledToChart,
  words,
} from '../../browser/screen.ts'
import { browserMissing } from '../../support/browser.ts'
import { done } from '../../support/http.ts'
import { aLeague } from '../../support/league/a-league.ts'
import { OSCARS } from '../../support/league/examples.ts'
import { linkUnderSeal, playFair } from './fair-play.ts'

/** Fifty letters without a place to break. */
const long = (start: string) => start.padEnd(50, 'm')

const [ANN, BOB] = [long('Ann'), long('Bob')]
const [REDS, BLUES, GREENS] = [long('Reds'), long('Blues'), long('Greens')]
const TEAMS = [REDS, BLUES, GREENS]
const CUP = long('Cup')
const CHAMPION = long('Champion')
const [OPEN, OPEN_WORDS, LOCKED, LOCKED_WORDS, SCORED, SCORED_WORDS, DRAFT, OTHER_DRAFT] = [
  ...['Open', 'OpenWords', 'Locked', 'LockedWords', 'Scored', 'ScoredWords', 'Draft', 'OtherDraft'],
].map(long) as [string, string, string, string, string, string, string, string]
const IN_WORDS = { ...OSCARS, numWriteInPicks: 3, slotNames: [CHAMPION, long('Runnerup')] }
const QUESTION = { question: long('Howmany'), unit: 'm'.repeat(30) }
const NORWAY = long('Norway')
const WRITTEN = [NORWAY, long('Kenya'), long('Chile')]

describe.skipIf(browserMissing)(`names of fifty letters on a phone${title}`, () => {
  const league = leagueInBrowser(() =>
    aLeague()
      .withPlayers(
        { name: ANN, email: `${'a'.repeat(50)}@example.com` },
        { name: BOB, email: `${'b'.repeat(50)}@example.com` },
      )
      .withSeason({ name: CUP, commissioner: long('Connie'), isDefault: true })
      .withRound({ sportName: SCORED, teams: TEAMS })
      .withPicks({ [ANN]: [REDS], [BOB]: [BLUES] })
      .withRound({ ...IN_WORDS, sportName: SCORED_WORDS })
      .withPicks({ [ANN]: WRITTEN, [BOB]: WRITTEN })
      .withRound({ sportName: LOCKED, teams: TEAMS })
      .withPicks({ [ANN]: [REDS] })
      .withRound({ ...IN_WORDS, sportName: LOCKED_WORDS })
      .withPicks({ [ANN]: WRITTEN, [BOB]: WRITTEN })
      .withRound({ sportName: OPEN, teams: TEAMS, emailMessage: long('Go'), tieBreak: QUESTION })
      .withRound({ ...IN_WORDS, sportName: OPEN_WORDS })
      .withPicks({ [BOB]: WRITTEN })
      .withDraft({ sportName: DRAFT, teams: TEAMS })
      .withDraft({ ...IN_WORDS, sportName: OTHER_DRAFT })
      .start(),
  )
  let receipt: string
  const link =
    (sport: number, name = ANN) =>
    () =>
      `/pick/${league.tokenFor(league.roundIds[sport] ?? 0, league.idOf(name))}`
  const sport = (index: number) => () => `/seasons/${league.seasonId}/sports/${league.roundIds[index]}`
  beforeAll(async () => {
    const { admin, clock, roundIds } = league
    // A pick at the very moment of the lock would not count.
    clock.advance(60_000)
    for (const id of roundIds.slice(0, 4)) await done(admin.post(`/admin/rounds/${id}/lock`))
    for (const [index, first] of [REDS, NORWAY].entries()) {
      const manualScores = index === 0 ? [] : [{ userId: league.idOf(ANN), placement: 'first' }]
      const result = { firstPlaceTeam: first, manualScores }
      await done(admin.post(`/admin/rounds/${roundIds[index]}/complete`, result))
    }
    await done(admin.post('/auth/change-name', { newName: long('Admin') }))
    await league.addAdmin(long('Other'))
    const token = link(2)().replace('/pick/', '')
    receipt = (await done(league.visitor.get(`/picks/${token}`))).receipt.code
  })

  const look = async (page: Page, screen: Screen) => {
    await bringUp(page, screen)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await sideways(page), `${width} px`).toEqual([])
    }
  }
  const effects = (page: Page) => page.getByRole('region', { name: 'What changes in the standings' })
  const table = (page: Page) => page.getByRole('table').first()

  test.each<Screen>([
    { name: 'home', at: '/', open: scrolledToChart, shown: (page) => page.locator('canvas') },
    {
      name: 'how points came about',
      at: '/',
      open: (page) => page.getByRole('button', { name: `pts of ${ANN}` }).click(),
      shown: words('Points for each place'),
    },
    { name: 'a pick', at: link(4), shown: (page) => page.getByLabel('Your pick') },
    { name: 'picks with names', at: link(5), shown: (page) => page.getByLabel(CHAMPION) },
    { name: 'saved picks with names', at: link(5, BOB), shown: heading('Your picks are in') },
    { name: 'a locked pick', at: link(3), shown: heading('What happened') },
    { name: 'a scored pick', at: link(1), shown: heading('Result') },
    {
      name: 'the own sports',
      at: link(4),
      open: (page) => page.getByText(/^Locked and scored/).click(),
      shown: (page) => page.getByRole('list', { name: 'Locked and scored sports' }),
    },
    { name: 'an open sport', at: sport(4), shown: words('Time left') },
    { name: 'a locked sport', at: sport(3), shown: heading('What everybody picked') },
    { name: 'a scored sport', at: sport(0), shown: heading('Points and ranks') },
    { name: 'statistics', at: '/statistics', shown: table },
    { name: 'a player', at: () => `/players/${league.idOf(ANN)}`, shown: words('Boldness') },
    { name: 'a receipt', at: () => `/receipt/${receipt}`, shown: words('Before the lock') },
  ])('$name', (screen) => look(league.stranger, screen))

  test.each<Screen>([
    { name: 'the overview', at: '/admin', shown: heading('Next locks') },
    { name: 'the account menu', at: '/admin/users', open: pressing(long('Admin')), shown: words('Logout') },
    { name: 'players', at: '/admin/users', shown: table },
    {
      name: 'paste players',
      at: '/admin/users',
      open: async (page) => {
        await press(page, 'Paste Players')
        const lines = [`${long('Cleo')}, ${long('cleo')}@example.com`, `${long('Dan')} ${long('@@')}`, ANN]
        await page.getByLabel('One player per line').fill(lines.join('\n'))
      },
      shown: (page) => page.getByRole('dialog').getByRole('list').first(),
    },
    {
      name: 'edit a player',
      at: '/admin/users',
      open: choosing(`More for ${ANN}`, 'Edit'),
      shown: dialog('Edit'),
    },
    {
      name: 'keep a player',
      at: '/admin/users',
      open: choosing(`More for ${ANN}`, 'Delete'),
      shown: words('cannot be deleted'),
    },
    { name: 'seasons', at: '/admin/seasons', shown: (page) => page.getByRole('article') },
    {
      name: 'edit a season',
      at: '/admin/seasons',
      open: pressing(`Edit ${CUP}`),
      shown: dialog(`Edit ${CUP}`),
    },
    {
      name: 'end a season',
      at: '/admin/seasons',
      open: choosing(`More for ${CUP}`, 'End Season'),
      shown: dialog(`End ${CUP}?`),
    },
    { name: 'participants', at: '/admin/seasons/1', shown: table },
    {
      name: 'remove a participant',
      at: '/admin/seasons/1',
      open: pressing(`Remove ${ANN}`),
      shown: dialog(`Remove ${ANN}?`),
    },
    { name: 'sports', at: '/admin/rounds', shown: (page) => page.getByRole('article') },
    {
      name: 'activate several sports',
      at: '/admin/rounds',
      open: pressing('Activate Several (2)'),
      shown: words('the links to all of them by mail'),
    },
    {
      name: 'activate a sport',
      at: '/admin/rounds',
      open: pressing(`Activate & Send Links: ${DRAFT}`),
      shown: dialog(`Activate ${DRAFT}?`),
    },
    { name: 'lock a sport', at: '/admin/rounds', open: pressing(`Lock Now: ${OPEN}`), shown: dialog('Lock') },
    {
      name: 'edit a sport',
      at: '/admin/rounds',
      open: choosing(`More for ${OTHER_DRAFT}`, 'Edit'),
      shown: (page) => page.getByLabel('Name of pick 3'),
    },
    {
      name: 'complete a sport with teams',
      at: '/admin/rounds',
      open: async (page) => {
        await press(page, `Complete & Score: ${LOCKED}`)
        await page.getByLabel('Champion (1st Place)').selectOption(REDS)
        await press(page, 'Show What Changes')
      },
      shown: words('What this does to the standings'),
    },
    {
      name: 'complete a sport with write-ins',
      at: '/admin/rounds',
      open: async (page) => {
        await press(page, `Complete & Score: ${LOCKED_WORDS}`)
        await page.getByRole('checkbox').first().check()
        await page.getByText('These places follow from the result').waitFor()
        await press(page, 'Show What Changes')
      },
      shown: words('What this does to the standings'),
    },
    {
      name: 'correct a result',
      at: '/admin/rounds',
      open: async (page) => {
        await choose(page, `More for ${SCORED}`, 'Correct Result')
        await page.getByLabel('Champion (1st Place)').selectOption(GREENS)
        await page.getByLabel('Reason').fill(long('Because'))
        await press(page, 'Show What Changes')
      },
      shown: words('What this does to the standings'),
    },
    {
      name: 'correct a result of write-ins',
      at: '/admin/rounds',
      open: choosing(`More for ${SCORED_WORDS}`, 'Correct Result'),
      shown: words('Players’ places'),
    },
    {
      name: 'unlock a sport',
      at: '/admin/rounds',
      open: choosing(`More for ${SCORED}`, 'Unlock'),
      shown: dialog(`Unlock ${SCORED}?`),
    },
    {
      name: 'players and mail',
      at: '/admin/rounds',
      open: choosing(`More for ${OPEN}`, 'Players & Mail'),
      shown: (page) => page.getByRole('dialog').getByText('Not yet'),
    },
    { name: 'picks', at: '/admin/manage-picks?season=1&sport=4', shown: table },
    {
      name: 'enter a pick',
      at: '/admin/manage-picks?season=1&sport=4',
      open: pressing(`Edit Pick: ${ANN}`),
      shown: (page) => page.getByLabel(CHAMPION),
    },
    {
      name: 'mail',
      at: '/admin/mail',
      open: (page) => page.locator('summary').first().click(),
      shown: (page) => page.getByRole('heading', { name: 'Mail' }),
    },
    {
      name: 'a mail',
      at: '/admin/mail',
      open: async (page) => {
        await page.locator('summary').first().click()
        const kept = page.getByRole('row').filter({ hasText: 'Kept here' })
        await kept
          .getByRole('button', { name: /^Open the mail to/ })
          .first()
          .click()
        await page.getByText('As plain text').click()
      },
      shown: (page) => page.getByRole('dialog'),
    },
    {
      name: 'history with an unfolded line',
      at: '/admin/history',
      open: (page) =>
        page
          .getByRole('button', { name: /^Show \d+:/ })
          .first()
          .click(),
      shown: (page) => page.getByRole('button', { name: /^Fold:/ }),
    },
    {
      name: 'one event',
      at: '/admin/history?kind=sports',
      open: (page) => page.getByRole('button', { name: /^Details of: .* added the sport Other/ }).click(),
      shown: words('The event in the log'),
    },
    {
      name: 'undo',
      at: '/admin/history?kind=sports',
      open: async (page) => {
        await page.getByRole('button', { name: /^Details of: .* completed ScoredWords/ }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Undo: / })
          .click()
      },
      shown: (page) => page.getByRole('dialog').getByLabel('Reason'),
    },
    { name: 'settings', at: '/admin/settings', shown: heading('Settings') },
    { name: 'settings of mail', at: '/admin/settings/email', shown: heading('Settings') },
    { name: 'admins', at: '/admin/settings/admins', shown: table },
    { name: 'operations', at: '/admin/operations', shown: heading('Operations') },
  ])('admin: $name', (screen) => look(league.page, screen))

  describe('and fair play', () => {
    let head: string
    beforeAll(async () => {
      const [scored = 0, , locked = 0, , asking = 0, cancelled = 0] = league.roundIds
      head = await playFair(league.admin, {
        ...{ seasonId: league.seasonId, scored, locked, asking, cancelled },
        ...{ players: [league.idOf(ANN), league.idOf(BOB)], team: BLUES },
        reason: long('Because'),
      })
    })
    const story = (sport: number) => () =>
      `/seasons/${league.seasonId}/sports/${league.roundIds[sport]}/players/${league.idOf(ANN)}`
    const sealedLink = (sport: number) => () =>
      linkUnderSeal(league, {
        ...{ seasonId: league.seasonId, roundId: league.roundIds[sport] ?? 0, playerId: league.idOf(ANN) },
      })
    const openPicks = () => `/admin/manage-picks?season=1&sport=${league.roundIds[4]}`

    test.each<Screen>([
      { name: 'home', at: '/', open: scrolledToChart, shown: (page) => page.locator('canvas') },
      { name: 'the rules', at: '/rules', shown: heading('From the commissioner') },
      { name: 'the record', at: '/record', shown: words('newest first') },
      { name: 'the calendar', at: '/calendar', shown: (page) => page.getByLabel('Address') },
      { name: 'proof of a seal', at: () => `/proof?of=${head}`, shown: heading('What this seal covers') },
      { name: 'proof of a receipt', at: () => `/proof?of=${receipt}`, shown: words('A pick of Ann') },
      { name: 'the story of a scored pick', at: story(0), shown: heading('What happened') },
      { name: 'the story of a sealed pick', at: story(4), shown: words('has picked.') },
      {
        name: 'the own story',
        at: () => `${sealedLink(4)()}/story`,
        shown: words('Only you see your pick here'),
      },
      { name: 'a pick with a question', at: sealedLink(4), shown: words('Howmany') },
      { name: 'a cancelled pick', at: sealedLink(5), shown: words('cancelled') },
    ])('$name', (screen) => look(league.stranger, screen))

    test.each<Screen>([
      {
        name: 'rules',
        at: '/admin/seasons',
        open: async (page) => {
          await press(page, `Rules of ${CUP}`)
          await page.getByLabel('1st place').fill('5')
        },
        shown: effects,
      },
      {
        name: 'weight',
        at: '/admin/rounds',
        open: async (page) => {
          await choose(page, `More for ${SCORED}`, 'Weight')
          await page.getByLabel('Weight', { exact: true }).selectOption('×1')
        },
        shown: effects,
      },
      {
        name: 'tie-break question',
        at: '/admin/rounds',
        open: choosing(`More for ${DRAFT}`, 'Tie-Break Question'),
        shown: (page) => page.getByLabel('Unit'),
      },
      {
        name: 'open by itself',
        at: '/admin/rounds',
        open: choosing(`More for ${DRAFT}`, 'Schedule Opening'),
        shown: (page) => page.getByLabel('Opens at'),
      },
      {
        name: 'cancel',
        at: '/admin/rounds',
        open: choosing(`More for ${OPEN}`, 'Cancel Sport'),
        shown: dialog(`Cancel ${OPEN}?`),
      },
      {
        name: 'reinstate',
        at: '/admin/rounds',
        open: pressing(`Reinstate: ${OPEN_WORDS}`),
        shown: dialog(`Reinstate ${OPEN_WORDS}?`),
      },
      {
        name: 'unseal',
        at: '/admin/seasons',
        open: choosing(`More for ${CUP}`, 'Show Picks to Admins'),
        shown: dialog(`Show the picks of ${CUP} to admins?`),
      },
      {
        name: 'look',
        at: openPicks,
        open: async (page) => {
          await press(page, 'Look at Picks…')
          await page.getByRole('dialog').getByLabel(ANN).check()
          await page.getByLabel('Reason').fill(long('Because'))
          await press(page, 'Look at Picks')
        },
        shown: (page) => page.getByRole('button', { name: 'Done' }),
      },
    ])('admin: $name', (screen) => look(league.page, screen))
  })

  describe('and a second season, after the first', () => {
    const next = long('Next')
    beforeAll(async () => {
      const { admin, seasonId, roundIds } = league
      await done(admin.put('/admin/settings', { appTitle: long('Title'), footerMessage: long('Footer') }))
      for (const id of roundIds.slice(2)) await done(admin.post(`/admin/rounds/${id}/soft-delete`, {}))
      await done(admin.post(`/admin/seasons/${seasonId}/end`))
      await done(admin.post('/admin/historical-champions', { name: long('Zoe'), endYear: 2020 }))
      await done(
        admin.post('/admin/seasons', { name: next, yearStart: 2028, yearEnd: 2028, isDefault: true }),
      )
    })
    const season = () => `/?season=${league.seasonId}`
    const player = () => `/players/${league.idOf(ANN)}`

    test.each<Screen>([
      { name: 'home', at: '/', shown: words(next) },
      { name: 'home of the season that ended', at: season, shown: heading('Season Ended!') },
      { name: 'the hall of fame', at: '/champions', shown: words(long('Zoe')) },
      { name: 'a player', at: player, shown: heading(ANN) },
      { name: 'the rules', at: '/rules', shown: words(next) },
      { name: 'the record', at: '/record', shown: words(next) },
      { name: 'the calendar', at: '/calendar', shown: words(next) },
      { name: 'sign in', at: '/admin/login', shown: (page) => page.getByLabel('Email') },
    ])('$name', (screen) => look(league.stranger, screen))

    test.each<Screen>([
      { name: 'the overview', at: '/admin', shown: heading('Next locks') },
      { name: 'seasons', at: '/admin/seasons', shown: words(long('Zoe')) },
      { name: 'sports', at: '/admin/rounds', shown: words(`No sports in ${next} yet.`) },
      { name: 'picks', at: '/admin/manage-picks', shown: words(`No sports in ${next} yet.`) },
      { name: 'getting started', at: '/admin/getting-started', shown: heading('Getting Started') },
      {
        name: 'create a season',
        at: () => `/admin/seasons?from=${league.seasonId}`,
        shown: dialog('Create Season'),
      },
    ])('admin: $name', (screen) => look(league.page, screen))
  })
})
