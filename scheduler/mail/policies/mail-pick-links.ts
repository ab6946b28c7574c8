import type { Instant } from '../../../domain/event.ts'
import { comparable } from '../../../domain/names.ts'
import { linksReplacedAt } from '../../../domain/picks/pick-links.ts'
import type { PresentPlayer } from '../../../domain/players/player.ts'
import { isOpenAt, isPresent, type PresentRound } from '../../../domain/rounds/round.ts'
import { isPlayed, type PresentSeason } from '../../../domain/seasons/season.ts'
import { roundIn, roundsIn, type WholeSeason } from '../../../domain/seasons/season-stream.ts'
import { idIn } from '../../../domain/stream-id.ts'
import { grouped } from '../../../platform/grouped.ts'
import { importedUpTo } from '../../../platform/league-file/import-marks.ts'
import { type NoticeOutcome, noticesAbout, noticesTo } from '../../../platform/mail/notices.ts'
import { participantsOf } from '../../../projections/now/participants.ts'
import { findRound } from '../../../projections/now/rounds.ts'
import { seasonsWith } from '../../../projections/now/seasons.ts'
import { eventsOfCommand } from '../../../projections/past/events.ts'
import { findDocument } from '../../../projections/read-models/find-documents.ts'
import type { EventOf, MailToPlayers, PolicyContext } from './policy.ts'

const LINKS = ['pick-link'] as const

/** The first event of a command serves all rounds that it opened, so that their links come in one mail. */
export async function mailPickLinks(
  context: PolicyContext,
  event: EventOf<'RoundActivated'>,
): Promise<MailToPlayers[]> {
  const mails: MailToPlayers[] = []
  for (const { roundId, causeId } of await roundsOfCommand(context, event)) {
    const mail = pickLinkTo(idIn(event), roundId, event.data.recipients)
    mails.push(...(await withoutLinkHolders(context, event, { ...mail, causeId })))
  }
  return mails
}

async function roundsOfCommand(
  { read }: PolicyContext,
  event: EventOf<'RoundActivated'>,
): Promise<{ roundId: number; causeId: string }[]> {
  const { id, data, type, metadata } = event
  const rows = (await eventsOfCommand(read, { command_id: metadata.correlationId, type })).filter(
    ({ season_id }) => season_id === idIn(event),
  )
  if (rows[0]?.event_id !== id) return [{ roundId: data.roundId, causeId: id }]
  return rows.flatMap(({ round_id, event_id }) =>
    round_id === null ? [] : [{ roundId: round_id, causeId: event_id }],
  )
}

export async function mailPickLinkAgain(
  _context: PolicyContext,
  { data }: EventOf<'PickLinkResent'>,
): Promise<MailToPlayers[]> {
  return [pickLinkTo(data.seasonId, data.roundId, [data.playerId])]
}

export async function mailRequestedLinks(
  { read, now }: PolicyContext,
  event: EventOf<'PickLinksRequested'>,
): Promise<MailToPlayers[]> {
  const { seasonId } = event.data
  const season = await findDocument(read, 'season', seasonId)
  if (season === null) return []
  return openRounds(season, now).map((roundId) => pickLinkTo(seasonId, roundId, [idIn(event)]))
}

export async function mailMissingLinksOfSeason(
  context: PolicyContext,
  event: EventOf<'ParticipantAdded' | 'SeasonActivated' | 'PicksSealedFromAdmins'>,
): Promise<MailToPlayers[]> {
  const playerId = event.type === 'ParticipantAdded' ? event.data.playerId : null
  const season = await findDocument(context.read, 'season', idIn(event))
  return season ? mailMissingLinks(context, event, [season], playerId) : []
}

export async function mailMissingLinksOfPlayer(
  context: PolicyContext,
  event: EventOf<'PlayerReactivated' | 'PlayerEmailChanged' | 'PlayerLinksReplaced'>,
): Promise<MailToPlayers[]> {
  const playerId = idIn(event)
  return mailMissingLinks(context, event, await seasonsWith(context.read, playerId), playerId)
}

export async function mailMissingLinksOfRound(
  context: PolicyContext,
  event: EventOf<'RoundRestored' | 'RoundReinstated'>,
): Promise<MailToPlayers[]> {
  const found = await findRound(context.read, event.data.roundId)
  return found ? mailMissingLinks(context, event, [found.season], null) : []
}

