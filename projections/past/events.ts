import type { DomainEvent } from '../../domain/domain-event.ts'
import { EVENT_TABLE } from '../../domain/event-table.ts'
import type { EventStore, Position, RecordedEvent } from '../../platform/event-store/event-store.ts'
import type { HistoryRow } from '../read-models/history.ts'
import type { Read } from '../read-models/read-tables.ts'

/** As the log has it. Null for one that was deleted for ever, or that the tables do not show. */
export async function eventAt(
  { read, store }: { read: Read; store: Pick<EventStore, 'read'> },
  position: Position,
): Promise<RecordedEvent | null> {
  const row = await read
    .selectFrom('history')
    .select(['stream', 'revision'])
    .where('position', '=', position)
    .executeTakeFirst()
  const [event] = row ? await store.read(row.stream, row.revision) : []
  return event?.position === position ? event : null
}

export function eventsOfCommand(
  read: Read,
  { command_id, type }: Pick<HistoryRow, 'command_id' | 'type'>,
): Promise<HistoryRow[]> {
  return read
    .selectFrom('history')
    .selectAll()
    .where('command_id', '=', command_id)
    .where('type', '=', type)
    .orderBy('position')
    .execute()
}

/** Events of these types in the order of the log: of the season, and of players, who may be in any. */
export function eventsOfSeason(read: Read, seasonId: number, types: readonly DomainEvent['type'][]) {
  const ofPlayers = types.filter((type) => EVENT_TABLE[type].stream === 'player')
  return read
    .selectFrom('history')
    .select(['position', 'command_id', 'type', 'round_id', 'player_id'])
    .where((eb) =>
      eb.or([
        eb.and([eb('season_id', '=', seasonId), eb('type', 'in', types)]),
        ...ofPlayers.map((type) => eb('type', '=', type)),
      ]),
    )
    .orderBy('position')
    .execute()
}

/** Which of these events sent a link because its player or an admin asked for it. */
export async function linksAskedFor(read: Read, positions: readonly Position[]): Promise<Position[]> {
  if (positions.length === 0) return []
  const rows = await read
    .selectFrom('history')
    .select('position')
    .where('position', 'in', positions)
    .where('type', 'in', ['PickLinkResent', 'PickLinksRequested'])
    .execute()
  return rows.map(({ position }) => position)
}
