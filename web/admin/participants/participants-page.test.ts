import { within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import {
  anyDialog,
  box,
  card,
  dialogOf,
  fill,
  follow,
  gone,
  lines,
  press,
  said,
  tick,
} from '../../testing/interactions.ts'
import { leagueBehindScreens, open, refusing } from '../../testing/screen.tsx'

describe('the participants of a season', () => {
  const league = leagueBehindScreens(async () => {
    const started = await aLeague().withPlayers('Ann', 'Bob', 'Cleo').withSeason().withDraft().start()
    for (const name of ['Dmitri', 'Eve']) {
      await done(started.admin.post('/admin/users', { name, email: `${name.toLowerCase()}@example.com` }))
    }
    return started
  })

  test('they are added one by one, removed, and added all at once', async () => {
    await open('/admin/seasons', league.admin)
    await follow('Participants of Family Cup')
    const names = () => lines('rowheader')
    expect(await names()).toEqual(['Ann', 'Bob', 'Cleo'])
    await press('Add Participant')
    const dialog = dialogOf('Add Participant')
    await tick('Dmitri', dialog)
    await press('Add', dialog)
    await gone(dialog)
    expect(await names()).toEqual(['Ann', 'Bob', 'Cleo', 'Dmitri'])
    await press('Remove Dmitri')
    await press('Remove', dialogOf('Remove Dmitri?'))
    await said('Dmitri is out of Family Cup')
    expect(await names()).toEqual(['Ann', 'Bob', 'Cleo'])
    await press('Add All Players')
    const all = dialogOf('Add All Players')
    await said('New in Family Cup: Dmitri, Eve.', all)
    await said('No sport is open, so nobody gets a mail now.', all)
    await press('Cancel', all)
    await gone(all)
    expect(await names()).toEqual(['Ann', 'Bob', 'Cleo'])
    await league.openRound()
    await press('Add All Players')
    await said('2 players get a mail with a pick link now, for each open sport: Football.', all)
    await press('Add 2 Players', all)
    await said('2 players added')
    expect(await names()).toEqual(['Ann', 'Bob', 'Cleo', 'Dmitri', 'Eve'])
    await press('Add All Players')
    await said('All active players are already in.', all)
    await press('Cancel', all)
    await follow('← Back to Seasons')
    await said('5 players', card('Family Cup'))
  })

  test('one is found among them, and several leave and come back each after one command', async () => {
    await open(`/admin/seasons/${league.seasonId}`, league.admin)
    await fill('Search participants', 'clé')
    await said('1 of 5 shown')
    expect(await lines('rowheader')).toEqual(['Cleo'])
    await fill('Search participants', '')
    await tick('Bob')
    await tick('Cleo')
    await said('2 selected')
    await press('Remove from Season')
    const dialog = dialogOf('Remove 2 participants?')
    await said('Bob, Cleo are no longer in the standings of Family Cup', dialog)
    await press('Remove', dialog)
    await said('2 participants are out of Family Cup')
    expect(await lines('rowheader')).toEqual(['Ann', 'Dmitri', 'Eve'])
    await press('Add Participant')
    await tick('Bob', anyDialog)
    await tick('Cleo', anyDialog)
    await press('Add 2 Players', anyDialog)
    await said('2 players added')
    expect(await lines('rowheader')).toEqual(['Ann', 'Bob', 'Cleo', 'Dmitri', 'Eve'])
  })

  test.each([
    ['POST', 'participants/bulk', 'Add Participant', 'Failed to add participant'],
    ['POST', 'participants/bulk', 'Add All Players', 'Failed to add all participants'],
    ['POST', 'participants/bulk/remove', 'Remove Ann', 'Failed to remove participant'],
  ])('a server that refuses %s %s without a reason', async (method, path, button, text) => {
    await done(league.admin.post('/admin/users', { name: `New ${button}`, email: '' }))
    await open(`/admin/seasons/${league.seasonId}`, league.admin)
    refusing(method, `/admin/season-participants/*/${path}`)
    await press(button)
    if (button === 'Add Participant') {
      await userEvent.click(await box(`New ${button}`, anyDialog))
      await press('Add', anyDialog)
    }
    if (button === 'Add All Players') await press('Add 2 Players', anyDialog)
    if (button === 'Remove Ann') await press('Remove', anyDialog)
    await said(text)
  })

  test('among many newcomers some are found by typing, and those found are chosen at once', async () => {
    for (let number = 1; number <= 13; number++) {
      await done(league.admin.post('/admin/users', { name: `Newcomer ${number}`, email: '' }))
    }
    await done(league.admin.post('/admin/users', { name: 'Zoé', email: '' }))
    await done(league.admin.post('/admin/users', { name: 'Zoë', email: '' }))
    await open(`/admin/seasons/${league.seasonId}`, league.admin)
    await press('Add Participant')
    const dialog = dialogOf('Add Participant')
    await said('0 of 18 chosen', dialog)
    await fill('Search players', 'zoe', dialog)
    await gone(() => within(dialog()).getByText('Newcomer 1'))
    await press('Select All Shown', dialog)
    await said('2 of 18 chosen', dialog)
    await fill('Search players', '', dialog)
    await box('Newcomer 13', dialog)
    await press('Add 2 Players', dialog)
    await said('2 players added')
  })
})
