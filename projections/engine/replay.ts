import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { BATCH_EVENTS, type Database } from '../../platform/database/database.ts'
import { requireInLog } from '../../platform/event-store/checkpoint.ts'
import { type EventStore, type Position, START } from '../../platform/event-store/event-store.ts'
import { readRange } from '../../platform/event-store/log-range.ts'
import { gather } from '../../platform/in-batches.ts'
import { createTables, dropSchema, findCheckpoint, findPosition } from './checkpoint.ts'
import { finishTables } from './finish-tables.ts'
import { takeBatch, WAITING_EVENTS_MAX } from './take-batch.ts'
import { withTablesLocked } from './transaction.ts'

const RETRY_MS = 20

export type Replay = Awaited<ReturnType<typeof startReplay>>

type ReplayOptions = {
  database: Database
  store: EventStore
  schema: string
  onEvents?: (count: number) => void
}

export async function startReplay(options: ReplayOptions) {
  const { database, store, schema, onEvents } = options
  await dropSchema(database.kysely, schema)
  await createTables(database, schema)
  let position = START
  let events = 0
  return {
    schema,
    position: () => position,
    /** Takes every event up to this position, and counts the points that are due by then. */
    catchUp: async (until: Position) => {
      const sizes = { batchMax: BATCH_EVENTS[database.kind], waitingMax: WAITING_EVENTS_MAX }
      for await (const batch of gather(readRange(store, { after: position, until }), sizes)) {
        await takeBatch(database, schema, batch, position)
        position = batch.at(-1)?.position ?? position
        events += batch.length
        onEvents?.(events)
        await setImmediate()
      }
      await finishTables(database, schema)
    },
  }
}

/** Works while live tables and replay show the same events, and neither moves. Throws LogLacksEvents. */
export async function inStep<T>(
  { database, store, live }: { database: Database; store: EventStore; live: string },
  replay: Replay,
  work: () => Promise<T>,
): Promise<T> {
  const livePosition = () => findPosition(database.kysely, live)
  const checkpoint = await findCheckpoint(database.kysely, live)
  if (checkpoint !== null) await requireInLog(store, checkpoint)
  for (;;) {
    await replay.catchUp((await livePosition()) ?? (await store.head()))
    const outcome = await withTablesLocked(database, live, async () => {
      const position = await livePosition()
      if (position !== null) await replay.catchUp(position)
      return position === null || position === replay.position() ? { result: await work() } : null
    })
    if (outcome) return outcome.result
    await sleep(RETRY_MS)
  }
}
