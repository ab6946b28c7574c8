import { wantsMail } from '../../../domain/mail-topics.ts'
import { comparable } from '../../../domain/names.ts'
import { heldNotices } from '../../../platform/mail/notices.ts'
import { later } from '../../../platform/time/clock.ts'
import { findDocument, findDocuments } from '../../../projections/read-models/find-documents.ts'
import type { Read } from '../../../projections/read-models/read-tables.ts'
import { NEWS_LAST_MS } from './mail-news.ts'
import type { EventOf, Policy } from './policy.ts'

const CHANGES_MS = 5 * 60_000

/** Written when it goes out: it has the last save of each pick of those who share an address. */
export const mailReceipt: Policy<'PickSubmitted'> = async ({ read, privateSchema, now }, event) => {
  const { roundId, playerId, submittedAt } = event.data
  const seasonId = (await findDocument(read, 'round', roundId))?.seasonId
  const uselessAt = later(submittedAt, NEWS_LAST_MS)
  if (seasonId === undefined || uselessAt <= now) return []
  const waiting = await heldNotices(privateSchema, 'receipt')
  if (waiting.some((one) => one.player_id === playerId && one.round_id === roundId)) return []
  const people = await findDocuments(read, 'player', [playerId, ...waiting.map(({ player_id }) => player_id)])
  const addressOf = (id: number) => comparable(people.get(id)?.email ?? '')
  const first = waiting.find(({ player_id }) => addressOf(player_id) === addressOf(playerId))
  const dueAt = first?.due_at ?? later(submittedAt, CHANGES_MS)
  return [{ template: 'receipt', seasonId, roundId, playerIds: [playerId], uselessAt, dueAt }]
}

/** Most players want no receipts, and a burst of picks is not to be looked at one by one. */
export async function withoutUnwantedReceipts(read: Read, events: readonly EventOf[]): Promise<EventOf[]> {
  const pickers = events.flatMap((event) => (event.type === 'PickSubmitted' ? [event.data.playerId] : []))
  const players = await findDocuments(read, 'player', new Set(pickers))
  const wants = (id: number) => wantsMail(players.get(id) ?? {}, 'receipts')
  return events.filter((event) => event.type !== 'PickSubmitted' || wants(event.data.playerId))
}
