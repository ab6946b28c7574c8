import { sql } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import { CLOSED_REFUSALS } from '../../domain/refusals/picks.ts'
import { isSealed } from '../../domain/seasons/sealing.ts'
import { LOCALLY } from '../../platform/database/locally.ts'
import type { PrivateSchema, RefusedBecause, RefusedPickRow } from '../../platform/database/private-schema.ts'
import { loadFrom } from '../../platform/event-store/transact.ts'
import type { PickLink } from '../../platform/links/links.ts'
import { later } from '../../platform/time/clock.ts'
import { pickContext } from '../lookups.ts'
import type { CommandServices } from '../services.ts'

const KEPT_MAX = 20
const KEPT_FOR_MS = 24 * 3_600_000

/** Never what was picked. Kept per link: the first twenty before the lock, and the first twenty of the day after it. Nobody can fill the log with them. */
export async function noteRefusedPick(
  { store, privateSchema }: Pick<CommandServices, 'store' | 'privateSchema'>,
  link: PickLink,
  refused: unknown,
  receivedAt: Instant,
): Promise<void> {
  const because = refused instanceof Refusal ? becauseOf(refused) : null
  if (because === null) return
  const { round } = await pickContext(loadFrom(store), link)
  if (!('locksAt' in round)) return
  const late = receivedAt >= round.locksAt || !isSealed(round)
  if (late && receivedAt >= later(round.locksAt, KEPT_FOR_MS)) return
  const { roundId: round_id, playerId: player_id } = link
  await privateSchema
    .insertInto('refused_picks')
    .columns(['round_id', 'player_id', 'late', 'number', 'refused_at', 'locks_at', 'because'])
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
          sql<string>`${because}::text`.as('because'),
        ])
        .where('round_id', '=', round_id)
        .where('player_id', '=', player_id)
        .where('late', '=', late)
        .having((having) => having(having.fn.countAll(), '<', KEPT_MAX)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(LOCALLY)
    .execute()
}

function becauseOf({ code, kind }: Refusal): RefusedBecause | null {
  if (isClosed(code)) return code
  return NOTED.find((one) => one === kind) ?? null
}

const isClosed = (code: string): code is keyof typeof CLOSED_REFUSALS => code in CLOSED_REFUSALS

const NOTED = ['invalid', 'too_many'] as const

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
