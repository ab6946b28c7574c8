import { expect, onTestFinished, test } from 'vitest'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'

const LOCKS_AT = '2027-01-20T18:00:00.000Z'
const PLAYERS = Array.from({ length: 10 }, (_, index) => `Player ${index + 1}`)

test('a correction of somebody whom the sentence does not name is told as a correction', async () => {
  const picks = Object.fromEntries(PLAYERS.map((name) => [name, ['Dune']]))
  const league = await aLeague()
    .withPlayers(PLAYERS)
    .withSeason()
    .withRound({ ...OSCARS, lockTime: LOCKS_AT })
    .withPicks(picks)
    .start()
  onTestFinished(league.close)
  league.clock.set(LOCKS_AT)
  const complete = (last: string) =>
    done(
      league.admin.post(`/admin/rounds/${league.roundId}/complete`, {
        manualScores: PLAYERS.map((name) => ({
          userId: league.idOf(name),
          placement: name === 'Player 10' ? last : 'first',
        })),
      }),
    )
  await complete('first')
  await done(league.admin.post(`/admin/rounds/${league.roundId}/unlock`))
  await complete('second')
  const { entries } = await done(league.admin.get('/admin/history?kind=sports'))
  expect(entries[0].sentence).toMatch(/^Connie corrected the result of Oscars: /)
})
