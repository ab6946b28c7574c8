import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_ISSUE, type PickLinks, pickLinks } from '#platform/pick-link'
import { APP_URL, FIRST_ADMIN } from './application.ts'
import { done, type Http, http } from './http.ts'

export type League = {
  admin: Http
  visitor: Http
  seasonId: number
  playerIds: readonly number[]
  /** An active round; the values given replace those of a sport with the teams Reds, Blues and Greens. */
  openRound(values?: Record<string, unknown>): Promise<number>
  /** The same, still a draft. */
  draftRound(values?: Record<string, unknown>): Promise<number>
  /** What stands at the end of the player's own link. */
  tokenFor(roundId: number, playerId: number): string
}

export const CONNIE = { name: 'Connie', email: 'connie@example.com', password: 'Sunny-Horse-7' }

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

/** A league on a fresh application, over HTTP: an admin, players, and a season in which all take part. */
export async function leagueOf(
  application: { url: string; dataDir: string },
  options: { players: readonly string[]; email?: (name: string) => string; secret?: string },
): Promise<League> {
  const admin = await setUpAdmin(application.url)
  const emailOf = options.email ?? ((name) => `${name.toLowerCase()}@example.com`)
  const playerIds: number[] = []
  for (const name of options.players) {
    playerIds.push((await done(admin.post('/admin/users', { name, email: emailOf(name) }))).id)
  }
  const season = { name: 'Family Cup', yearStart: 2027, yearEnd: 2027, participantIds: playerIds }
  const { id: seasonId } = await done(admin.post('/admin/seasons', season))
  const links = linksOf(application.dataDir, options.secret)
  const draftRound = async (values = {}) =>
    (await done(admin.post('/admin/rounds', { ...FOOTBALL, seasonId, ...values }))).id
  return {
    admin,
    visitor: http(application.url),
    seasonId,
    playerIds,
    draftRound,
    openRound: async (values) => {
      const roundId = await draftRound(values)
      await done(admin.post(`/admin/rounds/${roundId}/activate`))
      return roundId
    },
    tokenFor: (roundId, playerId) => links.tokenFor({ roundId, playerId, issue: FIRST_ISSUE }),
  }
}

export const FOOTBALL = {
  sportName: 'Football',
  pickType: 'single',
  lockTime: '2027-08-01T18:00:00Z',
  timezone: 'America/New_York',
  teams: ['Reds', 'Blues', 'Greens'],
}

export const OSCARS = {
  ...FOOTBALL,
  sportName: 'Oscars',
  pickType: 'multiple',
  numWriteInPicks: 3,
  teams: [],
}

/** The links that the application mails, made from its own secret. */
export function linksOf(dataDir: string, secret?: string): PickLinks {
  return pickLinks({
    secret: secret ?? readFileSync(join(dataDir, 'server-secret'), 'utf8'),
    appUrl: APP_URL,
  })
}
