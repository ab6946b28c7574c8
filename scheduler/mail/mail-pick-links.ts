import { comparable } from '../../domain/names.ts'
import type { OutboxRow } from '../../platform/database/private-schema.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { importedUpTo } from '../../platform/league-file/import-marks.ts'
import { roundsTold, toldAlready } from '../../platform/mail/outbox-players.ts'
import type { Read } from '../../projections/engine/read-model.ts'
import { idIn } from '../../projections/engine/read-model.ts'
import { replacedLinks, rowsLike } from '../../projections/history/rows.ts'
import { rowStatusAt, seasonOfRound } from '../../projections/read-models/rounds.ts'
import { participantsOf } from './mail-facts.ts'
import { BRING_LINKS, type TemplateName } from './mail-templates.ts'
import type { EventOf, MailToPlayers, PolicyContext } from './policy.ts'

/**
 * Everybody who has an address gets a link of their own when a round opens. Rounds that one command opened, one event
 * each, are served by the first of these events, so that all their links come in one mail; a later one looks at its own
 * round only.
 */
export async function mailPickLinks(
  context: PolicyContext,
  event: EventOf<'RoundActivated'>,
): Promise<MailToPlayers[]> {
  const mails: MailToPlayers[] = []
  for (const { roundId, causeId } of await doneTogether(context, event)) {
    const found = await mailToPlayers(context, { data: { roundId } }, 'pick-link', event.data.recipients)
    for (const mail of found) mails.push(...(await withoutThoseWhoHaveIt(context, { ...mail, causeId })))
  }
  return mails
}

/** Others in the place of links that no longer work. What one command replaced comes in one mail. */
export async function mailReplacedLinks(
  context: PolicyContext,
  event: EventOf<'PickLinksReplaced'>,
): Promise<MailToPlayers[]> {
  const seasonId = idIn(event)
  const everybody = (await participantsOf(context.read, seasonId)).map(({ id }) => id)
  const open = await openRounds(context, seasonId)
  const replaced = await doneTogether(context, event)
  return replaced.flatMap(({ roundId, causeId, playerId }) =>
    open.includes(roundId)
      ? {
          ...({ template: 'pick-link', seasonId, roundId, causeId, uselessAt: null } as const),
          playerIds: everybody.filter((id) => id === (playerId ?? id)),
        }
      : [],
  )
}

