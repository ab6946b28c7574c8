import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { dialogOf, found, gone, said } from '../../testing/interactions.ts'
import { answering, leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('how points came about', () => {
  leagueBehindScreens(async () => {
    const started = await aLeague()
      .withPlayers('Ann', 'Bob', 'Cleo')
      .withSeason()
      .withRound()
      .withPicks({ Ann: ['Reds'], Bob: ['Greens'] })
      .start()
    const { admin, clock, roundId } = started
    const change = (what: string, body: object) => done(admin.post(`/admin/rounds/${roundId}/${what}`, body))
    clock.advance(60_000)
    await change('lock', {})
    await change('complete', { firstPlaceTeam: 'Reds' })
    await change('unlock', { reason: 'Wrong champion' })
    await change('complete', { firstPlaceTeam: 'Blues', reason: 'Checked it' })
    return started
  })

  /** The chart needs a canvas, which only appears with points. */
  async function openBoard() {
    answering('GET', '/public/leaderboard/season/*/graph', () => Response.json([]))
    await open('/')
    return screen.findByRole('region', { name: 'Leaderboard, scrolls sideways' })
  }

  test('a cell opens to it', async () => {
    const board = await openBoard()
    await within(board).findAllByRole('img', { name: 'Result corrected' })
    await userEvent.click(within(board).getByText('Greens'))
    const dialog = dialogOf('The points of Bob')
    await said('Bob picked Greens, which did not place: 1 point', dialog)
    await said('Reason: Checked it', dialog)
  })

  test('a total opens to it by the keyboard', async () => {
    const board = await openBoard()
    const total = within(board).getByRole('button', { name: '1 pts of Ann: how they came about' })
    for (let presses = 0; presses < 40 && document.activeElement !== total; presses += 1)
      await userEvent.tab()
    expect(document.activeElement).toBe(total)
    await userEvent.keyboard('{Enter}')
    const dialog = dialogOf('The points of Ann')
    await said('Ann is #1 of 3: nobody has more than 1 point. Bob has the same points', dialog)
    await said('Points for each place: 1st 6, 2nd 5', dialog)
    await found(dialog)
    await userEvent.keyboard('{Escape}')
    await gone(dialog)
  })
})
