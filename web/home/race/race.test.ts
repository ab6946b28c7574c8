import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { lines, said, textOf, wholePage } from '../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('the race', () => {
  const league = leagueBehindScreens(() =>
    aLeague().withPlayers('Ann', 'Bob').withSeason().withRound({ sportName: 'Tennis' }).start(),
  )
  const rowOf = async (name: RegExp) => {
    const cells = within(await screen.findByRole('row', { name })).getAllByRole('cell')
    return cells.slice(-3).map((cell) => textOf(cell))
  }

  const flip = async () => userEvent.click(await screen.findByRole('switch', { name: /^Could still reach/ }))

  test('adds what each player can still reach, and what decides it once the last sport has locked', async () => {
    await open('/')
    const before = await lines('columnheader')
    await flip()
    await waitFor(async () =>
      expect((await lines('columnheader')).slice(-2)).toEqual(['Best total', 'Best rank']),
    )
    expect(await rowOf(/Ann/)).toEqual(['0 pts', '6 pts', '#1 In it'])
    await screen.findByText('Two columns were added to the leaderboard.')
    await said(/If all remaining sports of this season are played as they stand/)
    expect(textOf(wholePage())).not.toMatch(/ wins | out\b/)

    const { admin, visitor, clock, roundId, idOf, tokenFor } = league
    await done(visitor.post(`/picks/${tokenFor(roundId, idOf('Ann'))}`, { picks: ['Reds'] }))
    clock.advance(60_000)
    await done(admin.post(`/admin/rounds/${roundId}/lock`))
    await open('/')
    await flip()
    await said('Ann wins, whatever comes.')
    await screen.findByRole('list', { name: 'What decides the season' })
    expect(await rowOf(/Ann/)).toEqual(['0 pts', '6 pts', '#1 Champion'])
    expect(await rowOf(/Bob/)).toEqual(['0 pts', '0 pts', '#2'])
    await flip()
    await waitFor(async () => expect(await lines('columnheader')).toHaveLength(before.length))
  })
})
