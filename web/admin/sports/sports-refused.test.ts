import { within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import {
  anyDialog,
  choose,
  fill,
  fillMoment,
  found,
  press,
  said,
  select,
} from '../../testing/interactions.ts'
import { leagueBehindScreens, open, refusing } from '../../testing/screen.tsx'

describe('a server that refuses without a reason', () => {
  const league = leagueBehindScreens(async () => {
    const started = await aLeague()
      .withPlayers('Ann', 'Bob', { name: 'Cleo', email: null })
      .withSeason()
      .withDraft({ sportName: 'draft' })
      .withRound({ sportName: 'active' })
      .withRound({ sportName: 'locked' })
      .withRound({ sportName: 'completed' })
      .withDraft({ sportName: 'deleted' })
      .start()
    const { admin, clock, roundIds } = started
    const [, , locked, completed, deleted] = roundIds
    await done(admin.post(`/admin/rounds/${deleted}/soft-delete`))
    clock.advance(60_000)
    for (const id of [locked, completed]) await done(admin.post(`/admin/rounds/${id}/lock`))
    await done(admin.post(`/admin/rounds/${completed}/complete`, { firstPlaceTeam: 'Reds' }))
    return started
  })
  /** `Edit: draft` is in a menu, the action that a state asks for is a button. */
  const act = (opening: string) => {
    const [, item, name] = /^(Edit|Send Reminder|Unlock|Delete): (.+)$/.exec(opening) ?? []
    return item ? choose(`More for ${name}`, item) : press(opening)
  }
  const openSports = () => open('/admin/rounds', league.admin)

  test.each([
    [
      'Activate & Send Links: draft',
      'POST',
      '/activate',
      'Activate & Send Links',
      'Failed to activate round',
    ],
    ['Edit: draft', 'PUT', '', 'Save', 'Failed to update round'],
    ['Send Reminder: active', 'POST', '/send-reminder', 'Send Reminder', 'Failed to send reminder'],
    ['Lock Now: active', 'POST', '/lock', 'Lock Now', 'Failed to lock sport'],
    ['Unlock: completed', 'POST', '/unlock', 'Unlock', 'Failed to unlock round'],
    ['Restore deleted', 'POST', '/restore', null, 'Failed to restore sport'],
  ])('%s', async (opening, method, path, button, text) => {
    await openSports()
    refusing(method, `/admin/rounds/*${path}`)
    await act(opening)
    if (button === 'Save') await fill('Email message', 'Choose soon', anyDialog)
    if (button === 'Unlock' || button === 'Lock Now') await fill('Reason', 'Try', anyDialog)
    if (button) await press(button, anyDialog)
    await said(text)
  })

  test('a result that is not taken', async () => {
    await openSports()
    refusing('POST', '/admin/rounds/*/complete')
    await press('Complete & Score: locked')
    await select('Champion (1st Place)', 'Reds', anyDialog)
    await press('Show What Changes', anyDialog)
    await press('Complete & Score', anyDialog)
    await said('Failed to complete round', anyDialog)
  })

  test.each([
    ['Delete: draft', 'POST', '*/soft-delete', 'draft', 'Delete Sport', 'Failed to delete sport'],
    [
      'Delete Permanently deleted',
      'DELETE',
      '*/permanent',
      'PERMANENT DELETE',
      'Delete Permanently',
      'Failed to permanently delete sport',
    ],
  ])('%s', async (opening, method, path, typed, button, text) => {
    await openSports()
    refusing(method, `/admin/rounds/${path}`)
    await act(opening)
    await fill(`Type ${typed} to confirm`, typed, anyDialog)
    await userEvent.click(within(await found(anyDialog)).getByRole('checkbox'))
    await press(button, anyDialog)
    await said(text, anyDialog)
  })

  test('a sport that is not created', async () => {
    await openSports()
    refusing('POST', '/admin/rounds')
    await press('+ Add Sport')
    await fill('Sport name', 'Darts', anyDialog)
    await fillMoment('Lock time', '2027-08-01T19:00', anyDialog)
    await press('Add Sport', anyDialog)
    await said('Failed to create round', anyDialog)
  })

  test('the details of a sport that cannot be loaded', async () => {
    await openSports()
    refusing('GET', '/admin/rounds/*')
    await choose('More for draft', 'Edit')
    await said('Failed to load round details', anyDialog)
  })
})
