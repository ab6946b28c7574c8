import { describe, expect, test } from 'vitest'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { said, textOf, wholePage } from '../testing/interactions.ts'
import { leagueBehindScreens, open } from '../testing/screen.tsx'

describe.each([
  {
    picksSealed: true,
    short:
      'Nobody sees your pick before the lock, not even the admins. If an admin has to look, everyone can see that.',
    rule: 'Nobody but you sees what you picked, not even the admins.',
    never: /only you and the admins|admins do/i,
  },
  {
    picksSealed: false,
    short: 'Other players do not see your pick before the lock. Admins do.',
    rule: 'Only you and the admins see what you picked.',
    never: /not even the admins/,
  },
])('in a season with picksSealed $picksSealed', ({ picksSealed, short, rule, never }) => {
  const league = leagueBehindScreens(() =>
    aLeague().withPlayers('Ann').withSeason({ picksSealed }).withRound().start(),
  )

  test('home, the pick page and the rules say who sees a pick before the lock', async () => {
    const { roundId, idOf, tokenFor, seasonId } = league
    for (const [path, words] of [
      ['/', short],
      [`/pick/${tokenFor(roundId, idOf('Ann'))}`, short],
      [`/rules?season=${seasonId}`, rule],
    ] as const) {
      await open(path)
      await said(words)
      expect(textOf(wholePage())).not.toMatch(never)
    }
  })
})
