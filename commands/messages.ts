import { wantsMail } from '../domain/mail-topics.ts'
import {
  type Message,
  type MessageDetails,
  message,
  type SentMessage,
  sendMessage,
  withdrawMessage,
} from '../domain/messages/message.ts'
import { comparable } from '../domain/names.ts'
import type { PresentPlayer } from '../domain/players/player.ts'
import { Refusal } from '../domain/refusal.ts'
import { activeSeason } from '../domain/seasons/season.ts'
import { seasonStream } from '../domain/seasons/season-stream.ts'
import { groupedBy, type NotEmpty } from '../platform/grouped.ts'
import { isAnyInMail, MAIL_FORMING_LOCK } from '../platform/mail/notices.ts'
import { refusedAddresses } from '../platform/mail/refused-addresses.ts'
import { invitedParticipants } from '../projections/now/participants.ts'
import { findRound, pickersOf } from '../projections/now/rounds.ts'
import { findDocuments } from '../projections/read-models/find-documents.ts'
import { caughtUp } from './caught-up.ts'
import { command } from './command.ts'
import type { CommandContext } from './context.ts'
import { requireSeason } from './lookups.ts'
import type { CommandServices } from './services.ts'

export type Addressed = Pick<MessageDetails, 'seasonId' | 'audience'> & {
  roundId?: number
  playerIds?: readonly number[]
}

export type Audience = {
  /** One mail for each address. */
  households: NotEmpty<PresentPlayer>[]
  withoutAddress: PresentPlayer[]
  declined: PresentPlayer[]
}

/** Throws Refusal. */
export async function audienceOf(services: CommandServices, addressed: Addressed): Promise<Audience> {
  await caughtUp(services)
  const refusalOf = await refusedAddresses(services.privateSchema)
  const isReached = ({ email }: PresentPlayer) => email !== null && refusalOf(email) === null
  const players = await playersOf(services, addressed)
  const reached = players.filter((player) => isReached(player) && wantsMail(player, 'messages'))
  return {
    households: groupedBy(reached, ({ email }) => comparable(email ?? '')),
    withoutAddress: players.filter((player) => !isReached(player)),
    declined: players.filter((player) => isReached(player) && !wantsMail(player, 'messages')),
  }
}

async function playersOf(
  services: CommandServices,
  { seasonId, audience, roundId, playerIds = [] }: Addressed,
): Promise<PresentPlayer[]> {
  const { read } = services
  const season = await requireSeason(read, seasonId)
  activeSeason(season.season)
  const active = await invitedParticipants(read, season)
  if (audience === 'all') return active
  if (audience === 'chosen') {
    const ids = new Set(active.map(({ playerId }) => playerId))
    const strangers = playerIds.filter((id) => !ids.has(id))
    if (strangers.length > 0) throw await strangersRefused(services, strangers)
    return active.filter(({ playerId }) => playerIds.includes(playerId))
  }
  if (roundId === undefined) throw new Refusal('message-without-sport')
  const found = await findRound(read, roundId)
  if (found?.round.seasonId !== seasonId || found.round.deletedAt !== null)
    throw new Refusal('sport-not-found')
  const pickers = (await pickersOf(read, [found]))(found)
  return pickers.filter(({ hasPicked }) => hasPicked === (audience === 'picked')).map(({ player }) => player)
}

async function strangersRefused({ read }: CommandServices, ids: readonly number[]): Promise<Refusal> {
  const known = await findDocuments(read, 'player', ids)
  return new Refusal('message-to-strangers', {
    names: ids.map((id) => known.get(id)?.name ?? `player ${id}`),
  })
}

export async function sendMessageTo(
  services: CommandServices,
  context: CommandContext,
  details: Omit<MessageDetails, 'recipients'> & { messageId: number },
  { households }: Audience,
): Promise<SentMessage> {
  const recipients = households.flat().map(({ playerId }) => playerId)
  const { state } = await command(services, context, message, [details.messageId], async (state, load) => {
    const { season } = await load(seasonStream, details.seasonId)
    return sendMessage(state, season, { ...details, recipients })
  })
  return state as SentMessage
}

/** Whether a mail of it is on its way. */
export const hasLeft = async ({ privateSchema }: CommandServices, state: Message): Promise<boolean> =>
  'position' in state && isAnyInMail(privateSchema, state.position)

/** While no mail is formed: it goes out, or it is withdrawn. Throws Refusal. */
export function withdraw(services: CommandServices, context: CommandContext, id: number): Promise<unknown> {
  return services.locks.hold(MAIL_FORMING_LOCK, () =>
    command(services, context, message, [id], async (state) =>
      withdrawMessage(state, { now: context.receivedAt, hasLeft: await hasLeft(services, state) }),
    ),
  )
}
