import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { choose, press } from '../../browser/interactions.ts'
import { leagueInBrowser, title } from '../../browser/league-in-browser.ts'
import { playSampleLeague } from '../../browser/sample-league.ts'
import { choosing, dialog, heading, look, pressing, type Screen, words } from '../../browser/screen.ts'
import { browserMissing } from '../../support/browser.ts'
import { linkUnderSeal, playFair } from './fair-play.ts'

const SEASON = 2
const [ANN, BOB] = [1, 2]
const SPORTS = { scored: 2, locked: 6, asking: 7, cancelled: 8 }
const NO_SEAL = '0123456789abcdef'

const story = (sport: number, player: number) => `/seasons/${SEASON}/sports/${sport}/players/${player}`
const cycling = `/admin/manage-picks?season=${SEASON}&sport=${SPORTS.asking}`
const effects = (page: Page) => page.getByRole('region', { name: 'What changes in the standings' })

describe.skipIf(browserMissing)(`the screens of fair play${title}`, () => {
  const league = leagueInBrowser()
  let head: string
  const link = (roundId: number) => linkUnderSeal(league, { seasonId: SEASON, roundId, playerId: ANN })
  beforeAll(async () => {
    await playSampleLeague(league.admin, league.clock)
    const play = { seasonId: SEASON, ...SPORTS, players: [ANN, BOB] as [number, number], team: 'Reds' }
    head = await playFair(league.admin, play)
  })

  test.each<Screen>([
    { name: 'home with a record', at: '/', shown: (page) => page.getByRole('link', { name: 'Calendar' }) },
    { name: 'the rules', at: '/rules', shown: heading('From the commissioner') },
    { name: 'the rules of the league', at: '/rules?season=1', shown: heading('How to play') },
    { name: 'the record', at: '/record', shown: words('newest first') },
    { name: 'the calendar', at: '/calendar', shown: (page) => page.getByRole('link', { name: 'Subscribe' }) },
    {
      name: 'proof that is mistyped',
      at: '/proof',
      open: async (page) => {
        await page.getByLabel('Seal or receipt').fill('xyz')
        await press(page, 'Check')
      },
      shown: words('A seal has 16 to 64 digits'),
    },
    { name: 'proof', at: () => `/proof?of=${head}`, shown: heading('What this seal covers') },
    { name: 'the story of a scored pick', at: story(SPORTS.scored, ANN), shown: heading('What happened') },
    { name: 'the story of a late pick', at: story(SPORTS.locked, BOB), shown: heading('What happened') },
    { name: 'the story of a sealed pick', at: story(SPORTS.asking, ANN), shown: words('Ann has picked.') },
    { name: 'the story of a cancelled pick', at: story(SPORTS.cancelled, ANN), shown: words('Cancelled.') },
    {
      name: 'the own story',
      at: () => `${link(SPORTS.asking)}/story`,
      shown: words('Only you see your pick here'),
    },
    { name: 'a pick with a question', at: () => link(SPORTS.asking), shown: words('How many goals fall') },
    { name: 'a cancelled pick', at: () => link(SPORTS.cancelled), shown: words('cancelled') },
  ])('$name', (screen) => look(league.stranger, screen))

  test('proof of a seal that nobody has', async () => {
    await look(league.stranger, { name: '', at: `/proof?of=${NO_SEAL}`, shown: words('has no such seal') })
    const asked = ['seals', 'receipts'].map((kind) => `404 GET /api/public/${kind}/${NO_SEAL}`)
    expect(league.browser.troubles()).toEqual(asked)
  })

  test.each<Screen>([
    {
      name: 'rules',
      at: '/admin/seasons',
      open: async (page) => {
        await press(page, 'Rules of Family Cup')
        await page.getByLabel('1st place').fill('5')
        await press(page, 'Save Rules')
      },
      shown: words('Please give a reason'),
    },
    {
      name: 'rules of the league',
      at: '/admin/seasons',
      open: async (page) => {
        await press(page, 'Rules of Family Cup')
        await page.getByLabel('This season has its own rules').uncheck()
      },
      shown: effects,
    },
    {
      name: 'weight',
      at: '/admin/rounds',
      open: async (page) => {
        await choose(page, 'More for Football', 'Weight')
        await page.getByLabel('Weight', { exact: true }).selectOption('×1')
      },
      shown: effects,
    },
    {
      name: 'tie-break question',
      at: '/admin/rounds',
      open: async (page) => {
        await choose(page, 'More for Sailing', 'Tie-Break Question')
        await page.getByLabel('Question', { exact: true }).fill('')
        await press(page, 'Save Question')
      },
      shown: words('Please enter a question'),
    },
    {
      name: 'open by itself',
      at: '/admin/rounds',
      open: async (page) => {
        await choose(page, 'More for Sailing', 'Schedule Opening')
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      },
      shown: words('Please choose a time'),
    },
    {
      name: 'cancel',
      at: '/admin/rounds',
      open: async (page) => {
        await choose(page, 'More for Cycling', 'Cancel Sport')
        await press(page, 'Cancel Sport')
      },
      shown: words('Please give a reason'),
    },
    {
      name: 'reinstate',
      at: '/admin/rounds',
      open: pressing('Reinstate: Song Contest'),
      shown: dialog('Reinstate Song Contest?'),
    },
    {
      name: 'unseal',
      at: '/admin/seasons',
      open: choosing('More for Family Cup', 'Show Picks to Admins'),
      shown: dialog('Show the picks of Family Cup to admins?'),
    },
    {
      name: 'seal',
      at: '/admin/seasons',
      open: async (page) => {
        await press(page, '+ Create Season')
        await page.getByLabel('Hide picks from admins').check()
      },
      shown: dialog('Create Season'),
    },
    { name: 'sealed picks', at: cycling, shown: words('Picks are hidden from admins') },
    {
      name: 'enter a sealed pick',
      at: cycling,
      open: pressing('Edit Pick: Ann'),
      shown: (page) => page.getByRole('dialog').getByLabel('Pick'),
    },
    { name: 'look without a reason', at: cycling, open: lookAtAnn, shown: words('Please give a reason') },
    {
      name: 'look',
      at: cycling,
      open: async (page) => {
        await lookAtAnn(page)
        await page.getByLabel('Reason').fill('She asked me to')
        await press(page, 'Look at Picks')
      },
      shown: (page) => page.getByRole('button', { name: 'Done' }),
    },
  ])('admin: $name', (screen) => look(league.page, screen))
})

async function lookAtAnn(page: Page) {
  await press(page, 'Look at Picks…')
  await page.getByRole('dialog').getByLabel('Ann').check()
  await press(page, 'Look at Picks')
}
