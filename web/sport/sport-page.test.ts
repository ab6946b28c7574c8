import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { done } from '../../tests/support/http.ts'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { cells, follow, press, said, spaced, textOf, wholePage } from '../testing/interactions.ts'
import { address, leagueBehindScreens, open } from '../testing/screen.tsx'

/** How wide each bar is, and what is written on it. */
const bars = () =>
  waitFor(() => {
    const found = [...document.querySelectorAll('.bars > li')]
    expect(found).not.toEqual([])
    return found.map((bar) => `${bar.querySelector('svg')?.getAttribute('width')} ${spaced(bar)}`)
  })

describe('the page of a sport', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob', 'Cleo', 'Dan', 'Eve')
      .withSeason()
      .withRound({ sportName: 'Football', lockTime: '2027-02-01T12:00:00Z' })
      .withPicks({ Ann: ['Reds'], Bob: ['Reds'], Cleo: ['Reds'], Dan: ['Blues'] })
      .withRound({
        ...{ sportName: 'Oscars', lockTime: '2027-02-01T20:00:00Z' },
        ...{ pickType: 'multiple', numWriteInPicks: 2, slotNames: ['Film', 'Actor'] },
      })
      .withPicks({ Ann: ['Dune', 'Kane'], Bob: ['  dune', 'Li'] })
      .start(),
  )
  const pageOf = (at: number) => `/seasons/${league.seasonId}/sports/${league.roundIds[at]}`

  test('says before the lock when it comes, what it is worth and how many have picked, and not what', async () => {
    await done(league.admin.put(`/admin/rounds/${league.roundIds[0]}/weight`, { weight: 2 }))
    await open(pageOf(0))
    await said('Counts double · up to 12 points')
    await said(/They lock Mon, Feb 1, 2027/)
    await said('Have picked4 of 5')
    await said('After the lock this page shows what everybody picked.')
    expect(textOf(wholePage())).not.toMatch(/Reds|Blues/)
    expect(document.title).toBe('Football · Go Make Your Picks')
  })

  test('shows after the lock what everybody picked, with a star for the only pick of its kind', async () => {
    await league.lockAt('2027-02-01T20:00:01.000Z')
    await open(pageOf(0))
    expect(await bars()).toEqual(['75% Reds Ann , Bob and Cleo 3', '25% Blues ★ only Dan 1'])
    await said('4 of 5 picked')
    await said('Without a pick: Eve.')
    await said('Locked since')
    await waitFor(() => within(wholePage()).getByText('Seal'))
    await follow('Dan')
    expect(address()).toBe(`${pageOf(0)}/players/${league.idOf('Dan')}`)
    await follow('What Everybody Picked')
    expect(address()).toBe(pageOf(0))
  })

  test('counts each write-in by itself, however it is spelled', async () => {
    await open(pageOf(1))
    expect(await bars()).toEqual(['100% Dune Ann and Bob 2', '50% Kane ★ only Ann 1', '50% Li ★ only Bob 1'])
    expect(screen.getAllByRole('heading', { level: 3 }).map(textOf)).toEqual(['Film', 'Actor'])
  })

  test('home shows the last lock until the result, and what locked within a day of it', async () => {
    await open('/')
    await screen.findByRole('heading', { name: 'Oscars' })
    expect(await bars()).toEqual(['100% Dune 2'])
    await said('2 of 5 picked, 2 more to see.')
    const [locked] = await screen.findAllByText('Locked', { selector: 'thead *' })
    expect(locked?.closest('[translate="no"]')).toBeNull()
    await press('Sport that locked earlier')
    await screen.findByRole('heading', { name: 'Football' })
    expect((await screen.findByText('2 of 2')).role).toBe('status')
    const atTheLast = screen.getByRole('button', { name: 'Sport that locked earlier' })
    expect([document.activeElement, atTheLast.ariaDisabled]).toEqual([atTheLast, 'true'])
    await press('Sport that locked earlier')
    await waitFor(async () => expect(await bars()).toEqual(['75% Reds 3', '25% Blues ★ only Dan 1']))
    await follow('What everybody picked')
    expect(address()).toBe(pageOf(0))
  })

  test('says after the result who won, who called it, what it changed, and the points of everybody', async () => {
    const [football, oscars] = league.roundIds
    const scores = ['Ann', 'Bob'].map((name) => ({ userId: league.idOf(name), placement: 'first' }))
    await done(
      league.admin.post(`/admin/rounds/${oscars}/complete`, {
        ...{ firstPlaceTeam: 'Dune', rightAnswers: [['Dune'], ['Kane']], manualScores: scores },
      }),
    )
    await done(
      league.admin.post(`/admin/rounds/${football}/complete`, {
        firstPlaceTeam: 'Blues',
        thirdPlaceTeam: 'Greens',
      }),
    )
    await open(pageOf(0))
    await said('1stBlues')
    await said('3rdGreens')
    expect(await screen.findByText('3rd')).toHaveProperty('dataset.rank', '3')
    await said('Dan picked the winner.')
    await said('Of the placed teams, the fewest picked Blues.')
    await said('Dan climbed most: 2 places.')
    expect(await cells('Points and ranks')).toEqual([
      ['Player', 'Change of rank', 'Points'],
      ['DanBlues', '#3 → #1 ▲2', '+12'],
      ['AnnReds', '#1 → #2 ▼1', '+2'],
      ['BobReds', '#1 → #2 ▼1', '+2'],
      ['CleoReds', '#3 → #4 ▼1', '+2'],
    ])
    await open('/')
    await screen.findByRole('heading', { name: 'Leaderboard' })
    expect(document.querySelectorAll('.bars')).toHaveLength(0)
    await follow('Football ×2 (Blues)')
    expect(address()).toBe(pageOf(0))
  })

  test('statistics say how bold each player picks, and the page of a player says it too', async () => {
    await open('/statistics')
    const [head, dan, ann, ...others] = await cells('Statistics')
    const figures = ['Boldness', 'Winners picked', 'Average place', 'Longest run', 'Missing picks']
    expect(head).toEqual(['Player', ...figures, 'Best call'])
    expect(dan).toEqual(['Dan', '75%', '1 of 2', '1.0', '1', '1', 'Blues alone'])
    expect(ann).toEqual(['Ann', '25%', '1 of 2', '3.5', '2', '0', 'Film: Dune, Actor: Kane with 1 other'])
    expect(others.map(([name, boldness]) => `${name} ${boldness}`)).toEqual(['Bob 25%', 'Cleo 25%', 'Eve –'])
    await follow('Blues')
    expect(address()).toBe(pageOf(0))
    await open(`/players/${league.idOf('Dan')}`)
    await said('Boldness75%Average place1.0Longest run1Missing picks1')
    await said('Best call: Blues alone.')
  })

  test('the last result is told on home and on its page', async () => {
    const recap = /Only Dan had Blues, the winner of Football\./
    for (const path of ['/', pageOf(0)]) {
      await open(path)
      await said(recap)
    }
    await open(pageOf(1))
    await said('What everybody picked')
    expect(textOf(wholePage())).not.toMatch(recap)
  })

  test('of a cancelled sport keeps what was picked, and says that it gives no points', async () => {
    const { admin, clock, seasonId } = league
    const lockTime = new Date(clock.now()).getTime() + 86_400_000
    const sport = { seasonId, sportName: 'Rugby', pickType: 'single', teams: ['Reds'], timezone: 'UTC' }
    const { id } = await done(
      admin.post('/admin/rounds', { ...sport, lockTime: new Date(lockTime).toISOString() }),
    )
    await open(`/seasons/${seasonId}/sports/${id}`)
    await said('Sport not found')
    await done(admin.post(`/admin/rounds/${id}/activate`))
    await done(admin.post(`/admin/rounds/${id}/cancel`, { reason: 'Rain' }))
    await open(`/seasons/${seasonId}/sports/${id}`)
    await said('It gives no points. Picks stay hidden')
  })

  test.each(['/seasons/1/sports/999', '/seasons/999/sports/1', '/seasons/x/sports/1'])(
    '%s is no sport',
    async (path) => {
      await open(path)
      await said('There is no such sport in this season.')
    },
  )
})
