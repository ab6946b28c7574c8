import { player } from '../../../domain/players/player.ts'
import { isOpenAt } from '../../../domain/rounds/round.ts'
import { isSealedFromAdmins } from '../../../domain/seasons/sealing.ts'
import { isPlayed, tookPart } from '../../../domain/seasons/season.ts'
import { type SeasonAndRounds, seasonStream } from '../../../domain/seasons/season-stream.ts'
import { idIn } from '../../../domain/stream-id.ts'
import { lastSeenNotices, mayHaveArrived, noticesTo, type Topic } from '../../../platform/mail/notices.ts'
import { later } from '../../../platform/time/clock.ts'
import { seasonsWith } from '../../../projections/now/seasons.ts'
import {
  findDocument,
  findDocuments,
  listDocuments,
} from '../../../projections/read-models/find-documents.ts'
import type { Read } from '../../../projections/read-models/read-tables.ts'
import { NEWS_LAST_MS } from './mail-news.ts'
import type { EventOf, MailToPlayers, Policy, PolicyContext } from './policy.ts'

type Paused =
  | 'SeasonDeactivated'
  | 'SeasonDeleted'
  | 'RoundDeleted'
  | 'ParticipantRemoved'
  | 'PlayerDeactivated'
type Resumed = 'SeasonActivated' | 'RoundRestored' | 'ParticipantAdded' | 'PlayerReactivated'
type Change = EventOf<Paused | Resumed>

/** To everybody who could pick right before it. */
export async function mailPicksPaused(
  context: PolicyContext,
  event: EventOf<Paused>,
): Promise<MailToPlayers[]> {
  const mails: MailToPlayers[] = []
  for (const topic of await topicsOf(context, event)) {
    const before = await context.chronicle.before(seasonStream, [topic.seasonId], event.position)
    if (!isPlayed(before.season) || !hasOpenSport(before, topic, event)) continue
    const { season } = before
    const concerned = 'participants' in season ? [...season.participants].filter(isConcerned(event)) : []
    const playerIds = await activeBefore(context.read, event, concerned)
    mails.push(news('picks-paused', topic, event, playerIds))
  }
  return mails
}

/** To those who have heard that they could not. What else keeps them from picking delays it. */
export async function mailPicksResumed(
  context: PolicyContext,
  event: EventOf<Resumed>,
): Promise<MailToPlayers[]> {
  const { read, privateSchema } = context
  const mails: MailToPlayers[] = []
  for (const topic of await topicsOf(context, event)) {
    const season = await findDocument(read, 'season', topic.seasonId)
    if (season === null || !hasOpenSport(season, topic, event)) continue
    const heard = await lastSeenNotices(privateSchema, topic, ['picks-paused', 'picks-resumed'])
    const playerIds = [...season.season.participants].filter(
      (id) => isConcerned(event)(id) && heard.get(id)?.template === 'picks-paused',
    )
    const mail = news('picks-resumed', topic, event, playerIds)
    mails.push(topic.roundId === null ? mail : { ...mail, uselessAt: null })
  }
  return mails
}

/** A deletion begins with a deactivation. Its mail finds nobody any more unless it has gone out by now. */
export const mailPlayerDeleted: Policy<'PlayerRemoved'> = async (context, event) => {
  const to = await ownerBefore(context, event)
  const paused = to && (await noticesTo(context.privateSchema, to.playerId, ['picks-paused']))
  return (paused ?? [])
    .filter((notice) => !mayHaveArrived(notice) && (notice.useless_at ?? context.now) > context.now)
    .map(({ season_id: seasonId, useless_at: uselessAt }) => ({
      ...({ template: 'player-deleted', seasonId, roundId: null, uselessAt } as const),
      ...{ playerIds: [idIn(event)], to },
    }))
}

/** Where picks are sealed, a new address replaces the links at the former one. */
export const mailFormerAddress: Policy<'PlayerEmailChanged'> = async (context, event) => {
  const playerId = idIn(event)
  const to = await ownerBefore(context, event)
  const mails: MailToPlayers[] = []
  for (const [seasonId, { season }] of await listDocuments(context.read, 'season')) {
    if (!season.picksSealed || !tookPart(season).has(playerId)) continue
    const then = await context.chronicle.before(seasonStream, [seasonId], event.position)
    const isReplaced = [...then.rounds.values()].some(
      (round) => round.status === 'active' && isSealedFromAdmins(then.season, round),
    )
    if (!isReplaced || !tookPart(then.season).has(playerId)) continue
    mails.push({
      ...({ template: 'address-changed', seasonId, roundId: null, uselessAt: null } as const),
      ...{ playerIds: [playerId], to },
    })
  }
  return to ? mails : []
}

async function ownerBefore({ chronicle }: PolicyContext, event: EventOf) {
  const owner = await chronicle.before(player, [idIn(event)], event.position)
  return 'name' in owner ? owner : null
}

async function topicsOf({ read, now }: PolicyContext, event: Change): Promise<Topic[]> {
  if (staleAt(event) <= now) return []
  const seasonId = idIn(event)
  if (event.type === 'RoundRestored')
    // It may be the first open sport of a season that came back without one.
    return [event.data.roundId, null].map((roundId) => ({ seasonId, roundId }))
  if (!isOfPlayer(event)) return [{ seasonId, roundId: roundIdOf(event) }]
  const seasons = await seasonsWith(read, idIn(event))
  return seasons.map(({ season: { seasonId } }) => ({ seasonId, roundId: null }))
}

const isConcerned = (event: Change) => {
  const { playerId } = { playerId: isOfPlayer(event) ? idIn(event) : null, ...event.data }
  return (id: number) => playerId === null || playerId === id
}

/** A player who is deleted by now was deactivated by this event. */
async function activeBefore(read: Read, { position }: Change, ids: readonly number[]): Promise<number[]> {
  const documents = await findDocuments(read, 'player', ids)
  return ids.filter((id) => {
    const changes = documents.get(id)?.activity ?? []
    return changes.findLast((change) => change.position < position)?.is ?? true
  })
}

/** With a round, of that one only. */
const hasOpenSport = ({ rounds }: SeasonAndRounds, { roundId }: Topic, { metadata }: EventOf) =>
  [...rounds].some(
    ([id, round]) => (roundId === null || roundId === id) && isOpenAt(round, metadata.occurredAt),
  )

const staleAt = ({ metadata }: EventOf) => later(metadata.occurredAt, NEWS_LAST_MS)

const news = (
  template: 'picks-paused' | 'picks-resumed',
  topic: Topic,
  event: Change,
  playerIds: readonly number[],
): MailToPlayers => ({ ...topic, template, playerIds, uselessAt: staleAt(event) })

const isOfPlayer = ({ type }: Change) => type === 'PlayerDeactivated' || type === 'PlayerReactivated'

const roundIdOf = ({ data }: Change) => ('roundId' in data ? data.roundId : null)
