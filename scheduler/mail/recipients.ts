import { comparable } from '../../domain/names.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { grouped, groupedBy, type NotEmpty } from '../../platform/grouped.ts'
import { listDocuments } from '../../projections/read-models/find-documents.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'

const READERS_MAX = 5

/** Who gets one mail: those who share an address. */
export function recipients(
  players: readonly PresentPlayer[],
  readersMax = READERS_MAX,
): NotEmpty<PresentPlayer>[] {
  const reachable = players
    .filter(({ email }) => email !== null)
    .toSorted((one, other) => one.playerId - other.playerId)
  const byAddress = groupedBy(reachable, ({ email }) => comparable(email ?? ''))
  return byAddress.flatMap((players) => inParts(players, readersMax))
}

/** All active players, by what `comparable` makes of their address. */
export async function playersByAddress(read: Read): Promise<ReadonlyMap<string, PresentPlayer[]>> {
  const players = [...(await listDocuments(read, 'player')).values()]
  const mailed = players.filter(({ status, email }) => status === 'active' && email !== null)
  return grouped(mailed, ({ email }) => comparable(email ?? ''))
}

export function inParts<Item>(items: readonly Item[], itemsMax: number): NotEmpty<Item>[] {
  return groupedBy(items.entries(), ([index]) => Math.floor(index / itemsMax)).map(
    (part) => part.map(([, item]) => item) as NotEmpty<Item>,
  )
}
