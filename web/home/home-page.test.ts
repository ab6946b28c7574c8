import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { playerTint, teamTint } from '../../domain/tints.ts'
import { done } from '../../tests/support/http.ts'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { lines, press, said, textOf, wholePage } from '../testing/interactions.ts'
import { answering, asTheServerDoes, leagueBehindScreens, open } from '../testing/screen.tsx'

describe('home', () => {
  const league = leagueBehindScreens(() =>
    aLeague().withPlayers('Ann', 'Bob').withSeason().withDraft({ sportName: 'Sailing' }).withRound().start(),
  )

  test.each(['/public/seasons', '/public/leaderboard/season/*'])(
    '%s that cannot be loaded is no data, and comes when asked again',
    async (path) => {
      answering('GET', path, () => Response.json({}, { status: 500 }))
      await open('/')
      await said('No seasons or data available yet.')
      expect(textOf(wholePage())).not.toMatch(/error|could not/i)
      asTheServerDoes()
      await press('Try Again')
      await screen.findByRole('heading', { name: 'Leaderboard' })
    },
  )

  test('a pick of a sport that is open is a dash, and is shown once the sport has locked', async () => {
    const { admin, visitor, clock, roundId, idOf, tokenFor } = league
    const cellOfAnn = async () =>
      (await screen.findByRole('row', { name: /Ann/ })).querySelector('[data-sport]')?.textContent?.trim()
    await done(visitor.post(`/picks/${tokenFor(roundId, idOf('Ann'))}`, { picks: ['Reds'] }))
    await open('/')
    expect(await cellOfAnn()).toBe('-')
    const tellsOf = async (name: RegExp) => {
      const cells = within(await screen.findByRole('row', { name })).getAllByRole('img')
      return cells.map((cell) => cell.getAttribute('aria-label'))
    }
    expect(await tellsOf(/Ann/)).toEqual(['Has picked'])
    expect(await tellsOf(/Bob/)).toEqual(['Has not picked yet'])
    expect((await lines('columnheader')).slice(1, -1)).toEqual([expect.stringMatching(/locks .* 1 of 2 in$/)])
    clock.advance(60_000)
    await done(admin.post(`/admin/rounds/${roundId}/lock`))
    await open('/')
    expect(await cellOfAnn()).toBe('Reds')
    // A colour is never the only sign, and is not read aloud.
    const row = await screen.findByRole('row', { name: /^Ann Reds/ })
    expect(row.querySelector('[data-letters="An"]')?.getAttribute('data-tint')).toBe(
      `${playerTint(idOf('Ann'))}`,
    )
    expect(row.querySelector('[data-chip]')?.getAttribute('data-tint')).toBe(`${teamTint('reds')}`)
  })

  test('an address that names no season says so', async () => {
    await open('/?season=999')
    await said('There is no such season.')
    await open(`/?season=${league.seasonId}`)
    await screen.findByRole('heading', { name: 'Leaderboard' })
    expect(textOf(wholePage())).not.toContain('no such season')
  })

  test('looked at again, it is asked for past every cache', async () => {
    await open('/')
    await screen.findByRole('heading', { name: 'Leaderboard' })
    const ask = vi.spyOn(globalThis, 'fetch')
    window.dispatchEvent(new Event('focus'))
    await waitFor(() =>
      expect(ask).toHaveBeenCalledWith(
        expect.stringContaining('/leaderboard/season/'),
        expect.objectContaining({ cache: 'no-cache' }),
      ),
    )
    expect(ask.mock.calls.filter(([, how]) => how?.cache !== 'no-cache')).toEqual([])
  })

  test('the tab carries the name that the commissioner gave', async () => {
    const named = { appTitle: 'Köppel & "Sons"', appTagline: 'Who <knows>?' }
    await done(league.admin.put('/admin/settings', named))
    await open('/')
    await waitFor(() => expect(document.title).toBe(named.appTitle))
  })
})

describe('a sport that is open', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob')
      .withSeason({ picksSealed: true })
      .withRound()
      .withPicks({ Ann: ['Reds'] })
      .start(),
  )

  test('shows whose pick an admin entered, and whose one has looked at', async () => {
    const { admin, roundId, idOf } = league
    const tellsOf = async (name: RegExp) => {
      const cells = within(await screen.findByRole('row', { name })).getAllByRole('img')
      return cells.map((cell) => cell.getAttribute('aria-label'))
    }
    await done(admin.post(`/admin/rounds/${roundId}/participants/${idOf('Bob')}/link`))
    await open('/')
    expect(await tellsOf(/Bob/), 'no pick that could be seen').toEqual(['Has not picked yet'])
    const entered = { userId: idOf('Bob'), roundId, picks: ['Blues'] }
    await done(admin.post('/admin/picks', entered))
    const look = { playerIds: [idOf('Ann')], reason: 'Ann asked me' }
    await done(admin.post(`/admin/rounds/${roundId}/look`, look))
    await open('/')
    const looked = 'An admin looked at it, or copied the link'
    expect(await tellsOf(/Ann/)).toEqual(['Has picked', looked])
    expect(await tellsOf(/Bob/)).toEqual(['Has picked', 'Entered by an admin', looked])
  })
})
