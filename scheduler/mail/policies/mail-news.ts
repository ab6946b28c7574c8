import type { DomainEvent } from '../../../domain/domain-event.ts'
import type { Instant } from '../../../domain/event.ts'
import { lookedAtFirst, looksOf } from '../../../domain/rounds/looks.ts'
import { isOtherName } from '../../../domain/rounds/team-names.ts'
import { isSealedFromAdmins } from '../../../domain/seasons/sealing.ts'
import { tookPart } from '../../../domain/seasons/season.ts'
import {
  hasLocked,
  roundIn,
  roundsIn,
  seasonStream,
  type WholeSeason,
} from '../../../domain/seasons/season-stream.ts'
import { idIn } from '../../../domain/stream-id.ts'
import { later } from '../../../platform/time/clock.ts'
import { findRound } from '../../../projections/now/rounds.ts'
import { eventsOfCommand } from '../../../projections/past/events.ts'
import { findDocument, listDocuments } from '../../../projections/read-models/find-documents.ts'
import { countingVersions, hadPickBefore, hasPick } from '../../../projections/read-models/picks.ts'
import type { TemplateName } from '../mail-templates.ts'
import type { EventOf, MailToPlayers, PolicyContext } from './policy.ts'

export const NEWS_LAST_MS = 3 * 24 * 3_600_000

const ENTRIES = {
  PickEntered: 'pick-entered',
  PickEntryWithdrawn: 'pick-cleared',
  TieBreakGuessEntered: 'guess-entered',
} as const

export async function mailEntry(
  context: PolicyContext,
  event: EventOf<keyof typeof ENTRIES>,
): Promise<MailToPlayers[]> {
  const { roundId, playerId } = event.data
  const { read, now } = context
  const round = (await findRound(read, roundId))?.round
  const at = event.type === 'PickEntryWithdrawn' ? event.data.withdrawnAt : event.data.enteredAt
  const uselessAt = later(at, NEWS_LAST_MS)
  if (round === undefined || uselessAt <= now) return []
  if (!(await hadPickBefore(read, round, playerId, event.position))) return []
  const template = ENTRIES[event.type]
  return [{ template, seasonId: round.seasonId, roundId, playerIds: [playerId], uselessAt }]
}

export async function mailLookedAt(
  { read, now }: PolicyContext,
  event: EventOf<'PicksLookedAt' | 'PickLinkCopied'>,
): Promise<MailToPlayers[]> {
  const { roundId } = event.data
  const round = (await findRound(read, roundId))?.round
  const uselessAt = later(event.metadata.occurredAt, NEWS_LAST_MS)
  if (round === undefined || uselessAt <= now) return []
  const looks = looksOf(round, await findDocument(read, 'notices', roundId))
  const playerIds = lookedAtFirst(looks, event.position)
  const template = event.type === 'PicksLookedAt' ? 'looked-at' : 'link-copied'
  const { seasonId } = round
  return playerIds.length === 0 ? [] : [{ template, seasonId, roundId, playerIds, uselessAt }]
}

const WORDINGS = [
  'SeasonRenamed',
  'SeasonYearsChanged',
  'RoundRenamed',
  'RoundEmailMessageChanged',
  'RoundTeamRenamed',
] as const

export async function mailReworded(
  context: PolicyContext,
  event: EventOf<(typeof WORDINGS)[number]>,
): Promise<MailToPlayers[]> {
  const roundId = 'roundId' in event.data ? event.data.roundId : null
  const seasonId = idIn(event)
  const season = await findDocument(context.read, 'season', seasonId)
  if (season === null || !hasOpenedRound(season, roundId)) return []
  // One save can change several, and the first mail tells of them all.
  if (await commandHas(context, event, WORDINGS.slice(0, WORDINGS.indexOf(event.type)))) return []
  const since = event.metadata.occurredAt
  const mails = await toEverybody(context, { template: 'reworded', since, seasonId, roundId })
  if (event.type !== 'RoundTeamRenamed') return mails
  const concerned = await concernedByRename(context, event, seasonId)
  return mails.map((mail) => ({ ...mail, playerIds: mail.playerIds.filter(concerned) }))
}

