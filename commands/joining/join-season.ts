import type { Instant } from '../../domain/event.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { Refusal } from '../../domain/refusal.ts'
import { joinTerms } from '../../domain/seasons/join-link.ts'
import { addParticipants, openSeason } from '../../domain/seasons/season.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import {
  type Asking,
  addJoinRequest,
  countOpenRequests,
  deletePersonsRequests,
  findRequest,
  findRequestByToken,
  noteConfirmed,
  noteJoined,
  personOf,
} from '../../platform/database/join-requests.ts'
import type { JoinRequestRow } from '../../platform/database/private-schema.ts'
import { listDocuments } from '../../projections/read-models/find-documents.ts'
import { confirmJoinMail } from '../accounts/account-mails.ts'
import { caughtUp } from '../caught-up.ts'
import { command, current } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { addPlayers, type UnderNewId } from '../players.ts'
import type { CommandServices } from '../services.ts'

const WAITING_MAX = 200

/** Asks nothing of players, so that it takes the same for everybody. `confirmUrl`: null without a mail server. */
export async function askToJoin(
  { privateSchema, locks, settingsNow }: CommandServices,
  { seasonName, ...asking }: Asking & { seasonName: string },
  confirmUrl: ((token: string) => string) | null,
  now: Instant,
): Promise<void> {
  const { branding } = await settingsNow()
  const mailWith =
    confirmUrl &&
    (({ token, expiresAt }: { token: string; expiresAt: Instant }) =>
      confirmJoinMail(asking.email, { url: confirmUrl(token), expiresAt, branding, seasonName }))
  await locks.hold(`join-season-${asking.season_id}`, async () => {
    if ((await countOpenRequests(privateSchema, asking.season_id, now)) >= WAITING_MAX) {
      throw new Refusal('join-requests-too-many')
    }
    await addJoinRequest(privateSchema, asking, mailWith, now)
  })
}

/** What the first confirmation found is what every later one finds. */
export async function confirmJoin(
  services: CommandServices,
  context: CommandContext,
  token: string,
  underNewId: UnderNewId,
): Promise<{ seasonId: number; isJoining: boolean }> {
  const { privateSchema } = services
  const now = context.receivedAt
  const found = await findRequestByToken(privateSchema, token, now)
  if (!found) throw new Refusal('join-confirmation-invalid')
  return oneAtATime(services, found, 'join-confirmation-invalid', now, async (request) => {
    const { season } = await current(services, seasonStream, request.season_id)
    const terms = joinTerms(season, request.generation, now)
    let { state } = request
    const isIn = request.player_id !== null
    if (state === 'unconfirmed' && !isIn) {
      const isEnough =
        terms?.approval === 'open' && (await findPlayer(services, request))?.status !== 'inactive'
      state = isEnough ? 'joining' : 'waiting'
      await noteConfirmed(privateSchema, request.id, state, now)
    }
    const isJoining = state === 'joining' ? isIn || terms !== null : state === 'unconfirmed'
    if (isJoining) {
      const byLink = {
        id: request.id,
        actor: { kind: 'system' },
        causationId: terms?.openedBy ?? null,
      } as const
      await join(services, { ...context, ...byLink }, request, underNewId)
    }
    return { seasonId: request.season_id, isJoining }
  })
}

export const acceptRequest = (
  services: CommandServices,
  context: CommandContext,
  id: string,
  underNewId: UnderNewId,
): Promise<{ asked: JoinRequestRow; playerId: number }> =>
  decideOn(services, context, id, async (asked) => ({
    asked,
    playerId: await join(services, context, asked, underNewId),
  }))

export const declineRequest = (
  services: CommandServices,
  context: CommandContext,
  id: string,
): Promise<void> =>
  decideOn(services, context, id, async (request) => {
    if (request.player_id !== null) throw new Refusal('join-request-not-found')
    await deletePersonsRequests(services.privateSchema, request)
  })

async function decideOn<T>(
  services: CommandServices,
  { receivedAt }: CommandContext,
  id: string,
  decide: (request: JoinRequestRow) => Promise<T>,
): Promise<T> {
  const found = await findRequest(services.privateSchema, id, receivedAt)
  if (!found || found.state === 'unconfirmed') throw new Refusal('join-request-not-found')
  return oneAtATime(services, found, 'join-request-not-found', receivedAt, decide)
}

/** One decision about a person at a time, in all seasons: two would add two players. */
async function oneAtATime<T>(
  { privateSchema, locks, addressKey }: CommandServices,
  { id, person }: JoinRequestRow,
  otherwise: 'join-request-not-found' | 'join-confirmation-invalid',
  now: Instant,
  decide: (request: JoinRequestRow) => Promise<T>,
): Promise<T> {
  return locks.hold(`join-${addressKey(person)}`, async () => {
    const request = await findRequest(privateSchema, id, now)
    if (!request) throw new Refusal(otherwise)
    return decide(request)
  })
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
