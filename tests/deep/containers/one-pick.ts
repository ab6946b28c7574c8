import { done, http } from '../../support/http.ts'
import { aLeague } from '../../support/league/a-league.ts'
import type { League } from '../../support/league/over-http.ts'
import { SECRET } from './image.ts'

export const PLAYERS = Array.from({ length: 30 }, (_, index) => `Player ${index + 1}`)

/** One open sport, with the pick of the first player. */
export const playOnePick = (url: string): Promise<League> =>
  aLeague()
    .withPlayers(PLAYERS)
    .withSeason()
    .withRound()
    .withPicks({ 'Player 1': ['Reds'] })
    .on({ url, dataDir: '' }, { secret: SECRET })

/** What the page of a player's own pick shows. */
export async function pickOf(
  url: string,
  league: League,
  player = 'Player 1',
): Promise<string[] | undefined> {
  const token = league.tokenFor(league.roundId, league.idOf(player))
  const { currentPick } = await done(http(url).get(`/picks/${token}`))
  return currentPick?.pickItems.map(({ pickValue }: { pickValue: string }) => pickValue)
}