/** In one season by the first of these events. */
async function doneTogether(
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

/** The link that they have already, once more. */
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

/** Who joins a season, or comes back to it, gets a link to each round that is open already. */
export function mailMissingLinksOfSeason(
  context: PolicyContext,
  event: EventOf<'ParticipantAdded' | 'SeasonActivated'>,
): Promise<MailToPlayers[]> {
  const playerId = event.type === 'ParticipantAdded' ? event.data.playerId : null
  return mailMissingLinks(context, [idIn(event)], playerId)
}

/** So does a player who comes back, or whose address is new. */
export async function mailMissingLinksOfPlayer(
  context: PolicyContext,
  event: EventOf<'PlayerReactivated' | 'PlayerEmailChanged'>,
): Promise<MailToPlayers[]> {
  let seasons = context.read
    .selectFrom('participants')
    .innerJoin('seasons', 'seasons.id', 'season_id')
    .select('season_id')
    .where('player_id', '=', idIn(event))
    .orderBy('season_id')
  // Where picks are sealed, links are replaced with the address, and the new ones mailed.
  if (event.type === 'PlayerEmailChanged') seasons = seasons.where('picks_sealed', '=', 0)
  const rows = await seasons.execute()
  return mailMissingLinks(
    context,
    rows.map(({ season_id }) => season_id),
    idIn(event),
  )
}

export async function mailMissingLinksOfRound(
  context: PolicyContext,
  event: EventOf<'RoundRestored' | 'RoundReinstated'>,
): Promise<MailToPlayers[]> {
  const seasonId = await seasonOfRound(context.read, event.data.roundId)
  return seasonId === null ? [] : mailMissingLinks(context, [seasonId], null)
}

/**
 * To everybody in open rounds whose link was never mailed to the address that they have now. Players who came together,
 * one event each, are served by the first of these events, so that those who share an address share a mail. A round that
 * was imported open had its mails elsewhere: unless its links were replaced here, only those hear who came, or changed, here.
 * @param playerId whom the event is about: nobody is looked at where this player has every link already.
 */
async function mailMissingLinks(
  context: PolicyContext,
  seasonIds: readonly number[],
  playerId: number | null,
): Promise<MailToPlayers[]> {
  const mails: MailToPlayers[] = []
  const imported = await importedUpTo(context.privateSchema)
  for (const seasonId of seasonIds) {
    const rounds = await openRounds(context, seasonId)
    if (rounds.length === 0) continue
    if (playerId !== null && !(await lacksLink(context, { seasonId, playerId }, rounds))) continue
    const sinceImport = await playersSince(context.read, seasonId, imported)
    const everybody = (await participantsOf(context.read, seasonId)).map(({ id }) => id)
    const replaced = (await replacedLinks(context.read, seasonId)).filter(
      ({ player_id, position }) => player_id === null && position > imported,
    )
    for (const roundId of rounds) {
      const isReplaced = replaced.some(({ round_id }) => round_id === roundId)
      const isImported = !isReplaced && (await wasActivatedBy(context.read, roundId, imported))
      const playerIds = isImported ? everybody.filter((id) => sinceImport.has(id)) : everybody
      const mail = { template: 'pick-link', seasonId, roundId, playerIds, uselessAt: null } as const
      mails.push(...(await withoutThoseWhoHaveIt(context, mail)))
    }
  }
  return mails
}

async function lacksLink(
  { read, privateSchema }: PolicyContext,
  { seasonId, playerId }: { seasonId: number; playerId: number },
  rounds: readonly number[],
): Promise<boolean> {
  const player = await read
    .selectFrom('participants')
    .innerJoin('players', 'players.id', 'participants.player_id')
    .select('email')
    .where('season_id', '=', seasonId)
    .where('player_id', '=', playerId)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (!player?.email) return false
  const told = await roundsTold(privateSchema, { playerId, address: player.email }, BRING_LINKS, COUNTED)
  const works = await linksThatWork(read, seasonId)
  return rounds.some((roundId) => {
    const position = told.get(roundId)
    return position === undefined || !works({ roundId, playerId, position })
  })
}

/** Who joined the season, came back or got another address after a place in the log. */
async function playersSince(read: Read, seasonId: number, position: Position): Promise<Set<number>> {
  const rows = await read
    .selectFrom('history')
    .select('player_id')
    .where('position', '>', position)
    .where((eb) =>
      eb.or([
        eb.and([eb('type', '=', 'ParticipantAdded'), eb('season_id', '=', seasonId)]),
        eb('type', 'in', ['PlayerReactivated', 'PlayerEmailChanged']),
      ]),
    )
    .execute()
  return new Set(rows.flatMap(({ player_id }) => player_id ?? []))
}

async function wasActivatedBy(read: Read, roundId: number, position: Position): Promise<boolean> {
  const row = await read
    .selectFrom('history')
    .select('position')
    .where('round_id', '=', roundId)
    .where('type', '=', 'RoundActivated')
    .where('position', '<=', position)
    .executeTakeFirst()
  return row !== undefined
}

async function openRounds({ read, now }: PolicyContext, seasonId: number): Promise<number[]> {
  const rounds = await read
    .selectFrom('rounds')
    .innerJoin('seasons', 'seasons.id', 'rounds.season_id')
    .select(['rounds.id', 'rounds.status', 'rounds.locks_at', 'rounds.cancelled_at'])
    .where('rounds.season_id', '=', seasonId)
    .where('rounds.deleted_at', 'is', null)
    .where('rounds.cancelled_at', 'is', null)
    .where('seasons.deleted_at', 'is', null)
    .where('seasons.ended_at', 'is', null)
    .where('seasons.is_active', '=', 1)
    .orderBy('rounds.id')
    .execute()
  return rounds.filter((round) => rowStatusAt(round, now) === 'active').map(({ id }) => id)
}

/** Whether a link that was mailed because of an event has not been replaced since. */
async function linksThatWork(read: Read, seasonId: number) {
  const replaced = await replacedLinks(read, seasonId)
  // Mails about all that one command replaced come with its first event.
  const since = new Map(replaced.toReversed().map(({ command_id, position }) => [command_id, position]))
  return (mailed: { roundId: number | null; playerId: number; position: Position | null }) => {
    const { roundId, playerId, position } = mailed
    const last = replaced.findLast(
      ({ round_id, player_id }) => round_id === roundId && (player_id ?? playerId) === playerId,
    )
    return !last || (position !== null && position >= (since.get(last.command_id) ?? ''))
  }
}

/** A mail that was skipped told nobody anything. */
const COUNTED: readonly OutboxRow['state'][] = [
  'queued',
  'sent',
  'kept',
  'unconfirmed',
  'failed',
  'suppressed',
]

/** Nothing where nobody lacks it who could get it. */
async function withoutThoseWhoHaveIt(
  { read, privateSchema }: PolicyContext,
  mail: MailToPlayers,
): Promise<MailToPlayers[]> {
  const had = await toldAlready(privateSchema, mail, BRING_LINKS, COUNTED)
  const works = await linksThatWork(read, mail.seasonId)
  const working = had.filter((one) => works({ ...one, roundId: mail.roundId }))
  const has = new Set(working.map(({ playerId, address }) => `${playerId} ${address}`))
  const lacking = new Set<number>()
  for (const { id, email } of await participantsOf(read, mail.seasonId)) {
    if (email !== null && !has.has(`${id} ${comparable(email)}`)) lacking.add(id)
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
