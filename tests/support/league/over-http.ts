import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Links, openLinks } from '../../../platform/links/links.ts'
import { APP_URL, FIRST_ADMIN } from '../application.ts'
import { done, type Http, http } from '../http.ts'
import type { LeaguePlan, RoundPlan, SportValues } from './a-league.ts'
import { CONNIE, FAMILY_CUP, FOOTBALL } from './examples.ts'

export type League = {
  /** The main admin, set up and signed in. */
  admin: Http & { token: string }
  visitor: Http
  playerIds: readonly number[]
  /** By the player's name. */
  idOf(name: string): number
  seasonIds: readonly number[]
  /** The last season. */
  seasonId: number
  /** Of all seasons, as planned. */
  roundIds: readonly number[]
  /** The last round. */
  roundId: number
  /** A round in the last season, open for picks. The values replace those of Football. */
  openRound(values?: SportValues): Promise<number>
  /** The same, not open yet. */
  draftRound(values?: SportValues): Promise<number>
  /** What stands at the end of the player's own link. A round that has moved names its season. */
  tokenFor(roundId: number, playerId: number, seasonId?: number): string
  /** As the application makes them. */
  links: Links
}

export type HttpOptions = {
  /** The server's, where it is not in the data folder. */
  secret?: string | undefined
}

/** Plays a league over HTTP, as admins and players would. Nothing may be refused. */
export async function playOverHttp(
  plan: LeaguePlan,
  application: { url: string; dataDir: string },
  options: HttpOptions,
): Promise<League> {
  const admin = await setUpAdmin(application.url)
  const ids = new Map<string, number>()
  for (const { name, email } of plan.people) {
    ids.set(name, (await done(admin.post('/admin/users', { name, email: email ?? '' }))).id)
  }
  const playerIds = [...ids.values()]
  const links = linksOf(application.dataDir, options.secret)
  const seasonIds: number[] = []
  const roundIds: number[] = []
  const seasonOf = new Map<number, number>()
  const league: League = {
    ...{ admin, visitor: http(application.url), playerIds, seasonIds, roundIds, links },
    idOf: (name) => known(ids.get(name), `a player called ${name}`),
    get seasonId() {
      return known(seasonIds.at(-1), 'a season')
    },
    get roundId() {
      return known(roundIds.at(-1), 'a round')
    },
    draftRound: async ({ tieBreak, ...values } = {}) => {
      const body = { ...FOOTBALL, ...values, seasonId: values.seasonId ?? league.seasonId }
      const { id } = await done(admin.post('/admin/rounds', body))
      seasonOf.set(id, body.seasonId)
      if (tieBreak) await done(admin.put(`/admin/rounds/${id}/tie-break`, tieBreak))
      return id
    },
    openRound: async (values) => {
      const roundId = await league.draftRound(values)
      await done(admin.post(`/admin/rounds/${roundId}/activate`))
      return roundId
    },
    tokenFor: (roundId, playerId, seasonId = seasonOf.get(roundId) ?? league.seasonId) =>
      links.pick.tokenFor({ seasonId, roundId, playerId }),
  }
  for (const season of plan.seasons) {
    const body = { ...FAMILY_CUP, participantIds: playerIds, ...season.values }
    const { id } = await done(admin.post('/admin/seasons', body))
    seasonIds.push(id)
    for (const round of season.rounds) roundIds.push(await playRound(league, round))
    if (season.isEnded) await done(admin.post(`/admin/seasons/${id}/end`))
  }
  return league
}

async function playRound(league: League, { values, until, picks, result }: RoundPlan): Promise<number> {
  const { admin, visitor } = league
  if (until === 'draft') return league.draftRound(values)
  const roundId = await league.openRound(values)
  for (const [name, chosen] of Object.entries(picks)) {
    const token = league.tokenFor(roundId, league.idOf(name))
    await done(visitor.post(`/picks/${token}`, { picks: chosen }))
  }
  if (until === 'open') return roundId
  await done(admin.post(`/admin/rounds/${roundId}/lock`))
  if (until === 'completed') await done(admin.post(`/admin/rounds/${roundId}/complete`, result))
  return roundId
}

/** Signs in with the first password and sets up. */
export async function setUpAdmin(url: string): Promise<Http & { token: string }> {
  const visitor = http(url)
  const first = await done(visitor.post('/auth/login', FIRST_ADMIN))
  const setup = { newName: CONNIE.name, newEmail: CONNIE.email, newPassword: CONNIE.password }
  const { token } = await done(visitor.as(first.token).post('/auth/initial-setup', setup))
  return { ...visitor.as(token), token }
}

/** Signs in again, after the setup. */
export async function signIn(url: string): Promise<Http> {
  const visitor = http(url)
  const { token } = await done(
    visitor.post('/auth/login', { email: CONNIE.email, password: CONNIE.password }),
  )
  return visitor.as(token)
}

/** The links that the application mails, made from its own secret. */
export function linksOf(dataDir: string, secret?: string): Links {
  return openLinks({
    secret: secret ?? readFileSync(join(dataDir, 'server-secret'), 'utf8'),
    appUrl: APP_URL,
  })
}

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The league has not got ${what}`)
  return value
}
