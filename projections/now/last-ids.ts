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
  return {
    ...last,
    champion: await lastOf(read, 'PastChampionRecorded'),
    message: await lastOf(read, 'MessageSent'),
  }
}

/** Of what the history has no column for: from the name of its stream. */
async function lastOf(read: Read, type: 'PastChampionRecorded' | 'MessageSent'): Promise<number | null> {
  const { last } = await read
    .selectFrom('history')
    .select(sql<number | null>`max(substring(stream from '(\\d+)$')::integer)`.as('last'))
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  return last
}
