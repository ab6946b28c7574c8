import { statusAt } from '../../domain/rounds/round.ts'
import type { OutboxRow } from '../../platform/database/private-schema.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { importedUpTo } from '../../platform/league-file/import-marks.ts'
import { toldAlready } from '../../platform/mail/outbox-players.ts'
import type { Read } from '../../projections/engine/read-model.ts'
import { idIn } from '../../projections/engine/read-model.ts'
import { seasonOfRound } from '../../projections/read-models/rounds.ts'
import { findMailFacts } from './mail-facts.ts'
import type { TemplateName } from './mail-templates.ts'
import type { MailOrder, Occurred, Sight } from './reaction.ts'

/** Everybody who has an address gets a link of their own when a round opens. */
export async function mailPickLinks(sight: Sight, event: Occurred<'RoundActivated'>): Promise<MailOrder[]> {
  const orders = await orderToPlayers(sight, event, 'pick-link', event.data.recipients)
  return Promise.all(orders.map((order) => withoutThoseWhoHaveIt(sight, order)))
}

/** The link that they have already, once more. */
export function mailReminders({ read }: Sight, event: Occurred<'PlayersReminded'>): Promise<MailOrder[]> {
  const { kind, recipients } = event.data
  return orderToPlayers({ read }, event, kind === 'final' ? 'final-reminder' : 'reminder', recipients)
}

export function mailPickLinkAgain({ read }: Sight, event: Occurred<'PickLinkResent'>): Promise<MailOrder[]> {
  return orderToPlayers({ read }, event, 'pick-link', [event.data.playerId])
}

/** Who joins a season, or comes back to it, gets a link to each round that is open already. */
export function mailMissingLinksOfSeason(
  sight: Sight,
  event: Occurred<'ParticipantAdded' | 'SeasonActivated'>,
): Promise<MailOrder[]> {
  return mailMissingLinks(sight, [idIn(event)])
}

/** So does a player who comes back, or whose address is new. */
export async function mailMissingLinksOfPlayer(
  sight: Sight,
  event: Occurred<'PlayerReactivated' | 'PlayerEmailChanged'>,
): Promise<MailOrder[]> {
  const rows = await sight.read
    .selectFrom('participants')
    .select('season_id')
    .where('player_id', '=', idIn(event))
    .orderBy('season_id')
    .execute()
  return mailMissingLinks(
    sight,
    rows.map(({ season_id }) => season_id),
  )
}

export async function mailMissingLinksOfRound(
  sight: Sight,
  event: Occurred<'RoundRestored'>,
): Promise<MailOrder[]> {
  const seasonId = await seasonOfRound(sight.read, event.data.roundId)
  return seasonId === null ? [] : mailMissingLinks(sight, [seasonId])
}

/**
 * To everybody in open rounds whose link was never mailed to the address that they have now. Players who came together,
 * one event each, are served by the first of these events, so that those who share an address share a mail. A round that
 * was imported open had its mails elsewhere: of its players only those hear who came, or changed, here.
 */
async function mailMissingLinks(sight: Sight, seasonIds: readonly number[]): Promise<MailOrder[]> {
  const orders: MailOrder[] = []
  const imported = await importedUpTo(sight.privateSchema)
  for (const seasonId of seasonIds) {
    const sinceImport = await playersSince(sight.read, seasonId, imported)
    for (const roundId of await openRounds(sight, seasonId)) {
      const facts = await findMailFacts(sight.read, { seasonId, roundId })
      const everybody = [...(facts?.participants.keys() ?? [])]
      const isImported = await wasActivatedBy(sight.read, roundId, imported)
      const playerIds = isImported ? everybody.filter((id) => sinceImport.has(id)) : everybody
      const order = { template: 'pick-link', seasonId, roundId, playerIds, uselessAt: null } as const
      orders.push(await withoutThoseWhoHaveIt(sight, order))
    }
  }
  return orders
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

async function openRounds({ read, now }: Sight, seasonId: number): Promise<number[]> {
  const rounds = await read
    .selectFrom('rounds')
    .innerJoin('seasons', 'seasons.id', 'rounds.season_id')
    .select(['rounds.id', 'rounds.status', 'rounds.locks_at'])
    .where('rounds.season_id', '=', seasonId)
    .where('rounds.deleted_at', 'is', null)
    .where('seasons.deleted_at', 'is', null)
    .where('seasons.ended_at', 'is', null)
    .where('seasons.is_active', '=', 1)
    .orderBy('rounds.id')
    .execute()
  return rounds
    .filter(({ status, locks_at }) => statusAt({ status, locksAt: locks_at }, now) === 'active')
    .map(({ id }) => id)
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

async function withoutThoseWhoHaveIt({ read, privateSchema }: Sight, order: MailOrder): Promise<MailOrder> {
  const had = await toldAlready(privateSchema, order, COUNTED)
  const has = new Set(had.map(({ playerId, address }) => `${playerId} ${address}`))
  const facts = await findMailFacts(read, order)
  const lacksIt = (id: number) => !has.has(`${id} ${facts?.participants.get(id)?.email?.toLowerCase() ?? ''}`)
  return { ...order, playerIds: order.playerIds.filter(lacksIt) }
}

async function orderToPlayers(
  { read }: { read: Read },
  { data: { roundId } }: { data: { roundId: number } },
  template: TemplateName,
  playerIds: readonly number[],
): Promise<MailOrder[]> {
  const seasonId = await seasonOfRound(read, roundId)
  return seasonId === null ? [] : [{ template, seasonId, roundId, playerIds, uselessAt: null }]
}
