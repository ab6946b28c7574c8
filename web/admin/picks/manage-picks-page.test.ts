import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { OSCARS } from '../../../tests/support/league/examples.ts'
import {
  abandon,
  anyDialog,
  choose,
  dialogOf,
  field,
  fill,
  follow,
  gone,
  press,
  problemOf,
  said,
  select,
  spaced,
} from '../../testing/interactions.ts'
import { leagueBehindScreens, open, refusing } from '../../testing/screen.tsx'

describe('managing picks', () => {
  const league = leagueBehindScreens(async () => {
    const started = await aLeague()
      .withPlayers('Ann', 'Bob', { name: 'Cleo', email: null })
      .withSeason()
      .withRound()
      .withRound(OSCARS)
      .start()
    started.clock.advance(60_000)
    return started
  })
  const openPicks = async (sport: string) => {
    await open('/admin/manage-picks', league.admin)
    await select('Sport', sport)
  }
  const sportShown = async () => {
    const { selectedOptions } = (await field('Sport')) as HTMLElement as HTMLSelectElement
    return selectedOptions[0]?.text
  }
  const picks = async () => {
    const rows = (await screen.findByRole('table', { name: 'Picks' })).querySelectorAll('tr')
    return [...rows].map((row) => {
      const [player, pick] = [...row.querySelectorAll('th, td')]
      return [spaced(player?.firstElementChild ?? (player as Element)), spaced(pick as Element)]
    })
  }

  test('a pick from the list is entered for a player without an address', async () => {
    await openPicks('Football')
    expect(await picks()).toEqual([
      ['Player', 'Pick'],
      ['Ann', 'No pick'],
      ['Bob', 'No pick'],
      ['Cleo', 'No pick'],
    ])
    await press('Enter Pick: Cleo')
    const dialog = dialogOf('Enter the Pick of Cleo')
    await press('Save Pick', dialog)
    expect(await problemOf('Pick', dialog)).toBe('Please enter a pick')
    await select('Pick', 'Blues', dialog)
    await press('Save Pick', dialog)
    await gone(dialog)
    await said('The pick of Cleo is saved')
    expect((await picks())[3]).toEqual(['Cleo', 'Blues Entered by an admin'])
  })

  test('a pick is corrected, also after the lock', async () => {
    const [football] = league.roundIds
    await done(league.admin.post(`/admin/rounds/${football}/lock`))
    league.clock.advance(60_000)
    await openPicks('Football')
    await press('Edit Pick: Cleo')
    const dialog = dialogOf('Edit the Pick of Cleo')
    await said('Football has locked. You can still enter a pick.', dialog)
    expect((await field('Pick', dialog)).value).toBe('Blues')
    await select('Pick', 'Reds', dialog)
    await press('Save Pick', dialog)
    expect(await problemOf('Reason', dialog)).toBe('Please give a reason')
    await fill('Reason', 'Cleo called before the lock', dialog)
    await press('Save Pick', dialog)
    await gone(dialog)
    expect((await picks())[3]).toEqual(['Cleo', 'Reds Entered by an admin after the lock'])
  })

  test('a late pick that a player asked for is entered with what was asked, and why', async () => {
    const lockTime = '2027-01-10T12:30:00.000Z'
    const tieBreak = { question: 'How many goals fall?', unit: 'goals' }
    const roundId = await league.openRound({ sportName: 'Judo', lockTime, tieBreak })
    await league.lockAt(lockTime)
    league.clock.set('2027-01-10T12:34:00.000Z')
    const link = league.tokenFor(roundId, league.idOf('Bob'))
    await done(league.visitor.post(`/picks/${link}/ask-late`, { picks: ['Blues'], guess: 3 }))
    await openPicks('Judo')
    const asked = 'Asked 4 minutes after the lock, when picks were public'
    await expect.poll(async () => (await picks())[2]).toEqual(['Bob', `No pick ${asked}: Blues (guess: 3)`])
    await press('Enter the Late Pick: Bob')
    const dialog = dialogOf('Enter the Pick of Bob')
    expect((await field('Pick', dialog)).value).toBe('Blues')
    expect((await field(tieBreak.question, dialog)).value).toBe('3')
    expect((await field('Reason', dialog)).value).toBe(asked)
    await press('Save Pick', dialog)
    await gone(dialog)
    expect((await picks())[2]).toEqual(['Bob', 'Blues Entered by an admin after the lock'])
    expect(screen.queryByRole('button', { name: 'Enter the Late Pick: Bob' })).toBeNull()
    await done(league.admin.post(`/admin/rounds/${roundId}/soft-delete`))
  })

  test('who has not picked is one choice away, and one player a few letters', async () => {
    await openPicks('Football')
    await said('Not picked (2)')
    await said('Picked (1)')
    await select('Show', 'Not picked')
    expect(await picks()).toEqual([
      ['Player', 'Pick'],
      ['Ann', 'No pick'],
      ['Bob', 'No pick'],
    ])
    await said('2 of 3 shown')
    await select('Show', 'All players')
    await fill('Search players', 'CLÉ')
    expect((await picks()).slice(1).map(([player]) => player)).toEqual(['Cleo'])
    await fill('Search players', '')
    await select('Sort by', 'Pick')
    expect((await picks()).slice(1).map(([player]) => player)).toEqual(['Cleo', 'Ann', 'Bob'])
    await fill('Search players', 'Zoe')
    await said('No players found.')
  })

  test('picks in own words need the first one, blanks are dropped', async () => {
    await openPicks('Oscars')
    await press('Enter Pick: Ann')
    const dialog = dialogOf('Enter the Pick of Ann')
    await press('Save Pick', dialog)
    expect(await problemOf('Pick 1', dialog)).toBe('Please enter at least one pick')
    await fill('Pick 3 (optional)', 'Barbie', dialog)
    await press('Save Pick', dialog)
    await expect.poll(() => problemOf('Pick 1', dialog)).toBe('Please enter a pick')
    await fill('Pick 1', ' Dune ', dialog)
    await press('Save Pick', dialog)
    await gone(dialog)
    expect((await picks())[1]).toEqual(['Ann', 'Dune Barbie Entered by an admin'])
  })

  test('picks with names are entered under them, and need the first one too', async () => {
    await league.openRound({
      ...{ ...OSCARS, sportName: 'World Cup', lockTime: '2027-08-20T19:00:00Z' },
      slotNames: ['Champion', 'Runner-up', 'Golden Boot'],
    })
    await openPicks('World Cup')
    await press('Enter Pick: Ann')
    await fill('Golden Boot (optional)', 'Kane', anyDialog)
    await press('Save Pick', anyDialog)
    expect(await problemOf('Champion', anyDialog)).toBe('Please enter a pick')
    await fill('Champion', 'Spain', anyDialog)
    await press('Save Pick', anyDialog)
    await gone(anyDialog)
    expect((await picks())[1]).toEqual(['Ann', 'Champion: Spain Golden Boot: Kane Entered by an admin'])
    await press('Edit Pick: Ann')
    expect((await field('Golden Boot (optional)', anyDialog)).value).toBe('Kane')
    expect((await field('Runner-up (optional)', anyDialog)).value).toBe('')
    await press('Cancel', anyDialog)
    await gone(anyDialog)
  })

  test('the same words twice are two picks', async () => {
    await openPicks('Oscars')
    await press('Enter Pick: Bob')
    const dialog = dialogOf('Enter the Pick of Bob')
    await fill('Pick 1', 'Dune', dialog)
    await fill('Pick 2 (optional)', 'Oppenheimer', dialog)
    await press('Save Pick', dialog)
    await gone(dialog)
    await press('Edit Pick: Bob')
    const edit = dialogOf('Edit the Pick of Bob')
    expect((await field('Pick 2 (optional)', edit)).value).toBe('Oppenheimer')
    await fill('Pick 2 (optional)', '', edit)
    await press('Save Pick', edit)
    expect(await problemOf('Reason', edit)).toBe('Please give a reason')
    await fill('Reason', 'Bob changed his mind', edit)
    await press('Save Pick', edit)
    await gone(edit)
    expect((await picks())[2]).toEqual(['Bob', 'Dune Entered by an admin'])
  })

  test('a refused pick says why', async () => {
    await openPicks('Oscars')
    refusing('POST', '/admin/picks')
    await press('Enter Pick: Cleo')
    await fill('Pick 1', 'Dune', anyDialog)
    await press('Save Pick', anyDialog)
    await said('Failed to save pick')
  })

  test('picks that cannot be loaded', async () => {
    refusing('GET', '/admin/leaderboard/season/*')
    await openPicks('Oscars')
    await said('Failed to load round data')
  })

  test('the sport on the screen stays when another becomes more urgent', async () => {
    const golf = await league.openRound({ ...OSCARS, sportName: 'Golf', lockTime: '2027-07-30T19:00:00Z' })
    await open('/admin/manage-picks', league.admin)
    expect(await sportShown()).toBe('Golf')
    await press('Enter Pick: Ann')
    await fill('Pick 1', 'Dune', anyDialog)
    league.clock.advance(60_000)
    await done(league.admin.post(`/admin/rounds/${golf}/lock`))
    window.dispatchEvent(new Event('focus'))
    await said('Golf has locked.', anyDialog)
    expect((await field('Pick 1', anyDialog)).value).toBe('Dune')
    await abandon(anyDialog)
    expect(await sportShown()).toBe('Golf')
  })

  test('a completed sport takes no picks', async () => {
    const [football] = league.roundIds
    await done(league.admin.post(`/admin/rounds/${football}/complete`, { firstPlaceTeam: 'Reds' }))
    await openPicks('Football')
    await said('This sport is completed. Unlock it to correct a pick.')
    expect(screen.queryAllByRole('button', { name: /(Enter|Edit) Pick/ })).toEqual([])
    await follow('Go to Sports')
    await choose('More for Football', 'Unlock')
  })
})
