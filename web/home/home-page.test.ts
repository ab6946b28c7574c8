import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { done } from '../../tests/support/http.ts'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { press, said, textOf, wholePage } from '../testing/hands.ts'
import { answering, asTheServerDoes, leagueBehindScreens, open } from '../testing/screen.tsx'

describe('home', () => {
  const league = leagueBehindScreens(() => aLeague().withPlayers('Ann').withSeason().withRound().start())

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

  test('the tab carries the name that the commissioner gave', async () => {
    const named = { appTitle: 'Köppel & "Sons"', appTagline: 'Who <knows>?' }
    await done(league.admin.put('/admin/settings', named))
    await open('/')
    await waitFor(() => expect(document.title).toBe(named.appTitle))
  })
})
