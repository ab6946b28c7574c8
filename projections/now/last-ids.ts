import { sql } from 'kysely'
import type { Read } from '../read-models/read-tables.ts'

export async function lastIds(read: Read) {
  // Each from the end of an index: together with the champions all rows would be read.
  const last = await read
    .selectFrom('history')
    .select(({ fn }) => [
      fn.max('player_id').as('player'),
      fn.max('season_id').as('season'),
      fn.max('round_id').as('round'),
      fn.max('admin_id').as('admin'),
    ])
    .executeTakeFirstOrThrow()
  const { champion } = await read
    .selectFrom('history')
    .select(sql<number | null>`max(substring(stream from '^champion-(\\d+)$')::integer)`.as('champion'))
    .where('type', '=', 'PastChampionRecorded')
    .executeTakeFirstOrThrow()
  return { ...last, champion }
}
