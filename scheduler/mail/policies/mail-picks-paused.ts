import { isOpenAt } from '../../../domain/rounds/round.ts'
import { seasonStream } from '../../../domain/seasons/season-stream.ts'
import { type Position, START } from '../../../platform/event-store/event-store.ts'
import { lastSeenNotices } from '../../../platform/mail/notices.ts'
import { later } from '../../../platform/time/clock.ts'
import { rowsOfTypes } from '../../../projections/history/rows.ts'
import { invitedParticipants } from '../../../projections/now/participants.ts'
import { seasonsWith } from '../../../projections/now/seasons.ts'
import { findDocument } from '../../../projections/read-models/find-documents.ts'
import { idIn } from '../../../projections/read-models/logged-event.ts'
import type { Read } from '../../../projections/read-models/read-tables.ts'
import { roundsIn } from '../../../projections/read-models/season-document.ts'
import type { TemplateName } from '../mail-templates.ts'
import { NEWS_LAST_MS } from './mail-news.ts'
import type { EventOf, MailToPlayers, PolicyContext } from './policy.ts'

/** Nobody hears of a mistake that is undone by then. */
const HOLD_MS = 60_000

type Paused =
  | 'SeasonDeactivated'
  | 'SeasonDeleted'
  | 'RoundDeleted'
  | 'ParticipantRemoved'
  | 'PlayerDeactivated'
const RESUMED = ['SeasonActivated', 'RoundRestored', 'ParticipantAdded', 'PlayerReactivated'] as const
type Resumed = (typeof RESUMED)[number]

type Topic = Pick<MailToPlayers, 'seasonId' | 'roundId'>

export async function mailPicksPaused(
  context: PolicyContext,
  event: EventOf<Paused>,
): Promise<MailToPlayers[]> {
  const mails: MailToPlayers[] = []
  for (const topic of await topicsOf(context, event)) {
    const all = await concerned(context.read, event, topic.seasonId)
    const playerIds = await newlyPaused(context, topic, event, all)
    mails.push({ ...news('picks-paused', topic, event, playerIds), dueAt: dueAt(event) })
  }
  return mails
}

export async function newlyPaused(
  context: PolicyContext,
  topic: Topic,
  event: EventOf,
  playerIds: readonly number[],
): Promise<number[]> {
  const { rounds } = await context.chronicle.before(seasonStream, [topic.seasonId], event.position)
  const asked = [...rounds].filter(([id]) => topic.roundId === null || topic.roundId === id)
  if (!asked.some(([, round]) => isOpenAt(round, event.metadata.occurredAt))) return []
  const paused = await toldPaused(context, topic)
  const resumed = await lastResumed(context.read, topic, event.position)
  return playerIds.filter((id) => (paused.get(id) ?? START) <= resumed(id))
}

export async function mailPicksResumed(
  context: PolicyContext,
  event: EventOf<Resumed>,
): Promise<MailToPlayers[]> {
  const { read } = context
  const mails: MailToPlayers[] = []
  for (const topic of await topicsOf(context, event)) {
    if (!(await hasOpenSport(read, topic, event.metadata.occurredAt))) continue
    const paused = await toldPaused(context, topic)
    const playerIds = (await concerned(read, event, topic.seasonId)).filter((id) => paused.has(id))
    mails.push(news('picks-resumed', topic, event, playerIds))
  }
  return mails
}

const dueAt = ({ metadata }: EventOf) => later(metadata.occurredAt, HOLD_MS)
export const staleAt = ({ metadata }: EventOf) => later(metadata.occurredAt, NEWS_LAST_MS)

const news = (
  template: TemplateName,
  topic: Topic,
  event: EventOf,
  playerIds: readonly number[],
): MailToPlayers => ({ ...{ template, playerIds, uselessAt: staleAt(event) }, ...topic })

async function topicsOf({ read, now }: PolicyContext, event: EventOf<Paused | Resumed>): Promise<Topic[]> {
  if (staleAt(event) <= now) return []
  const roundId = 'roundId' in event.data ? event.data.roundId : null
  return (await seasonsOf(read, event)).map((seasonId) => ({ seasonId, roundId }))
}

async function toldPaused({ privateSchema }: PolicyContext, topic: Topic): Promise<Map<number, Position>> {
  const last = await lastSeenNotices(privateSchema, topic, ['picks-paused', 'picks-resumed'])
  const paused = [...last].filter(([, { template }]) => template === 'picks-paused')
  return new Map(paused.map(([playerId, { position }]) => [playerId, position ?? START]))
}

async function lastResumed(read: Read, { seasonId, roundId }: Topic, before: Position) {
  const rows = (await rowsOfTypes(read, seasonId, RESUMED)).filter(({ position }) => position < before)
  return (playerId: number): Position =>
    rows.findLast((row) => (row.round_id ?? roundId) === roundId && (row.player_id ?? playerId) === playerId)
      ?.position ?? START
}

const isOfPlayer = ({ type }: EventOf) =>
  type === 'PlayerDeactivated' || type === 'PlayerReactivated' || type === 'PlayerRemoved'

export async function seasonsOf(read: Read, event: EventOf): Promise<number[]> {
  if (!isOfPlayer(event)) return [idIn(event)]
  return (await seasonsWith(read, idIn(event))).map(({ season }) => season.seasonId)
}

async function concerned(read: Read, event: EventOf, seasonId: number): Promise<number[]> {
  if (isOfPlayer(event)) return [idIn(event)]
  if ('playerId' in event.data && typeof event.data.playerId === 'number') return [event.data.playerId]
  return (await invitedParticipants(read, seasonId)).map(({ playerId }) => playerId)
}

/** With a round, of that one only, deleted or not. */
async function hasOpenSport(
  read: Read,
  { seasonId, roundId }: { seasonId: number; roundId: number | null },
  at: string,
): Promise<boolean> {
  const season = await findDocument(read, 'season', seasonId)
  const rounds = season ? roundsIn(season) : []
  return rounds
    .filter((round) => (roundId === null ? round.deletedAt === null : round.roundId === roundId))
    .some((round) => isOpenAt({ ...round, deletedAt: null }, at))
}
