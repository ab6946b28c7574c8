import { sql } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { PrivateSchema, RefusedPickRow } from '../../platform/database/private-schema.ts'
import { loadFrom } from '../../platform/event-store/transact.ts'
import type { PickLink } from '../../platform/links/pick-link.ts'
import { later } from '../../platform/time/clock.ts'
import { pickContext } from '../lookups.ts'
import type { CommandServices } from '../services.ts'

const KEPT_MAX = 20
const KEPT_FOR_MS = 24 * 3_600_000

/**
 * Notes that a pick came and was refused, and by which lock; never what it was. It stays out of the log, which it did not change and
 * which nobody is to fill: of each link the first twenty before the lock are kept, and the first twenty of the day after it.
 */
export async function noteRefusedPick(
  { store, privateSchema }: Pick<CommandServices, 'store' | 'privateSchema'>,
  link: PickLink,
  refused: unknown,
  receivedAt: Instant,
): Promise<void> {
  if (!(refused instanceof Refusal) || !TOLD.includes(refused.code)) return
  const { round } = await pickContext(loadFrom(store), link)
  if (!('locksAt' in round) || receivedAt >= later(round.locksAt, KEPT_FOR_MS)) return
  const { roundId: round_id, playerId: player_id } = link
  const late = receivedAt >= round.locksAt
  await privateSchema
    .insertInto('refused_picks')
    .columns(['round_id', 'player_id', 'late', 'number', 'refused_at', 'locks_at'])
    .expression((eb) =>
      eb
        .selectFrom('refused_picks')
        .select([
          sql<number>`${round_id}::integer`.as('round_id'),
          sql<number>`${player_id}::integer`.as('player_id'),
          sql<boolean>`${late}::boolean`.as('late'),
          sql<number>`count(*)::integer + 1`.as('number'),
          sql<string>`${receivedAt}::text`.as('refused_at'),
          sql<string>`${round.locksAt}::text`.as('locks_at'),
        ])
        .where('round_id', '=', round_id)
        .where('player_id', '=', player_id)
        .where('late', '=', late)
        .having((having) => having(having.fn.countAll(), '<', KEPT_MAX)),
    )
    // One that came at the same moment has this number.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Not those for which there was too much to do. */
const TOLD: readonly Refusal['code'][] = ['pick_locked', 'pick_closed', 'invalid', 'too_many']

/** Oldest first. */
export function refusedPicks(
  privateSchema: PrivateSchema,
  { roundId, playerId }: { roundId: number; playerId: number },
): Promise<RefusedPickRow[]> {
  return privateSchema
    .selectFrom('refused_picks')
    .selectAll()
    .where('round_id', '=', roundId)
    .where('player_id', '=', playerId)
    .orderBy('refused_at')
    .orderBy('number')
    .execute()
}
