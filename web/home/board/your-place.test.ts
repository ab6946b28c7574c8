import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { press, said } from '../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('the device of a player', () => {
  const league = leagueBehindScreens(() =>
    aLeague().withPlayers('Ann', 'Bob').withSeason().withRound().start(),
  )
  const openLinkOf = async (player: string) => {
    await open(`/pick/${league.tokenFor(league.roundId, league.idOf(player))}`)
    await screen.findByRole('region', { name: 'Lock time' })
  }
  const kept = () => JSON.parse(localStorage.getItem('player') ?? '{}').state
  const rowOf = (name: RegExp) => screen.findByRole('row', { name })

  test('knows whose link it opened, by an id alone', async () => {
    await openLinkOf('Ann')
    await waitFor(() => expect(kept()).toEqual({ userId: league.idOf('Ann') }))
  })

  test('marks the row of that player and nobody else, until told otherwise', async () => {
    await openLinkOf('Ann')
    await open('/')
    within(await rowOf(/Ann/)).getByText('(you)')
    expect(within(await rowOf(/Bob/)).queryByText('(you)')).toBeNull()
    await said(/You are Ann/)
    await press('Not you?')
    await waitFor(() => expect(screen.queryByText('(you)')).toBeNull())
    expect(kept()).toEqual({ userId: null })
  })

  test('marks nobody in a season without that player', async () => {
    await openLinkOf('Bob')
    await done(
      league.admin.delete(`/admin/season-participants/${league.seasonId}/participants/${league.idOf('Bob')}`),
    )
    await open('/')
    await rowOf(/Ann/)
    expect(screen.queryByText(/You are/)).toBeNull()
  })
})
