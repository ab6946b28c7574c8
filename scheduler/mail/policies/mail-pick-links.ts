import type { Instant } from '../../../domain/event.ts'
import { comparable } from '../../../domain/names.ts'
import { isOpenAt } from '../../../domain/rounds/round.ts'
import { isPlayed, type PresentSeason } from '../../../domain/seasons/season.ts'
import type { WholeSeason } from '../../../domain/seasons/season-stream.ts'
import { importedUpTo } from '../../../platform/league-file/import-marks.ts'
import { type NoticeOutcome, noticesAbout, noticesTo } from '../../../platform/mail/notices.ts'
import { rowsLike, rowsOfTypes } from '../../../projections/history/rows.ts'
import { listParticipants } from '../../../projections/now/participants.ts'
import { findRound, seasonOfRound } from '../../../projections/now/rounds.ts'
import { seasonsWith } from '../../../projections/now/seasons.ts'
import { findDocument } from '../../../projections/read-models/find-documents.ts'
import { idIn } from '../../../projections/read-models/logged-event.ts'
import type { Read } from '../../../projections/read-models/read-tables.ts'
import { roundsIn } from '../../../projections/read-models/season-document.ts'
import type { TemplateName } from '../mail-templates.ts'
import { grouped } from '../recipients.ts'
import type { EventOf, MailToPlayers, PolicyContext } from './policy.ts'

const LINKS = ['pick-link', 'pick-links'] as const

/** The first event of a command serves all rounds that it opened, so that their links come in one mail. */
export async function mailPickLinks(
  context: PolicyContext,
  event: EventOf<'RoundActivated'>,
): Promise<MailToPlayers[]> {
  const mails: MailToPlayers[] = []
  for (const { roundId, causeId } of await roundsOfCommand(context, event)) {
    const found = await mailToPlayers(context, { data: { roundId } }, 'pick-link', event.data.recipients)
    for (const mail of found) mails.push(...(await withoutLinkHolders(context, { ...mail, causeId })))
  }
  return mails
}

export async function mailReplacedLinks(
  context: PolicyContext,
  event: EventOf<'PickLinksReplaced'>,
): Promise<MailToPlayers[]> {
  const seasonId = idIn(event)
  const season = await findDocument(context.read, 'season', seasonId)
  if (season === null) return []
  const everybody = [...season.season.participants]
  const open = openRounds(season, context.now)
  const replaced = await roundsOfCommand(context, event)
  return replaced.flatMap(({ roundId, causeId, playerId }) =>
    open.includes(roundId)
      ? {
          ...({ template: 'pick-link', seasonId, roundId, causeId, uselessAt: null } as const),
          playerIds: everybody.filter((id) => id === (playerId ?? id)),
        }
      : [],
  )
}

async function roundsOfCommand(
  { read }: PolicyContext,
  event: EventOf<'RoundActivated' | 'PickLinksReplaced'>,
): Promise<{ roundId: number; causeId: string; playerId: number | null }[]> {
  const { id, data, type, metadata } = event
  const rows = (await rowsLike(read, { command_id: metadata.correlationId, type })).filter(
    ({ season_id }) => season_id === idIn(event),
  )
  const own = { roundId: data.roundId, causeId: id, playerId: 'playerId' in data ? data.playerId : null }
  if (rows[0]?.event_id !== id) return [own]
  return rows.flatMap(({ round_id, event_id, player_id }) =>
    round_id === null ? [] : [{ roundId: round_id, causeId: event_id, playerId: player_id }],
  )
}

export function mailReminders(
  { read }: PolicyContext,
  event: EventOf<'PlayersReminded'>,
): Promise<MailToPlayers[]> {
  const { kind, recipients } = event.data
  return mailToPlayers({ read }, event, kind === 'final' ? 'final-reminder' : 'reminder', recipients)
}

export function mailPickLinkAgain(
  { read }: PolicyContext,
  event: EventOf<'PickLinkResent'>,
): Promise<MailToPlayers[]> {
  return mailToPlayers({ read }, event, 'pick-link', [event.data.playerId])
}

export async function mailRequestedLinks(
  { read, now }: PolicyContext,
  event: EventOf<'PickLinksRequested'>,
): Promise<MailToPlayers[]> {
  const { seasonId } = event.data
  const season = await findDocument(read, 'season', seasonId)
  if (season === null) return []
  return openRounds(season, now).map((roundId) => ({
    ...({ template: 'pick-link', seasonId, roundId, uselessAt: null } as const),
    playerIds: [idIn(event)],
  }))
}

export async function mailMissingLinksOfSeason(
  context: PolicyContext,
  event: EventOf<'ParticipantAdded' | 'SeasonActivated'>,
): Promise<MailToPlayers[]> {
  const playerId = event.type === 'ParticipantAdded' ? event.data.playerId : null
  const season = await findDocument(context.read, 'season', idIn(event))
  return season ? mailMissingLinks(context, [season], playerId) : []
}

export async function mailMissingLinksOfPlayer(
  context: PolicyContext,
  event: EventOf<'PlayerReactivated' | 'PlayerEmailChanged'>,
): Promise<MailToPlayers[]> {
  const seasons = (await seasonsWith(context.read, idIn(event)))
    // Where picks are sealed, links are replaced with the address, and the new ones mailed.
    .filter(({ season }) => event.type !== 'PlayerEmailChanged' || !season.picksSealed)
  return mailMissingLinks(context, seasons, idIn(event))
}

