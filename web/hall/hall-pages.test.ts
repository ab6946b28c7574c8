import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { done } from '../../tests/support/http.ts'
import { aLeague } from '../../tests/support/league/a-league.ts'
import {
  cells,
  follow,
  lines,
  press,
  said,
  select,
  textOf,
  tick,
  wholePage,
} from '../testing/interactions.ts'
import { address, answering, leagueBehindScreens, open } from '../testing/screen.tsx'

const HEAD = ['#', 'Player', 'Titles', 'Podiums', 'Share', 'Seasons', 'Best rank', 'Winners picked', 'Points']

describe('the hall of fame', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob', 'Cleo')
      .withSeason({ name: 'Family Cup 2026', yearStart: 2025, yearEnd: 2026, isDefault: true })
      .withRound()
      .withPicks({ Ann: ['Reds'], Bob: ['Reds'], Cleo: ['Blues'] })
      .withSeason({ name: 'Family Cup 2027', commissioner: 'Connie' })
      .start(),
  )
  const openHome = async () => {
    answering('GET', '/public/leaderboard/season/*/graph', () => Response.json([]))
    await open('/')
  }

  test('says before the first champion what will be here', async () => {
    await open('/champions')
    await said('Nobody has won a season yet.')
    await said('No season has ended yet.')
    expect(textOf(wholePage())).not.toContain('Since')
  })

  describe('once there are champions', () => {
    beforeAll(async () => {
      const round = `/admin/rounds/${league.roundIds[0]}`
      league.clock.advance(60_000)
      await done(league.admin.post(`${round}/lock`))
      await done(league.admin.post(`${round}/complete`, { firstPlaceTeam: 'Reds' }))
      await done(league.admin.post(`/admin/seasons/${league.seasonIds[0]}/end`))
      await done(league.admin.post('/admin/historical-champions', { name: 'Grandma Rose', endYear: 1998 }))
    })

    test('is chosen like a season, and has a plate for each year, with everybody who shares it', async () => {
      await openHome()
      await select('Select Season', 'Hall of Fame')
      expect(address()).toBe('/champions')
      await said('Since 1998')
      expect(document.title).toBe('Hall of Fame · Go Make Your Picks')
      const champions = () => screen.getByRole('list', { name: 'Champions' })
      const plates = [...champions().children].map(textOf)
      expect(plates).toEqual(['2026AnnBobFamily Cup 2026 · 6 pts Shared', '1998Grandma Rose'])
      await follow('Family Cup 2026', champions)
      expect(address()).toBe(`/?season=${league.seasonIds[0]}`)
    })

    test('is linked from the podium', async () => {
      await openHome()
      await follow('Hall of Fame', () => screen.getByRole('region', { name: 'Season Ended!' }))
      expect(address()).toBe('/champions')
    })

    test('has the title that the commissioner gave, on each page', async () => {
      await done(league.admin.put('/admin/settings', { championshipPageTitle: 'Wall of Glory' }))
      await openHome()
      await follow('Wall of Glory', () => screen.getByRole('contentinfo'))
      await said('Wall of Glory', () => screen.getByRole('heading', { level: 1 }))
      await done(league.admin.put('/admin/settings', { championshipPageTitle: 'Hall of Fame' }))
    })

    test('sums up the seasons that have ended, and those being played when asked', async () => {
      await open('/champions')
      expect(await cells('All-time table')).toEqual([
        HEAD,
        ['1', 'Ann', '11 shared', '1', '100.0%', '1', '#1', '1', '6'],
        ['1', 'Bob', '11 shared', '1', '100.0%', '1', '#1', '1', '6'],
        ['3', 'Cleo', '0', '1', '16.7%', '1', '#3', '0', '1'],
      ])
      await tick('Include seasons that are being played')
      await said('50.0%')
      expect(address()).toBe('/champions?include=running')
    })

    test('leads to the page of a player, with rank and points of each season', async () => {
      await open('/champions?include=running')
      await follow('Cleo')
      expect(address()).toBe(`/players/${league.idOf('Cleo')}`)
      await said('of 3')
      expect(document.title).toBe('Cleo · Go Make Your Picks')
      expect(await lines('definition')).toEqual(['0', '1', '2', '0'])
      const [running, ended] = await lines('listitem')
      expect(running, 'without a result nobody has a rank').toBe(
        'Family Cup 20272027 · 0 winners picked 0 pts Not ended',
      )
      expect(ended).toBe('Family Cup 20262025–2026 · 0 winners picked#3 of 3 1 pts')
    })

    test('a total in the standings leads there too', async () => {
      await openHome()
      await press('6 pts of Bob: how they came about')
      await userEvent.click(await screen.findByText('All seasons of'))
      expect(address()).toBe(`/players/${league.idOf('Bob')}`)
    })
  })

  test('draws the ranks of several seasons, and says them in words', async () => {
    const season = (year: number, rank: number) => ({
      ...{ seasonId: year, name: `Cup ${year}`, yearStart: year, yearEnd: year, rank, players: 9 },
      ...{ totalPoints: 5, championsCalled: 1, ended: true },
    })
    const seasons = [season(2026, 1), season(2025, 4)]
    answering('GET', '/public/players/1', () =>
      Response.json({ id: 1, name: 'Ann', titles: 2, podiums: 2, earlierTitles: [2019], seasons }),
    )
    await open('/players/1')
    const line = await screen.findByRole('img', { name: 'Rank over time. 2025: #4 of 9, 2026: #1 of 9.' })
    expect(line.querySelectorAll('line')).toHaveLength(1)
    await said('2019 champion before this site')
  })

  test.each(['99', 'nobody'])('says that there is no player %s, and leads on', async (id) => {
    await open(`/players/${id}`)
    await said('Player not found')
    expect(document.title).toBe('Player not found · Go Make Your Picks')
    await follow('Hall of Fame', () => screen.getByRole('main'))
    expect(address()).toBe('/champions')
  })

  test('says when the champions could not be loaded', async () => {
    answering('GET', '/public/seasons/champions', () => Response.json({ error: 'No luck' }, { status: 500 }))
    await open('/champions')
    await said('No luck')
  })
})
