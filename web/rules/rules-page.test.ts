import { describe, expect, test } from 'vitest'
import { done } from '../../tests/support/http.ts'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { follow, lines, said, textOf, wholePage } from '../testing/interactions.ts'
import { answering, leagueBehindScreens, open } from '../testing/screen.tsx'

const points = { first: 6, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 }
const rules = { points, noPick: -1, dropWorst: 1, tieBreak: ['countback'] }

describe('the page of the rules', () => {
  const league = leagueBehindScreens(() =>
    aLeague().withPlayers('Ann').withSeason().withRound({ lockTime: '2027-01-20T18:00:00Z' }).start(),
  )

  test('is one link away from the standings, and says that nothing changed', async () => {
    answering('GET', '/public/leaderboard/season/*/graph', () => Response.json([]))
    await open('/')
    await follow('Rules')
    expect(location.pathname + location.search).toBe(`/rules?season=${league.seasonId}`)
    await said('Every sport counts.')
    await said('No pick, no points.')
    await said('The rules have not changed since the first sport locked.')
    expect(textOf(wholePage())).not.toContain('From the commissioner')
  })

  test('tells the rules of the season, the note, and what changed since the first lock, and why', async () => {
    const { admin, roundId, seasonId } = league
    const season = `/admin/seasons/${seasonId}`
    await done(admin.put(`${season}/note`, { note: 'The last one bakes a cake.' }))
    await league.lockAt('2027-01-20T18:00:01.000Z')
    await done(admin.put(`${season}/rules`, { ...rules, reason: 'Agreed at dinner' }))
    await done(admin.put(`/admin/rounds/${roundId}/weight`, { weight: 2, reason: 'The final' }))
    await open(`/rules?season=${seasonId}`)
    await said('The last one bakes a cake.', () => part('From the commissioner'))
    await said('Football counts double.', () => part('Points'))
    expect(textOf(part('Points'))).toContain('No pick-1')
    await said('The rules changed 2 times', () => part('Changes since the first lock'))
    await follow('Changes')
    await said('3 entries, newest first')
    const entries = await lines('listitem')
    expect(entries[0]).toContain('Connie changed the weight of Football from ×1 to ×2.The final')
    expect(entries[1]).toContain('Agreed at dinner')
  })
})

function part(title: string): HTMLElement {
  const heading = [...document.querySelectorAll('h2')].find((one) => one.textContent === title)
  const section = heading?.closest('section')
  if (!section) throw new Error(`No part '${title}'`)
  return section
}
