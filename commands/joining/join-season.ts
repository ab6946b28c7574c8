import { randomBytes } from 'node:crypto'
import type { Instant } from '../../domain/event.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { Refusal } from '../../domain/refusal.ts'
import { joinTerms } from '../../domain/seasons/join-link.ts'
import { addParticipants, openSeason } from '../../domain/seasons/season.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import {
  type Asking,
  addJoinRequest,
  CONFIRMED_WITHIN_MS,
  countOpenRequests,
  deletePersonsRequests,
  findRequest,
  noteConfirmed,
  noteJoined,
  personOf,
  type RequestKey,
} from '../../platform/database/join-requests.ts'
import type { JoinRequestRow } from '../../platform/database/private-schema.ts'
import { later } from '../../platform/time/clock.ts'
import { listDocuments } from '../../projections/read-models/find-documents.ts'
import { confirmJoinMail } from '../accounts/account-mails.ts'
import { caughtUp } from '../caught-up.ts'
import { command, current } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { addPlayers, type UnderNewId } from '../players.ts'
import type { CommandServices } from '../services.ts'

const WAITING_MAX = 200

/** Asks nothing of players, so that it takes the same for everybody. `isConfirmed`: by a link in a mail, else an admin decides at once. */
export async function askToJoin(
  { privateSchema, locks, settings, settingsNow }: CommandServices,
  { seasonName, ...asking }: Asking & { seasonName: string },
  isConfirmed: boolean,
  now: Instant,
): Promise<void> {
  const { branding } = await settingsNow()
  await locks.hold(`join-season-${asking.season_id}`, async () => {
    if ((await countOpenRequests(privateSchema, asking.season_id, now)) >= WAITING_MAX) {
      throw new Refusal('join-requests-too-many')
    }
    const token = randomBytes(32).toString('base64url')
    const url = `${settings.appUrl}/join/confirm/${token}`
    const expiresAt = later(now, CONFIRMED_WITHIN_MS)
    const mail = confirmJoinMail(asking.email, { url, expiresAt, branding, seasonName })
    await addJoinRequest(privateSchema, asking, isConfirmed ? { token, mail } : null, now)
  })
}

/** What the first confirmation found is what every later one finds. */
export async function confirmJoin(
  services: CommandServices,
  context: CommandContext,
  token: string,
  underNewId: UnderNewId,
): Promise<{ seasonId: number; isJoining: boolean }> {
  const now = context.receivedAt
  return decideOn(services, { token }, now, async (request) => {
    const { id, season_id: seasonId, generation, player_id: playerId } = request
    let { state } = request
    if (playerId !== null) return { seasonId, isJoining: state !== 'waiting' }
    const terms = joinTerms((await current(services, seasonStream, seasonId)).season, generation, now)
    if (state === 'unconfirmed') {
      const isEnough =
        terms?.approval === 'open' && (await findPlayer(services, request))?.status !== 'inactive'
      state = isEnough ? 'joining' : 'waiting'
      await noteConfirmed(services.privateSchema, id, state, now)
    }
    if (state === 'waiting' || terms === null) return { seasonId, isJoining: false }
    const byLink = { id, actor: { kind: 'system' }, causationId: terms.openedBy } as const
    await join(services, { ...context, ...byLink }, request, underNewId)
    return { seasonId, isJoining: true }
  })
}

export const acceptRequest = (
  services: CommandServices,
  context: CommandContext,
  id: string,
  underNewId: UnderNewId,
): Promise<{ name: string; playerId: number }> =>
  decideOn(services, { id }, context.receivedAt, async (request) => ({
    name: request.name,
    playerId: await join(services, context, request, underNewId),
  }))

export const declineRequest = (
  services: CommandServices,
  { receivedAt }: CommandContext,
  id: string,
): Promise<void> =>
  decideOn(services, { id }, receivedAt, async (request) => {
    if (request.player_id !== null) throw new Refusal('join-request-not-found')
    await deletePersonsRequests(services.privateSchema, request)
  })

/** One decision about a person at a time, in all seasons: two would add two players. */
async function decideOn<T>(
  { privateSchema, locks, addressKey }: CommandServices,
  key: RequestKey,
  now: Instant,
  decide: (request: JoinRequestRow) => Promise<T>,
): Promise<T> {
  const find = async () => {
    const found = await findRequest(privateSchema, key, now)
    if (!found) throw new Refusal('id' in key ? 'join-request-not-found' : 'join-confirmation-invalid')
    return found
  }
  const { person } = await find()
  return locks.hold(`join-${addressKey(person)}`, async () => decide(await find()))
}

/**
 * A player without the season is what a crash between the two appends leaves. The request then still waits, and the next
 * decision or confirmation finds that player by address and name.
 */
async function join(
  services: CommandServices,
  context: CommandContext,
  request: JoinRequestRow,
  underNewId: UnderNewId,
): Promise<number> {
  const { name, email, season_id: seasonId } = request
  if (request.player_id !== null) return request.player_id
  openSeason((await current(services, seasonStream, seasonId)).season)
  const known = await findPlayer(services, request)
  const [playerId = 0] = known
    ? [known.playerId]
    : await addPlayers(services, context, [{ name, email }], underNewId)
  await command(services, context, seasonStream, [seasonId], ({ season }) =>
    addParticipants(season, [playerId]),
  )
  await noteJoined(services.privateSchema, request, playerId, context.receivedAt)
  return playerId
}

async function findPlayer(services: CommandServices, { person }: JoinRequestRow) {
  await caughtUp(services)
  return samePerson(await listDocuments(services.read, 'player'), person)
}

/** Of several with this name and address one who is active. */
export function samePerson(
  players: ReadonlyMap<number, PresentPlayer>,
  person: string,
): PresentPlayer | undefined {
  const same = [...players.values()].filter(
    ({ name, email }) => email !== null && personOf({ name, email }) === person,
  )
  return same.find(({ status }) => status === 'active') ?? same[0]
}
