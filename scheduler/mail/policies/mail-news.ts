import type { DomainEvent } from '../../../domain/domain-event.ts'
import type { Instant } from '../../../domain/event.ts'
import type { RewrittenTemplate } from '../../../domain/mail-templates.ts'
import { lookedAtFirst, looksOf } from '../../../domain/rounds/looks.ts'
import { isReworded } from '../../../domain/rounds/rewording.ts'
import { isOtherName } from '../../../domain/rounds/team-names.ts'
import { isSealedFromAdmins } from '../../../domain/seasons/sealing.ts'
import { tookPart } from '../../../domain/seasons/season.ts'
import { roundIn, seasonStream, type WholeSeason } from '../../../domain/seasons/season-stream.ts'
import { later } from '../../../platform/time/clock.ts'
import { findDocument, listDocuments } from '../../../projections/documents/find-documents.ts'
import { roundsIn } from '../../../projections/documents/season-document.ts'
import { idIn } from '../../../projections/engine/logged-event.ts'
import { hasLoggedLock, rowsOfCommands } from '../../../projections/history/rows.ts'
import { findRound, seasonOfRound } from '../../../projections/league/rounds.ts'
import { answersIn, countingVersions, hadPickBefore } from '../../../projections/read-models/picks.ts'
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
  'RoundPickTypeChanged',
  'RoundTeamRenamed',
  'TieBreakQuestionDropped',
  'TieBreakQuestionSet',
] as const

export async function mailReworded(
  context: PolicyContext,
  event: EventOf<(typeof WORDINGS)[number]>,
): Promise<MailToPlayers[]> {
  const { read, chronicle } = context
  const roundId = 'roundId' in event.data ? event.data.roundId : null
  const seasonId = roundId === null ? idIn(event) : await seasonOfRound(read, roundId)
  const season = seasonId === null ? null : await findDocument(read, 'season', seasonId)
  if (seasonId === null || season === null || !hasOpenedRound(season, roundId)) return []
  if (event.type === 'RoundPickTypeChanged' || event.type === 'TieBreakQuestionSet') {
    const before = await chronicle.before(seasonStream, [seasonId], event.position)
    if (!isReworded(roundIn(before, event.data.roundId), event)) return []
  }
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
    const answers = await answersIn(read, data.roundId, position)
    return () => answers !== 'none'
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
  return aboutRound(context, event, { template: 'results', since: event.metadata.occurredAt })
}

export async function mailPointsChanged(
  context: PolicyContext,
  event: EventOf<'PointsChanged' | 'NoPickPointsChanged'>,
): Promise<MailToPlayers[]> {
  // One save of the settings can change both.
  if (event.type === 'NoPickPointsChanged' && (await commandHas(context, event, ['PointsChanged']))) return []
  const since = event.metadata.occurredAt
  const seasons = await listDocuments(context.read, 'season')
  const mails = [...seasons].map(async ([seasonId, document]) => {
    const then = await context.chronicle.before(seasonStream, [seasonId], event.position)
    const isFollowing = then.season.status === 'open' && then.season.rules === null
    return isFollowing && (await isFrozen(context, document, since))
      ? toEverybody(context, { template: 'points-changed', since, seasonId, roundId: null })
      : []
  })
  return (await Promise.all(mails)).flat()
}

const isFrozen = async ({ read }: PolicyContext, season: WholeSeason, at: Instant) =>
  hasLockedRound(season, at) || hasLoggedLock(read, season.season.seasonId, at)

const hasLockedRound = (season: WholeSeason, at: Instant) =>
  roundsIn(season).some(
    ({ status, locksAt, cancelled }) =>
      status !== 'draft' && locksAt <= (cancelled?.at ?? at) && locksAt <= at,
  )

/** Then the mail of that other event covers this one. */
async function commandHas(
  { read }: PolicyContext,
  { metadata }: EventOf,
  types: readonly DomainEvent['type'][],
): Promise<boolean> {
  const rows = await rowsOfCommands(read, [metadata.correlationId], { withAdmins: true })
  return rows.some(({ type }) => types.includes(type as DomainEvent['type']))
}

export async function mailRulesChanged(
  context: PolicyContext,
  event: EventOf<'SeasonRulesSet' | 'SeasonRulesFollowed' | 'RoundWeightSet'>,
): Promise<MailToPlayers[]> {
  const seasonId = idIn(event)
  const since = event.metadata.occurredAt
  const season = await findDocument(context.read, 'season', seasonId)
  if (season === null || !(await isFrozen(context, season, since))) return []
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

type News = { template: RewrittenTemplate; since: Instant }

export async function aboutRound(
  context: PolicyContext,
  { data: { roundId } }: { data: { roundId: number } },
  news: News,
): Promise<MailToPlayers[]> {
  const seasonId = await seasonOfRound(context.read, roundId)
  return seasonId === null ? [] : toEverybody(context, { ...news, seasonId, roundId })
}

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
