import type { Database } from '../../platform/database/database.ts'
import { coalesced } from '../../platform/in-batches.ts'
import { readSchema } from './checkpoint.ts'

/** For this long other processes may not know of a move: an answer that says 'saved' waits as long. */
export const LEASE_MS = 10

export type Moves = ReturnType<typeof watchMoves>

export function watchMoves(database: Database, schema: string) {
  const listeners = new Set<() => void>()
  let count = 0
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let known = ''
  const look = coalesced(async () => {
    const startedAtMs = performance.now()
    const { position, generation } = await readSchema(database.reads, schema)
      .selectFrom('checkpoint')
      .select(['position', 'generation'])
      .executeTakeFirstOrThrow()
    const found = `${generation} ${position}`
    if (found !== known) count += 1
    known = found
    lookedAtMs = startedAtMs
    return count
  })
  return {
    /** Of moves by any process. What was read since is true as long as the count stays the same. */
    count: (): number | Promise<number> =>
      database.kind === 'embedded' || performance.now() - lookedAtMs < LEASE_MS ? count : look(),
    note: () => {
      count += 1
      for (const listener of listeners) listener()
    },
    listen: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
