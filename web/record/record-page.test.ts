import { describe, expect, test } from 'vitest'
import { done } from '../../tests/support/http.ts'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { follow, lines, press, said, textOf, wholePage } from '../testing/interactions.ts'
import { answering, leagueBehindScreens, open } from '../testing/screen.tsx'

describe('the page of changes', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob')
      .withSeason()
      .withRound({ lockTime: '2027-01-20T18:00:00Z' })
      .withPicks({ Ann: ['Reds'], Bob: ['Blues'] })
      .start(),
  )

  test('is one link away from the standings, and says that nothing was changed', async () => {
    answering('GET', '/public/leaderboard/season/*/graph', () => Response.json([]))
    await open('/')
    await follow('Changes')
    expect(location.pathname + location.search).toBe(`/record?season=${league.seasonId}`)
    await said('Nothing was changed after the fact in this season.')
  })

  test('tells who changed what, when and why, and what it made of the standings', async () => {
    const { admin, clock, roundId, seasonId } = league
    clock.set('2027-01-20T18:00:01.000Z')
    await done(admin.post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: 'Reds' }))
    const correction = { firstPlaceTeam: 'Blues', secondPlaceTeam: 'Reds', reason: 'The photo' }
    await done(admin.post(`/admin/rounds/${roundId}/correct`, correction))
    await done(admin.post(`/admin/users/${league.idOf('Bob')}/deactivate`))
    await open(`/record?season=${seasonId}`)
    await said('2 entries, newest first')
    const [deactivated, corrected] = await lines('listitem')
    expect(deactivated).toContain('Connie deactivated Bob')
    expect(deactivated, 'who is not asked').not.toContain('No reason given.')
    expect(corrected).toContain(
      'Connie corrected the result of Football: 1st Blues, 2nd Reds (was: 1st Reds).',
    )
    expect(corrected).toContain('The photo')
    expect(corrected).toContain('Ann 6 → 5, #1 → #2; 1 other changed. The lead went from Ann to Bob.')
  })

  test('shows older entries when asked', async () => {
    const { admin, roundId, seasonId } = league
    for (let at = 0; at < 20; at += 1) {
      const weight = { weight: 1 + ((at + 1) % 2), reason: 'Once more' }
      await done(admin.put(`/admin/rounds/${roundId}/weight`, weight))
    }
    await open(`/record?season=${seasonId}`)
    await said('22 entries, newest first')
    expect(await lines('listitem')).toHaveLength(20)
    await press('Show Older')
    await said('The photo')
    expect(await lines('listitem')).toHaveLength(22)
    expect(textOf(wholePage())).not.toContain('Show Older')
  })

  test('stands beside the podium with how much is in it', async () => {
    const { admin, seasonId } = league
    await done(admin.post(`/admin/seasons/${seasonId}/end`))
    answering('GET', '/public/leaderboard/season/*/graph', () => Response.json([]))
    await open('/')
    await follow('Changes: 22')
    await said('22 entries, newest first')
  })

  test('says when the record could not be loaded', async () => {
    answering('GET', '/public/seasons/*/record*', () => Response.json({ error: 'No luck' }, { status: 500 }))
    await open('/record')
    await said('No luck')
    await press('Try Again')
    await said('No luck')
  })
})
