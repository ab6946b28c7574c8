import type { PickLink } from '../../../platform/links/links.ts'
import { eventually } from '../../support/eventually.ts'
import { done, type Http } from '../../support/http.ts'
import { linksOf } from '../../support/league/over-http.ts'
import { JWT_SECRET, type RunningLeague } from '../../support/league/running.ts'

type Sports = {
  seasonId: number
  /** Of these the first has a result of teams, the second waits for its own, and the others are open. */
  scored: number
  locked: number
  asking: number
  cancelled: number
  players: [number, number]
  team: string
  reason?: string
}

/**
 * Rules of its own, a weight, a late entry, a guess, a correction, a copy of the league, and a sport that is cancelled; at the
 * end picks are sealed from admins, and one is looked at. Answers the head of a seal.
 */
export async function playFair(admin: Http, sports: Sports): Promise<string> {
  const post = (path: string, body: object = {}) => done(admin.post(`/admin${path}`, body))
  const put = (path: string, body: object) => done(admin.put(`/admin${path}`, body))
  const { seasonId, scored, locked, asking, cancelled, team } = sports
  const [ann, bob] = sports.players
  const { reason = 'We agreed on it at dinner' } = sports
  const points = { first: 10, second: 6, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 }
  const rules = { points, noPick: -2, dropWorst: 1, tieBreak: ['round_wins', 'countback', 'guess'] }
  await put(`/seasons/${seasonId}/rules`, { ...rules, reason })
  await put(`/seasons/${seasonId}/note`, { note: 'The last one bakes a cake.\nNo nuts, please.' })
  await put(`/rounds/${scored}/weight`, { weight: 3, reason })
  await post(`/rounds/${scored}/correct`, { firstPlaceTeam: team, secondPlaceTeam: null, reason })
  await post('/picks', { userId: bob, roundId: locked, picks: [team], reason })
  await post('/picks', { userId: ann, roundId: asking, picks: [team], guess: 3 })
  await done(admin.get('/admin/operations/export'))
  await post(`/rounds/${cancelled}/cancel`, { reason })
  await post(`/seasons/${seasonId}/seal-picks`)
  await post(`/rounds/${asking}/look`, { playerIds: [ann], reason })
  return eventually('a seal', async () => (await done(admin.get('/admin/operations'))).seal?.head)
}

/** Where a player picks after `playFair`: sealing replaces the links to all open sports. */
export function linkUnderSeal({ application }: RunningLeague, link: PickLink): string {
  return `/pick/${linksOf(application.dataDir, JWT_SECRET).pick.tokenFor({ ...link, generation: 1 })}`
}
