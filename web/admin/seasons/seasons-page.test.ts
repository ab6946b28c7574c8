import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { FAMILY_CUP } from '../../../tests/support/league/examples.ts'
import {
  anyDialog,
  box,
  button,
  card,
  choose,
  dialogOf,
  field,
  fill,
  found,
  gone,
  press,
  problemOf,
  said,
  spaced,
  tick,
} from '../../testing/interactions.ts'
import { answering, leagueBehindScreens, open } from '../../testing/screen.tsx'

const BOX = 'Please confirm by checking the box'
const UNDERSTOOD = 'I understand that this cannot be undone'

describe('seasons', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob', { name: 'Cleo', email: null })
      .withSeason({ isDefault: true })
      .withSeason({ name: 'Summer Games', participantIds: [] })
      .start(),
  )
  const openSeasons = () => open('/admin/seasons', league.admin)

  test('a season is edited within its limits', async () => {
    await openSeasons()
    await press('Edit Summer Games')
    const dialog = dialogOf('Edit Summer Games')
    expect((await field('Season name', dialog)).maxLength).toBe(50)
    expect((await field('Commissioner', dialog)).maxLength).toBe(255)
    await fill('Season name', ' ', dialog)
    await fill('Start year', '1989', dialog)
    await fill('End year', '2101', dialog)
    await press('Save', dialog)
    expect(await problemOf('Season name', dialog)).toBe('Season name is required')
    expect(await problemOf('Start year', dialog)).toBe('Start year must be between 1990 and 2100')
    expect(await problemOf('End year', dialog)).toBe('End year must be between 1990 and 2100')
    await fill('Season name', 'Summer Cup', dialog)
    await fill('Start year', '2027', dialog)
    await fill('End year', '2026', dialog)
    await press('Save', dialog)
    await said('End year must not be before the start year', dialog)
    expect(await problemOf('End year', dialog)).toBe('End year must not be before the start year')
    await fill('End year', '2028', dialog)
    await fill('Commissioner', 'Dana', dialog)
    await press('Save', dialog)
    await gone(dialog)
    await said('2027', card('Summer Cup'))
    await said('Commissioner: Dana', card('Summer Cup'))
  })

  test('a season is created with all active players', async () => {
    await openSeasons()
    await press('+ Create Season')
    const dialog = dialogOf('Create Season')
    await fill('Season name', 'Spring Cup', dialog)
    await fill('Start year', '2027', dialog)
    await fill('End year', '2027', dialog)
    expect((await box('Default season', dialog)).checked).toBe(false)
    await press('Select All Active', dialog)
    await said('3 of 3', dialog)
    await press('Create Season', dialog)
    await gone(dialog)
    await said('3 players', card('Spring Cup'))
  })

  test('picks are hidden from admins when a season is created, and shown with a reason', async () => {
    await openSeasons()
    await press('+ Create Season')
    const dialog = dialogOf('Create Season')
    await fill('Season name', 'Fair Cup', dialog)
    expect((await box('Hide picks from admins', dialog)).checked).toBe(true)
    expect((await field('Commissioner', dialog)).value).toBe('Connie')
    await press('Create Season', dialog)
    await gone(dialog)
    await said('Picks hidden', card('Fair Cup'))
    await choose('More for Fair Cup', 'Show Picks to Admins')
    const unseal = dialogOf('Show the picks of Fair Cup to admins?')
    await press('Show Picks to Admins', unseal)
    expect(await problemOf('Reason', unseal)).toBe('Please give a reason')
    await fill('Reason', 'Nobody of us plays', unseal)
    await press('Show Picks to Admins', unseal)
    await gone(unseal)
    await choose('More for Fair Cup', 'Hide Picks from Admins')
    await press('Hide Picks from Admins', dialogOf('Hide the picks of Fair Cup from admins?'))
    await said('Picks of Fair Cup are hidden from admins')
    await said('Picks hidden', card('Fair Cup'))
    const { id } = (await done(league.admin.get('/admin/seasons'))).find(
      ({ name }: { name: string }) => name === 'Fair Cup',
    )
    await done(league.admin.post(`/admin/seasons/${id}/soft-delete`))
    await done(league.admin.delete(`/admin/seasons/${id}/permanent`, { confirmation: 'PERMANENT DELETE' }))
  })

  test('a season is not created before the others are known: it would be proposed as the default one', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    answering('GET', '/admin/seasons', async () => {
      await held
      return Response.json(await done(league.admin.get('/admin/seasons')))
    })
    await openSeasons()
    expect(await button('+ Create Season')).toHaveProperty('disabled', true)
    letGo()
    await press('+ Create Season')
    expect((await box('Default season', anyDialog)).checked).toBe(false)
  })

  test('another season becomes the default one', async () => {
    await openSeasons()
    await said('Default', card('Family Cup'))
    await choose('More for Summer Cup', 'Set as Default')
    await said('The home page now opens with Summer Cup')
    await said('Default', card('Summer Cup'))
    expect(within(await found(card('Family Cup'))).queryByText('Default')).toBeNull()
    await open('/')
    await screen.findByRole('heading', { name: 'Summer Cup' })
    await openSeasons()
    await choose('More for Family Cup', 'Set as Default')
    await said('Default', card('Family Cup'))
  })

  test('a season rests and comes back', async () => {
    await openSeasons()
    await choose('More for Summer Cup', 'Deactivate')
    await said('Inactive', card('Summer Cup'))
    await open('/admin/rounds', league.admin)
    await press('Add the First Sport')
    const offered = within(await field('Season', anyDialog)).getAllByRole('option')
    expect(offered.map(spaced)).toEqual(['Select a season', 'Spring Cup', 'Family Cup'])
    await openSeasons()
    await choose('More for Summer Cup', 'Activate')
    await within(await found(card('Summer Cup'))).findByText('Active')
  })

  test('deleting needs the exact name and the box', async () => {
    await openSeasons()
    await choose('More for Summer Cup', 'Delete Season')
    const dialog = dialogOf('Delete Summer Cup?')
    await said('If a sport is open, active participants get a mail about it.', dialog)
    const [typed, confirmed] = ['Type Summer Cup to confirm', 'Yes, delete this season']
    await press('Delete Season', dialog)
    expect(await problemOf(typed, dialog)).toBe('Season name does not match!')
    expect(await problemOf(confirmed, dialog)).toBe(BOX)
    await fill(typed, 'summer cup', dialog)
    await tick(confirmed, dialog)
    await press('Delete Season', dialog)
    expect(await problemOf(typed, dialog)).toBe('Season name does not match!')
    await fill(typed, 'Summer Cup', dialog)
    await tick(confirmed, dialog)
    await press('Delete Season', dialog)
    expect(await problemOf(confirmed, dialog)).toBe(BOX)
    await tick(confirmed, dialog)
    await press('Delete Season', dialog)
    await gone(dialog)
    await said('Deleted on', card('Summer Cup'))
  })

  test('a deleted season is restored, and deleted again', async () => {
    await openSeasons()
    await press('Restore Summer Cup')
    await button('Edit Summer Cup')
    await choose('More for Summer Cup', 'Delete Season')
    const dialog = dialogOf('Delete Summer Cup?')
    await fill('Type Summer Cup to confirm', 'Summer Cup', dialog)
    await tick('Yes, delete this season', dialog)
    await press('Delete Season', dialog)
    await button('Restore Summer Cup')
  })

  test('a secondary admin can restore, but not delete for good', async () => {
    const dana = await league.addAdmin('Dana')
    await open('/admin/seasons', await league.signInByMail(dana.email))
    await said('Contact Main Admin to permanently delete', card('Summer Cup'))
    await button('Restore Summer Cup')
    expect(screen.queryAllByRole('button', { name: /Delete Permanently/ })).toEqual([])
  })

  test('for good needs the exact words and the box', async () => {
    await openSeasons()
    await press('Delete Permanently Summer Cup')
    const dialog = dialogOf('Delete Summer Cup permanently?')
    const typed = 'Type PERMANENT DELETE to confirm'
    await fill(typed, 'permanent delete', dialog)
    await press('Delete Permanently', dialog)
    expect(await problemOf(typed, dialog)).toBe('You must type "PERMANENT DELETE" exactly!')
    expect(await problemOf(UNDERSTOOD, dialog)).toBe(BOX)
    await fill(typed, 'PERMANENT DELETE', dialog)
    await tick(UNDERSTOOD, dialog)
    await press('Delete Permanently', dialog)
    await gone(dialog)
    await gone(card('Summer Cup'))
    await openSeasons()
    await said('No deleted seasons.')
  })

  test('a season ends, takes no changes, and is opened again', async () => {
    await openSeasons()
    await choose('More for Spring Cup', 'End Season')
    await press('End Season', dialogOf('End Spring Cup?'))
    const ended = dialogOf('Spring Cup has ended')
    await said('winners', ended)
    await press('Done', ended)
    await within(await found(card('Spring Cup'))).findByText('Ended')
    expect(screen.queryByRole('button', { name: 'Edit Spring Cup' })).toBeNull()
    await press('Reopen Spring Cup')
    const reopen = dialogOf('Reopen Spring Cup?')
    await press('Reopen', reopen)
    expect(await problemOf('Reason', reopen)).toBe('Please give a reason')
    await fill('Reason', 'A protest', reopen)
    await press('Reopen', reopen)
    await said('Spring Cup is open again')
    await within(await found(card('Spring Cup'))).findByText('Active')
  })

  test('those who share a place all win', async () => {
    const { admin, playerIds } = league
    const values = { ...FAMILY_CUP, name: 'Tied Cup', participantIds: playerIds }
    const seasonId = (await done(admin.post('/admin/seasons', values))).id
    const roundId = await league.openRound({ seasonId })
    for (const [index, userId] of playerIds.entries()) {
      await done(admin.post('/admin/picks', { userId, roundId, picks: [index < 2 ? 'Reds' : 'Blues'] }))
    }
    league.clock.advance(60_000)
    await done(admin.post(`/admin/rounds/${roundId}/lock`))
    await openSeasons()
    await choose('More for Tied Cup', 'End Season')
    const asked = dialogOf('End Tied Cup?')
    await said('Complete, cancel or delete these sports first:', asked)
    const unfinished = asked()
    expect(within(unfinished).getAllByRole('listitem').map(spaced)).toEqual([
      'Football: locked, no result yet, 3 picks',
    ])
    expect(within(unfinished).queryByRole('button', { name: 'End Season' })).toBeNull()
    await done(admin.post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: 'Reds' }))
    await openSeasons()
    await choose('More for Tied Cup', 'End Season')
    await press('End Season', dialogOf('End Tied Cup?'))
    const ended = await found(dialogOf('Tied Cup has ended'))
    expect(within(ended).getAllByRole('listitem').map(spaced)).toEqual([
      '#1 Ann 6 pts',
      '#1 Bob 6 pts',
      '#3 Cleo 1 pts',
    ])
  })
})
