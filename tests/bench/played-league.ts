import pLimit from 'p-limit'
import { done, http } from '../support/http.ts'
import { FAMILY_CUP, FOOTBALL } from '../support/league/examples.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import type { LeagueWritten } from './league.ts'
import type { TokenFor } from './stages.ts'

const OPEN_UNTIL = '2099-01-01T00:00:00.000Z'
const CLIENTS = 20

type Played = { players: number; rounds: number; picksEach: number }

/** A season that comes over HTTP, so its commands, mails and seals are there too. All sports but the last have a result. */
export async function playLeague(
  url: string,
  { players, rounds, picksEach }: Played,
  tokenFor: TokenFor,
): Promise<LeagueWritten> {
  const admin = await setUpAdmin(url)
  const visitor = http(url)
  const playerIds: number[] = []
  for (const number of numbers(players)) {
    const person = { name: `Player ${number}`, email: `player-${number}@example.com` }
    playerIds.push((await done(admin.post('/admin/users', person))).id)
  }
  const season = await done(admin.post('/admin/seasons', { ...FAMILY_CUP, participantIds: playerIds }))
  const roundIds: number[] = []
  for (const number of numbers(rounds)) {
    const own = { seasonId: season.id, sportName: `Championship ${number}`, lockTime: OPEN_UNTIL }
    const { id } = await done(admin.post('/admin/rounds', { ...FOOTBALL, ...own }))
    await done(admin.post(`/admin/rounds/${id}/activate`))
    roundIds.push(id)
  }
  const limited = pLimit(CLIENTS)
  for (const time of numbers(picksEach)) {
    const picks = [FOOTBALL.teams[time % FOOTBALL.teams.length]]
    const links = roundIds.flatMap((roundId) =>
      playerIds.map((playerId) => tokenFor({ seasonId: season.id, roundId, playerId })),
    )
    await limited.map(links, (link) => done(visitor.post(`/picks/${link}`, { picks })))
  }
  const over = roundIds.slice(0, -1)
  for (const id of over) await done(admin.post(`/admin/rounds/${id}/lock`))
  for (const id of over) await done(admin.post(`/admin/rounds/${id}/complete`, { firstPlaceTeam: 'Reds' }))
  return { seasonId: season.id, openRoundIds: roundIds.slice(-1), playerIds }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
