import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.ts'
import { requireInLog } from '../../platform/event-store/checkpoint.ts'
import {
  type EventStore,
  type Position,
  type RecordedEvent,
  START,
} from '../../platform/event-store/event-store.ts'
import { readAhead, readRange } from '../../platform/event-store/log-range.ts'
import { createTables, dropSchema, findCheckpoint, findPosition } from './checkpoint.ts'
import { finishTables } from './finish-tables.ts'
import { takeBatch } from './take-batch.ts'
import { whileTablesRest } from './transaction.ts'

/** An embedded database works on the event loop: others must be heard in between. */
const SLICE_EVENTS = { embedded: 300, server: 500 }
const RETRY_MS = 20

/** The batch in pieces that keep nobody waiting for long. */
export async function takeInSlices(
  database: Database,
  batch: readonly RecordedEvent[],
  take: (slice: readonly RecordedEvent[]) => Promise<void>,
): Promise<void> {
  const events = SLICE_EVENTS[database.kind]
  for (let start = 0; start < batch.length; start += events) {
    await take(batch.slice(start, start + events))
    if (start + events < batch.length) await setImmediate()
  }
}

/** Read tables that are built from the log once more, in a schema of their own. */
export type Replay = {
  schema: string
  /** The last event that they show. */
  position(): Position
  /** Takes every event up to this position, and counts the points that are due by then. */
  catchUp(until: Position): Promise<void>
}

export type ReplayOptions = {
  database: Database
  store: EventStore
  /** What was in it before is gone. */
  schema: string
  /** How many events have been taken so far. */
  onEvents?: (count: number) => void
}

export async function startReplay(options: ReplayOptions): Promise<Replay> {
  const { database, store, schema, onEvents } = options
  await dropSchema(database.kysely, schema)
  await createTables(database, schema)
  let position = START
  let events = 0
  const take = async (slice: readonly RecordedEvent[]) => {
    await takeBatch(database, schema, slice, position)
    position = slice.at(-1)?.position ?? position
    events += slice.length
    onEvents?.(events)
  }
  return {
    schema,
    position: () => position,
    catchUp: async (until) => {
      for await (const batch of readAhead(readRange(store, { after: position, until }))) {
        await takeInSlices(database, batch, take)
        await setImmediate()
      }
      await finishTables(database, schema)
    },
  }
}

/**
 * Does the work while the live tables and the replay show the same events, and neither moves.
 * Without live tables there is nothing to be in step with. Throws LogLacksEvents when the log lacks what these show.
 */
export async function inStep<T>(
  { database, store, live }: { database: Database; store: EventStore; live: string },
  replay: Replay,
  work: () => Promise<T>,
): Promise<T> {
  const livePosition = () => findPosition(database.kysely, live)
  const checkpoint = await findCheckpoint(database.kysely, live)
  if (checkpoint !== null) await requireInLog(store, checkpoint)
  for (;;) {
    // What takes long happens before; what came since is little.
    await replay.catchUp((await livePosition()) ?? (await store.head()))
    const outcome = await whileTablesRest(database, live, async () => {
      const position = await livePosition()
      if (position !== null) await replay.catchUp(position)
      return position === null || position === replay.position() ? { result: await work() } : null
    })
    if (outcome) return outcome.result
    await sleep(RETRY_MS)
  }
}
