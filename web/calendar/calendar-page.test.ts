import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { field, follow, said } from '../testing/interactions.ts'
import { answering, leagueBehindScreens, open } from '../testing/screen.tsx'

describe('the calendar', () => {
  const league = leagueBehindScreens(() => aLeague().withPlayers('Ann').withSeason().withRound().start())

  test('is one link away from the standings, to subscribe to or to copy', async () => {
    answering('GET', '/public/leaderboard/season/*/graph', () => Response.json([]))
    await open('/')
    await follow('Calendar')
    expect(location.pathname + location.search).toBe(`/calendar?season=${league.seasonId}`)
    await said(/Next locksFootball\w{3}, \w{3} \d/)
    const path = `/api/public/seasons/${league.seasonId}/calendar.ics`
    const subscribe = await screen.findByRole('link', { name: 'Subscribe' })
    expect(subscribe.getAttribute('href')).toBe(`webcal://${location.host}${path}`)
    expect((await field('Address')).value).toBe(`${location.origin}${path}`)
    expect((await league.visitor.get(path.replace('/api', ''))).text).toContain(
      'SUMMARY:Football: picks lock',
    )
  })
})