/** Players who picked the team. While picks are sealed from admins it is everybody, because admins see who gets a mail. */
async function concernedByRename(
  { read, chronicle }: PolicyContext,
  { data, position }: EventOf<'RoundTeamRenamed'>,
  seasonId: number,
): Promise<(playerId: number) => boolean> {
  const { season, ...rounds } = await chronicle.before(seasonStream, [seasonId], position)
  const round = roundIn(rounds, data.roundId)
  if (!isOtherName(data) || !('locksAt' in round)) return () => false
  if (isSealedFromAdmins(season, round)) {
    const isPicked = await hasPick(read, data.roundId, position)
    return () => isPicked
  }
  const versions = await countingVersions(read, round, { before: position, since: position })
  const theirs = versions.filter(({ picks }) => picks.includes(data.from))
  return (playerId) => theirs.some(({ player_id }) => player_id === playerId)
}

const hasOpenedRound = (season: WholeSeason, roundId: number | null) =>
  roundsIn(season)
    .filter((round) => roundId === null || roundId === round.roundId)
    .some(({ status }) => status === 'active' || status === 'locked')

export async function mailLockedPicks(
  context: PolicyContext,
  event: EventOf<'RoundLocked'>,
): Promise<MailToPlayers[]> {
  const round = (await findRound(context.read, event.data.roundId))?.round
  if (round === undefined) return []
  const { seasonId, roundId, locksAt } = round
  return toEverybody(context, { template: 'picks-locked', since: locksAt, seasonId, roundId })
}

export function mailResults(
  context: PolicyContext,
  event: EventOf<'RoundCompleted'>,
): Promise<MailToPlayers[]> {
  const news = { template: 'results', since: event.metadata.occurredAt } as const
  return toEverybody(context, { ...news, seasonId: idIn(event), roundId: event.data.roundId })
}

export async function mailPointsChanged(
  context: PolicyContext,
  event: EventOf<'PointsChanged' | 'NoPickPointsChanged'>,
): Promise<MailToPlayers[]> {
  // One save of the settings can change both.
  if (event.type === 'NoPickPointsChanged' && (await commandHas(context, event, ['PointsChanged']))) return []
  const since = event.metadata.occurredAt
  const seasons = await listDocuments(context.read, 'season')
  const mails = [...seasons.keys()].map(async (seasonId) => {
    const then = await context.chronicle.before(seasonStream, [seasonId], event.position)
    const isFollowing = then.season.status === 'open' && then.season.rules === null
    return isFollowing && hasLocked(then)
      ? toEverybody(context, { template: 'points-changed', since, seasonId, roundId: null })
      : []
  })
  return (await Promise.all(mails)).flat()
}

/** Then the mail of that other event covers this one. */
async function commandHas(
  { read }: PolicyContext,
  { metadata }: EventOf,
  types: readonly DomainEvent['type'][],
): Promise<boolean> {
  const rows = types.map((type) => eventsOfCommand(read, { command_id: metadata.correlationId, type }))
  return (await Promise.all(rows)).some(({ length }) => length > 0)
}

export async function mailRulesChanged(
  context: PolicyContext,
  event: EventOf<'SeasonRulesSet' | 'SeasonRulesFollowed' | 'RoundWeightSet'>,
): Promise<MailToPlayers[]> {
  const seasonId = idIn(event)
  const since = event.metadata.occurredAt
  const then = await context.chronicle.before(seasonStream, [seasonId], event.position)
  if (!hasLocked(then)) return []
  return toEverybody(context, { template: 'rules-changed', since, seasonId, roundId: null })
}

export function mailSeasonReopened(
  context: PolicyContext,
  event: EventOf<'SeasonReopened'>,
): Promise<MailToPlayers[]> {
  const news = { template: 'season-reopened', since: event.metadata.occurredAt } as const
  return toEverybody(context, { ...news, seasonId: idIn(event), roundId: null })
}

export function mailSeasonEnd(
  context: PolicyContext,
  event: EventOf<'SeasonEnded'>,
): Promise<MailToPlayers[]> {
  const news = { template: 'season-ended', since: event.data.endedAt } as const
  return toEverybody(context, { ...news, seasonId: idIn(event), roundId: null })
}

type News = { template: TemplateName; since: Instant }

export async function toEverybody(
  { read, now }: PolicyContext,
  { since, ...topic }: News & Pick<MailToPlayers, 'seasonId' | 'roundId'>,
): Promise<MailToPlayers[]> {
  const uselessAt = later(since, NEWS_LAST_MS)
  const document = await findDocument(read, 'season', topic.seasonId)
  if (document === null || uselessAt <= now) return []
  // Who is out of the season may be back when the mail goes out.
  const playerIds = [...tookPart(document.season)]
  return [{ ...topic, playerIds, uselessAt }]
}
