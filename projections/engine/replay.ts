import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import {
  type EventStore,
  type Position,
  type RecordedEvent,
  START,
} from '../../platform/event-store/event-store.ts'
import { readAhead, readRange } from '../../platform/event-store/log-range.ts'
import { createCheckpoint, readSchema } from './checkpoint.ts'
import { handleEach, inRuns } from './event-runs.ts'
import type { Models, ReadModelName } from './read-models.ts'

/** So long a replay may keep everybody else from an embedded database. A server takes its slices beside all others. */
const SLICE_MS = { embedded: 20, server: 100 }
const SLICE_EVENTS_MIN = 5
const SLICE_EVENTS_MAX = 2_000
/** So long an embedded database works without a pause. */
const BREATH_MS = 10
/** What comes next may take longer. */
const SLICE_GROWTH = 2

export type ReplayOptions = {
  database: Pick<Database, 'kind' | 'kysely'>
  store: EventStore
  /** A schema of its own; what was in it before is gone. */
  schema: string
  models: Models
  /** How many events have been taken so far. */
  onEvents?: (count: number) => void
}

/** Read tables that are made from the log once more, beside the live ones. */
export type Replay = {
  /** The last event that they show. */
  position(): Position
  /** Those that a read model has made. */
  tablesOf(model: ReadModelName): readonly string[]
  /** Takes every event up to this position, and is ready to be looked at. */
  catchUp(until: Position): Promise<void>
}

/** Makes the tables, empty. */
export async function startReplay(options: ReplayOptions): Promise<Replay> {
  const { database, store, schema, onEvents } = options
  const { kysely } = database
  const sliceMs = SLICE_MS[database.kind]
  const breathe = breather(database.kind)
  const models = [...options.models.values()]
  const tables = await makeTables(kysely, schema, { models: options.models, breathe })
  let position = START
  let events = 0
  let sliceEvents = SLICE_EVENTS_MIN
  return {
    position: () => position,
    tablesOf: (model) => tables.get(model) ?? [],
    catchUp: async (until) => {
      for await (const batch of readAhead(readRange(store, { after: position, until })))
        await takeInSlices(batch)
    },
  }

  async function takeInSlices(batch: readonly RecordedEvent[]) {
    for (let start = 0; start < batch.length; ) {
      const slice = batch.slice(start, start + sliceEvents)
      const startedMs = performance.now()
      await takeSlice(slice)
      const fitting = Math.round((slice.length * sliceMs) / (performance.now() - startedMs))
      const wanted = Math.min(fitting, sliceEvents * SLICE_GROWTH)
      start += slice.length
      events += slice.length
      // The rest of a batch may be too small to tell how much more would fit.
      if (slice.length === sliceEvents || wanted < sliceEvents) {
        sliceEvents = Math.min(SLICE_EVENTS_MAX, Math.max(SLICE_EVENTS_MIN, wanted))
      }
      onEvents?.(events)
      await breathe()
    }
  }

  async function takeSlice(slice: readonly RecordedEvent[]) {
    const last = slice.at(-1)?.position ?? position
    await inRuns((together) =>
      kysely.transaction().execute(async (transaction) => {
        await sql`set local synchronous_commit = off`.execute(transaction)
        const inTransaction = readSchema(transaction, schema)
        await handleEach(inTransaction, slice, { models, together, breathe })
        await inTransaction.updateTable('checkpoint').set({ position: last }).execute()
      }),
    )
    position = last
  }
}

/** The embedded database answers without leaving the event loop's turn: others must have theirs, though none between steps that are quick. */
function breather(kind: Database['kind']) {
  let lastMs = performance.now()
  return async () => {
    if (kind !== 'embedded' || performance.now() - lastMs < BREATH_MS) return
    await setImmediate()
    lastMs = performance.now()
  }
}

type Making = { models: Models; breathe: () => Promise<void> }

async function makeTables(kysely: Kysely<object>, schema: string, { models, breathe }: Making) {
  await dropSchema(kysely, schema)
  await sql`create schema ${sql.id(schema)}`.execute(kysely)
  const read = readSchema(kysely, schema)
  await createCheckpoint(read)
  const tables = new Map<ReadModelName, readonly string[]>()
  for (const [name, model] of models) {
    const before = await tablesIn(kysely, schema)
    await model.create(read)
    await breathe()
    tables.set(
      name,
      (await tablesIn(kysely, schema)).filter((table) => !before.includes(table)),
    )
  }
  return tables
}

/** Their names, in order. */
export async function tablesIn(kysely: Kysely<object>, schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename::text as name from pg_tables where schemaname = ${schema} order by 1`.execute(kysely)
  return rows.map(({ name }) => name)
}

export async function dropSchema(kysely: Kysely<object>, schema: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(kysely)
}
