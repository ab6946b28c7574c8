import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import {
  anyDialog,
  choose,
  dialogOf,
  field,
  fill,
  gone,
  lines,
  press,
  problemOf,
  row,
  said,
  select,
  tick,
} from '../../testing/interactions.ts'
import { leagueBehindScreens, open, refusing } from '../../testing/screen.tsx'

describe('players', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob', { name: 'Cleo', email: null })
      .withSeason()
      .withRound()
      .withPicks({ Ann: ['Reds'] })
      .start(),
  )
  const openPlayers = () => open('/admin/users', league.admin)
  const names = () => lines('rowheader')

  test('somebody is found without accents, and the list says how many are shown', async () => {
    await openPlayers()
    await fill('Search players', 'CLÉ')
    await said('1 of 3 shown')
    expect(await names()).toEqual(['Cleo'])
    await fill('Search players', '')
    await said('3 players')
    await select('Show', 'Without address')
    await said('No email', row('Cleo'))
    expect(await names()).toEqual(['Cleo'])
    await select('Show', 'All players')
    await select('Sort by', 'Newest first')
    expect(await names()).toEqual(['Cleo', 'Bob', 'Ann'])
  })

  test('several are deactivated and reactivated, each after one question', async () => {
    await openPlayers()
    await tick('Bob')
    await tick('Cleo')
    await said('2 selected')
    await press('Deactivate')
    await said(
      'Bob, Cleo will get no mail and cannot pick. If a sport is open, one last mail says so.',
      anyDialog,
    )
    await press('Deactivate', anyDialog)
    await said('2 players deactivated')
    await select('Show', 'Inactive')
    expect(await names()).toEqual(['Bob', 'Cleo'])
    await tick('Select all shown')
    await press('Reactivate')
    await press('Reactivate', dialogOf('Reactivate 2 players?'))
    await said('2 players reactivated')
    await said('No players found.')
  })

  test('several are added in one go, with a word on equal names and shared addresses', async () => {
    await openPlayers()
    await press('+ Add Player')
    const dialog = dialogOf('Add Player')
    await fill('Name', 'ANN', dialog)
    await said('There is already a player named Ann.', dialog)
    await fill('Email', 'Ann@example.com', dialog)
    await said('Shares mails with Ann.', dialog)
    await fill('Name', 'Dora', dialog)
    await press('Add Another', dialog)
    await said('Dora is added.', dialog)
    await waitFor(() => expect(document.activeElement).toBe(within(dialog()).getByLabelText('Name')))
    expect((await field('Name', dialog)).value).toBe('')
    expect((await field('Email', dialog)).value).toBe('')
    await fill('Name', 'Eli', dialog)
    await fill('Email', 'eli@example.com', dialog)
    await press('Add Player', dialog)
    await gone(dialog)
    expect(await names()).toEqual(['Ann', 'Bob', 'Cleo', 'Dora', 'Eli'])
    for (const name of ['Dora', 'Eli']) {
      await choose(`More for ${name}`, 'Delete')
      await press('Delete', anyDialog)
      await said(`${name} is deleted`)
    }
  })

  test('somebody whose mail was forwarded gets other links', async () => {
    const before = league.tokenFor(league.roundId, league.idOf('Ann'))
    await openPlayers()
    await choose('More for Ann', 'Replace Links…')
    const dialog = dialogOf('Replace the links of Ann?')
    await press('Replace Links', dialog)
    await said('The links of Ann are replaced')
    expect((await league.visitor.get(`/picks/${before}`)).status).toBe(410)
  })

  test('somebody without picks is deleted for good', async () => {
    await openPlayers()
    await choose('More for Bob', 'Delete')
    const dialog = dialogOf('Delete Bob?')
    await said(
      'Bob has no picks and no points, and will be deleted for good. Pick links stop working. Bob gets no mail about it.',
      dialog,
    )
    await press('Delete', dialog)
    await gone(dialog)
    await said('Bob is deleted')
    expect(await names()).toEqual(['Ann', 'Cleo'])
  })

  test('somebody with a pick can only be deactivated', async () => {
    await openPlayers()
    await choose('More for Ann', 'Delete')
    const dialog = dialogOf('Ann cannot be deleted')
    await said('Cannot delete player with existing data. Please deactivate instead.', dialog)
    await said('Ann has 1 pick.', dialog)
    await press('Deactivate', dialog)
    await gone(dialog)
    await said('Ann gets no more mail and cannot pick.')
    await choose('More for Ann', 'Delete')
    await said('is already deactivated', dialog)
    await userEvent.click(await screen.findByText('Close'))
    await choose('More for Ann', 'Reactivate')
    await said('Ann is back')
  })

  test('a name and an address change, and the address can go', async () => {
    await openPlayers()
    await choose('More for Ann', 'Edit')
    const dialog = dialogOf('Edit Ann')
    await fill('Name', 'Annette', dialog)
    await tick('User does not have an email address', dialog)
    await press('Save', dialog)
    await gone(dialog)
    await said('No email', row('Annette'))
    await choose('More for Annette', 'Edit')
    await tick('User does not have an email address')
    await fill('Email', 'annette@', dialogOf('Edit Annette'))
    await press('Save')
    expect(await problemOf('Email', dialogOf('Edit Annette'))).not.toBe('')
  })

  test.each([
    ['More for Annette', 'Deactivate', 'POST', '*/deactivate', null, 'Failed to deactivate player'],
    ['More for Annette', 'Edit', 'PUT', '*', 'Save', 'Failed to save player'],
    ['More for Cleo', 'Delete', 'DELETE', '*', 'Delete', 'Failed to delete player'],
    ['More for Cleo', 'Delete', 'GET', '*/has-data', null, 'Failed to delete player'],
  ] as const)('%s %s: a refused %s without a reason', async (opening, item, method, path, button, text) => {
    await openPlayers()
    refusing(method, `/admin/users/${path}`)
    await choose(opening, item)
    if (button) await press(button, anyDialog)
    await said(text)
  })
})
