import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { done } from '../../tests/support/http.ts'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { press, said, textOf, wholePage } from '../testing/hands.ts'
import { answering, asTheServerDoes, leagueBehindScreens, open } from '../testing/screen.tsx'

describe('home', () => {
  const league = leagueBehindScreens(() => aLeague().withPlayers('Ann').withSeason().withRound().start())

  test('a board that cannot be loaded says so, and comes when asked again', async () => {
    answering('GET', '/public/seasons', () => Response.json({}, { status: 503 }))
    await open('/')
    await said('The standings could not be loaded')
    await said('Server error occurred. Please try again later.')
    expect(textOf(wholePage())).not.toContain('No seasons or data available yet.')
    asTheServerDoes()
    await press('Try Again')
    await screen.findByRole('heading', { name: 'Family Cup' })
  })

  test('the tab carries the name that the commissioner gave', async () => {
    const named = { appTitle: 'Köppel & "Sons"', appTagline: 'Who <knows>?' }
    await done(league.admin.put('/admin/settings', named))
    await open('/')
    await waitFor(() => expect(document.title).toBe(named.appTitle))
  })
})