/**
 * Players who came together are served by the first of these events. In a round that was imported open, only
 * those who came or changed here.
 */
async function mailMissingLinks(
  context: PolicyContext,
  event: EventOf,
  seasons: readonly WholeSeason[],
  playerId: number | null,
): Promise<MailToPlayers[]> {
  const mails: MailToPlayers[] = []
  for (const document of seasons) {
    const { season } = document
    const { seasonId } = season
    const rounds = openRounds(document, context.now)
    if (rounds.length === 0) continue
    if (playerId !== null && !(await lacksLink(context, event, season, playerId, rounds))) continue
    for (const roundId of rounds) {
      const playerIds = event.type === 'PlayerLinksReplaced' ? [idIn(event)] : [...season.participants]
      mails.push(...(await withoutLinkHolders(context, event, pickLinkTo(seasonId, roundId, playerIds))))
    }
  }
  return mails
}

async function lacksLink(
  { read, privateSchema }: PolicyContext,
  event: EventOf,
  season: PresentSeason,
  playerId: number,
  rounds: readonly number[],
): Promise<boolean> {
  const player = season.participants.has(playerId) ? await findDocument(read, 'player', playerId) : null
  if (!player?.email || player.status === 'inactive' || getsLater(event, season, player)) return false
  const links = await noticesTo(privateSchema, playerId, LINKS)
  const has = links.filter((link) => works(link, season, player))
  return rounds.some((roundId) => !has.some(({ round_id }) => round_id === roundId))
}

function openRounds(document: WholeSeason, now: Instant): number[] {
  if (!isPlayed(document.season)) return []
  return roundsIn(document)
    .filter((round) => isOpenAt(round, now))
    .map(({ roundId }) => roundId)
    .toSorted((one, other) => one - other)
}

/** What waits goes to the address of then. */
function works(
  { state, recipient_address: to, position }: NoticeOutcome,
  season: PresentSeason,
  player: PresentPlayer,
): boolean {
  const reaches = state !== 'skipped' && (to === null || comparable(to) === comparable(player.email ?? ''))
  return reaches && position >= linksReplacedAt(season, player)
}

/** With the event that has replaced them since. */
const getsLater = ({ position }: EventOf, season: PresentSeason, player: PresentPlayer) =>
  linksReplacedAt(season, player) > position

async function withoutLinkHolders(
  { read, privateSchema }: PolicyContext,
  event: EventOf,
  mail: MailToPlayers,
): Promise<MailToPlayers[]> {
  const document = await findDocument(read, 'season', mail.seasonId)
  const round = document && roundIn(document, mail.roundId ?? 0)
  if (!document || !round || !isPresent(round)) return []
  const { season } = document
  const imported = await importedUpTo(privateSchema)
  const links = await noticesAbout(privateSchema, mail, LINKS)
  const linksOf = grouped(links, ({ player_id }) => player_id)
  const lacking = new Set(
    (await participantsOf(read, document))
      .filter((player) => player.email !== null && !getsLater(event, season, player))
      .filter((player) => neededSince(round, season, player) > imported)
      .filter((player) => !linksOf.get(player.playerId)?.some((link) => works(link, season, player)))
      .map(({ playerId }) => playerId),
  )
  const playerIds = mail.playerIds.filter((id) => lacking.has(id))
  return playerIds.length === 0 ? [] : [{ ...mail, playerIds }]
}

/** Before the end of an import, links went out elsewhere, and still work. */
function neededSince(round: PresentRound, season: PresentSeason, player: PresentPlayer): string {
  const came = season.participations.filter(({ playerId, is }) => is && playerId === player.playerId)
  const since = [...came, ...player.activity.filter(({ is }) => is)].map(({ position }) => position)
  return [round.openedPosition ?? '', linksReplacedAt(season, player), ...since].toSorted().at(-1) ?? ''
}

const pickLinkTo = (seasonId: number, roundId: number, playerIds: readonly number[]): MailToPlayers => ({
  template: 'pick-link',
  seasonId,
  roundId,
  playerIds,
  uselessAt: null,
})