export async function mailMissingLinksOfRound(
  context: PolicyContext,
  event: EventOf<'RoundRestored' | 'RoundReinstated'>,
): Promise<MailToPlayers[]> {
  const found = await findRound(context.read, event.data.roundId)
  return found ? mailMissingLinks(context, [found.season], null) : []
}

/**
 * Players who came together are served by the first of these events. In a round that was imported open, only
 * those who came or changed here.
 */
async function mailMissingLinks(
  context: PolicyContext,
  seasons: readonly WholeSeason[],
  playerId: number | null,
): Promise<MailToPlayers[]> {
  const mails: MailToPlayers[] = []
  for (const document of seasons) {
    const { season } = document
    const { seasonId } = season
    const rounds = openRounds(document, context.now)
    if (rounds.length === 0) continue
    if (playerId !== null && !(await lacksLink(context, season, playerId, rounds))) continue
    const isMailed = await mailedElsewhere(context, seasonId)
    for (const roundId of rounds) {
      const playerIds = [...season.participants].filter((id) => !isMailed(roundId, id))
      const mail = { template: 'pick-link', seasonId, roundId, playerIds, uselessAt: null } as const
      mails.push(...(await withoutLinkHolders(context, mail)))
    }
  }
  return mails
}

const NEEDS_LINKS = ['ParticipantAdded', 'PlayerReactivated', 'PlayerEmailChanged'] as const

async function lacksLink(
  { read, privateSchema }: PolicyContext,
  { seasonId, participants }: PresentSeason,
  playerId: number,
  rounds: readonly number[],
): Promise<boolean> {
  const player = participants.has(playerId) ? await findDocument(read, 'player', playerId) : null
  if (!player?.email || player.status === 'inactive') return false
  const links = await noticesTo(privateSchema, playerId, LINKS)
  const works = await linksThatWork(read, seasonId)
  const has = links.filter((link) => reaches(link, player.email) && works(link))
  return rounds.some((roundId) => !has.some(({ round_id }) => round_id === roundId))
}

/** Whether a player got a link to a round elsewhere, which still works: the round was imported open, and nothing since asks for another. */
async function mailedElsewhere({ read, privateSchema }: PolicyContext, seasonId: number) {
  const imported = await importedUpTo(privateSchema)
  const rows = await rowsOfTypes(read, seasonId, ['RoundActivated', 'PickLinksReplaced', ...NEEDS_LINKS])
  const since = rows.filter(({ position }) => position > imported)
  const before = rows.filter(({ position }) => position <= imported)
  const roundsOf = (some: typeof rows, wanted: string) =>
    new Set(some.flatMap(({ type, round_id, player_id }) => (type === wanted && !player_id ? round_id : [])))
  const opened = roundsOf(before, 'RoundActivated')
  const replaced = roundsOf(since, 'PickLinksReplaced')
  const cameSince = new Set(
    since.flatMap(({ type, player_id }) => (type === 'PickLinksReplaced' ? [] : player_id)),
  )
  return (roundId: number, playerId: number) =>
    opened.has(roundId) && !replaced.has(roundId) && !cameSince.has(playerId)
}

function openRounds(document: WholeSeason, now: Instant): number[] {
  if (!isPlayed(document.season)) return []
  return roundsIn(document)
    .filter((round) => isOpenAt(round, now))
    .map(({ roundId }) => roundId)
    .toSorted((one, other) => one - other)
}

async function linksThatWork(read: Read, seasonId: number) {
  const replaced = await rowsOfTypes(read, seasonId, ['PickLinksReplaced'])
  // Mails about all that one command replaced come with its first event.
  const since = new Map(replaced.toReversed().map(({ command_id, position }) => [command_id, position]))
  return (link: Pick<NoticeOutcome, 'round_id' | 'player_id' | 'position'>) => {
    const last = replaced.findLast(
      ({ round_id, player_id }) =>
        round_id === link.round_id && (player_id ?? link.player_id) === link.player_id,
    )
    return !last || link.position >= (since.get(last.command_id) ?? '')
  }
}

/** What waits goes to the address of then. */
const reaches = ({ state, recipient_address: to }: NoticeOutcome, address: string | null) =>
  state !== 'skipped' && (to === null || comparable(to) === comparable(address ?? ''))

async function withoutLinkHolders(
  { read, privateSchema }: PolicyContext,
  mail: MailToPlayers,
): Promise<MailToPlayers[]> {
  const works = await linksThatWork(read, mail.seasonId)
  const links = (await noticesAbout(privateSchema, mail, LINKS)).filter(works)
  const linksOf = grouped(links, ({ player_id }) => player_id)
  const lacking = new Set<number>()
  for (const { playerId, email } of await listParticipants(read, mail.seasonId)) {
    const has = linksOf.get(playerId)?.some((link) => reaches(link, email))
    if (email !== null && !has) lacking.add(playerId)
  }
  const playerIds = mail.playerIds.filter((id) => lacking.has(id))
  return playerIds.length === 0 ? [] : [{ ...mail, playerIds }]
}

async function mailToPlayers(
  { read }: { read: Read },
  { data: { roundId } }: { data: { roundId: number } },
  template: TemplateName,
  playerIds: readonly number[],
): Promise<MailToPlayers[]> {
  const seasonId = await seasonOfRound(read, roundId)
  return seasonId === null ? [] : [{ template, seasonId, roundId, playerIds, uselessAt: null }]
}
