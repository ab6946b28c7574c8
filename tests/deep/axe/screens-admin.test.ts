import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { faults } from '../../browser/faults.ts'
import { choose, dialogOf, press, said } from '../../browser/interactions.ts'
import { leagueInBrowser, title } from '../../browser/league-in-browser.ts'
import { joinPathOf, playSampleLeague } from '../../browser/sample-league.ts'
import { choosing, dialog, heading, look, pressing, type Screen, words } from '../../browser/screen.ts'
import { browserMissing } from '../../support/browser.ts'
import { done } from '../../support/http.ts'

const unfoldCycling = (page: Page) => page.locator('summary', { hasText: 'Cycling' }).click()

describe.skipIf(browserMissing)(`the screens of an admin${title}`, () => {
  const league = leagueInBrowser()
  beforeAll(async () => {
    await playSampleLeague(league.admin, league.clock)
    const person = { name: 'Maximiliane Featherstonehaugh', email: 'maximiliane@example.com' }
    await done(league.visitor.post(`/public${await joinPathOf(league)}`, person))
  })

  test.each<Screen>([
    { name: 'the overview', at: '/admin', shown: heading('Next locks') },
    {
      name: 'getting started',
      at: '/admin/getting-started',
      open: (page) => page.getByText('All set').click(),
      shown: words('Done: 9 players'),
    },
    { name: 'the account menu', at: '/admin/users', open: pressing('Connie'), shown: words('Logout') },
    { name: 'requests to join', at: '/admin/users', shown: words('Address not confirmed') },
    {
      name: 'a join link',
      at: '/admin/seasons',
      open: choosing('More for Family Cup', 'Join Link'),
      shown: (page) => page.getByRole('img', { name: 'QR code of the link below' }),
    },
    {
      name: 'close a join link',
      at: '/admin/seasons',
      open: async (page) => {
        await choose(page, 'More for Family Cup', 'Join Link')
        await press(page, 'Close Link')
      },
      shown: dialog('Close the join link of Family Cup?'),
    },
    { name: 'players', at: '/admin/users', shown: (page) => page.getByRole('table') },
    {
      name: 'add a player',
      at: '/admin/users',
      open: async (page) => {
        await press(page, '+ Add Player')
        await page.getByRole('dialog').getByRole('button', { name: 'Add Player' }).click()
      },
      shown: words('Name is required'),
    },
    {
      name: 'edit a player',
      at: '/admin/users',
      open: (page) => choose(page, 'More for Omar', 'Edit'),
      shown: dialog('Edit Omar'),
    },
    {
      name: 'delete a player',
      at: '/admin/users',
      open: (page) => choose(page, 'More for Newcomer', 'Delete'),
      shown: dialog('Delete Newcomer?'),
    },
    {
      name: 'keep a player',
      at: '/admin/users',
      open: (page) => choose(page, 'More for Ann', 'Delete'),
      shown: dialog('Ann cannot be deleted'),
    },
    { name: 'seasons', at: '/admin/seasons', shown: (page) => page.getByRole('article') },
    {
      name: 'create a season',
      at: '/admin/seasons',
      open: pressing('+ Create Season'),
      shown: dialog('Create Season'),
    },
    {
      name: 'end a season',
      at: '/admin/seasons',
      open: choosing('More for Family Cup', 'End Season'),
      shown: dialog('End Family Cup?'),
    },
    {
      name: 'reopen a season',
      at: '/admin/seasons',
      open: pressing('Reopen Last Year'),
      shown: dialog('Reopen Last Year?'),
    },
    { name: 'participants', at: '/admin/seasons/2', shown: (page) => page.getByRole('table') },
    { name: 'participants of the past', at: '/admin/seasons/1', shown: (page) => page.getByRole('table') },
    {
      name: 'add a participant',
      at: '/admin/seasons/2',
      open: pressing('Add Participant'),
      shown: dialog('Add Participant'),
    },
    {
      name: 'remove a participant',
      at: '/admin/seasons/2',
      open: pressing('Remove Ann'),
      shown: dialog('Remove Ann?'),
    },
    { name: 'sports', at: '/admin/rounds', shown: (page) => page.getByRole('article') },
    { name: 'sports of the past', at: '/admin/rounds?season=1', shown: words('This season has ended.') },
    {
      name: 'who has picked',
      at: '/admin/rounds',
      open: (page) => page.getByRole('article', { name: 'Tennis' }).getByText('of 8 picked').click(),
      shown: (page) => page.getByRole('article', { name: 'Tennis' }).getByText('No pick'),
    },
    {
      name: 'add a sport',
      at: '/admin/rounds',
      open: async (page) => {
        await press(page, '+ Add Sport')
        await page.getByRole('dialog').getByRole('button', { name: 'Add Sport' }).click()
      },
      shown: words('Sport name is required'),
    },
    {
      name: 'choose a time zone',
      at: '/admin/rounds',
      open: async (page) => {
        await press(page, '+ Add Sport')
        await page.getByLabel('Timezone').fill('lo')
      },
      shown: (page) => page.getByRole('option', { name: 'London' }),
    },
    {
      name: 'activate a sport',
      at: '/admin/rounds',
      open: pressing('Activate & Send Links: Sailing'),
      shown: words('7 players get a mail'),
    },
    {
      name: 'activate several sports',
      at: '/admin/rounds',
      open: pressing('Activate Several (2)'),
      shown: words('the links to all of them by mail'),
    },
    {
      name: 'lock a sport',
      at: '/admin/rounds',
      open: pressing('Lock Now: Cycling'),
      shown: dialog('Lock Cycling now?'),
    },
    {
      name: 'complete a sport with teams',
      at: '/admin/rounds',
      open: pressing('Complete & Score: Tennis'),
      shown: (page) => page.getByLabel('5th Place'),
    },
    {
      name: 'complete a sport with named write-ins',
      at: '/admin/rounds',
      open: async (page) => {
        await press(page, 'Complete & Score: Film Festival')
        await page.getByRole('checkbox').first().check()
      },
      shown: words('These places follow from the result'),
    },
    {
      name: 'correct the result of a sport with teams',
      at: '/admin/rounds',
      open: async (page) => {
        await choose(page, 'More for Football', 'Correct Result')
        await page.getByLabel('Champion (1st Place)').selectOption('Reds')
        await page.getByLabel('2nd Place').selectOption('')
        await page.getByLabel('Reason').fill('The finalists were mixed up')
        await press(page, 'Show What Changes')
      },
      shown: words('What this does to the standings'),
    },
    {
      name: 'correct the result of a sport with write-ins',
      at: '/admin/rounds',
      open: async (page) => {
        await choose(page, 'More for Oscars', 'Correct Result')
        await page.getByRole('dialog').getByRole('button', { name: 'Show What Changes' }).click()
      },
      shown: words('Please give a reason'),
    },
    {
      name: 'edit the names of write-ins',
      at: '/admin/rounds',
      open: choosing('More for Book Prize', 'Edit'),
      shown: (page) => page.getByLabel('Name of pick 3'),
    },
    {
      name: 'unlock a sport',
      at: '/admin/rounds',
      open: choosing('More for Football', 'Unlock'),
      shown: dialog('Unlock Football?'),
    },
    { name: 'manage picks', at: '/admin/manage-picks', shown: heading('Manage Picks') },
    { name: 'history', at: '/admin/history', shown: words('Connie completed Football') },
    {
      name: 'history of one sport and one player',
      at: '/admin/history?season=2&player=1&kind=picks',
      shown: (page) => page.getByRole('button', { name: 'Clear Filters' }),
    },
    { name: 'history of nothing', at: '/admin/history?from=2035-01-01', shown: words('Show Everything') },
    {
      name: 'one event',
      at: '/admin/history?season=2&kind=sports',
      open: (page) => page.getByRole('button', { name: /^Details of: Connie completed Football/ }).click(),
      shown: (page) => page.getByText('The event in the log: RoundCompleted'),
    },
    {
      name: 'undo',
      at: '/admin/history?season=2&kind=sports',
      open: async (page) => {
        await page.getByRole('button', { name: /^Details of: Connie completed Synchronised/ }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Undo: / })
          .click()
      },
      shown: (page) => page.getByRole('dialog').getByLabel('Reason'),
    },
    {
      name: 'players and mail',
      at: '/admin/rounds',
      open: choosing('More for Cycling', 'Players & Mail'),
      shown: (page) => page.getByRole('dialog').getByText('Not yet'),
    },
    { name: 'operations', at: '/admin/operations', shown: heading('Operations') },
    {
      name: 'rebuild',
      at: '/admin/operations',
      open: pressing('Start Rebuild'),
      shown: dialog('Rebuild all tables?'),
    },
    {
      name: 'replace links',
      at: '/admin/users',
      open: (page) => choose(page, 'More for Ann', 'Replace Links…'),
      shown: dialog('Replace the links of Ann?'),
    },
    {
      name: 'erase a player',
      at: '/admin/users',
      open: (page) => choose(page, 'More for Ann', 'Erase…'),
      shown: dialog('Erase Ann?'),
    },
    { name: 'mail', at: '/admin/mail', open: unfoldCycling, shown: (page) => page.getByRole('table') },
    {
      name: 'a mail',
      at: '/admin/mail',
      open: async (page) => {
        await unfoldCycling(page)
        await page.getByRole('button', { name: /Open the mail to ann.*Cycling/ }).click()
      },
      shown: dialog('Cycling: pick by'),
    },
  ])('$name', (screen) => look(league.page, screen))

  test('a write-in sport is completed', async () => {
    const { page } = league
    await page.goto('/admin/rounds')
    await choose(page, 'More for Oscars', 'Unlock')
    await page.getByLabel('Reason').fill('A late envelope')
    await press(page, 'Unlock')
    await press(page, 'Complete & Score: Oscars')
    await page.getByLabel('Ann').waitFor()
    expect(await faults(page)).toEqual([])
    await page.getByLabel('Champion (1st Place)').fill('Anora')
    await page.getByLabel('Reason').fill('A late envelope')
    const dialog = dialogOf(page, 'Complete Oscars')
    await press(dialog, 'Show What Changes')
    await said(dialog, 'What this does to the standings')
    expect(await faults(page)).toEqual([])
    await press(dialog, 'Complete & Score')
    await page.getByText('Oscars is completed').waitFor()
    expect(await faults(page)).toEqual([])
  })
})
