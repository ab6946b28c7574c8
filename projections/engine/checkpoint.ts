import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { type Position, type RecordedEvent, START } from '../../platform/event-store/event-store.ts'
import { handleEach, inRuns, writesOfPicks } from './event-runs.ts'
import { inProjectionTurn, sendInTurn } from './projection-turn.ts'
import { type CheckpointTables, READ_MODELS_VERSION, type Read, type ReadTables } from './read-model.ts'
import { READ_MODELS } from './read-models.ts'

/** Opens the tables of a schema: `read`, or the one that a rebuild works in. */
export function readSchema(kysely: Kysely<object>, schema: string): Read {
  return kysely.withSchema(schema).withTables<ReadTables>()
}

/** Throws on a schema that has one already. */
export async function createCheckpoint(read: Read): Promise<void> {
  await read.schema
    .createTable('checkpoint')
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
  await read.insertInto('checkpoint').values({ position: START, version: READ_MODELS_VERSION }).execute()
}

/** Null when the tables are missing or were made by another version of the read models. */
export async function findCheckpoint(kysely: Kysely<object>, schema: string): Promise<Position | null> {
  const { rows } = await sql<{ table: string | null }>`
    select to_regclass(${`${schema}.checkpoint`})::text as table`.execute(kysely)
  if (!rows[0]?.table) return null
  const row = await readSchema(kysely, schema).selectFrom('checkpoint').selectAll().executeTakeFirst()
  return row?.version === READ_MODELS_VERSION ? row.position : null
}

/** Somebody else moved the checkpoint: another process, or a rebuild that swapped its tables in. */
export class CheckpointMoved extends Error {}

/**
 * Takes a batch into the tables and moves the checkpoint, in one transaction.
 * @param from where the tables should stand now. Throws CheckpointMoved when they do not, and PoisonEvent.
 */
export async function projectBatch(
  database: Database,
  schema: string,
  batch: readonly RecordedEvent[],
  from: Position,
): Promise<void> {
  const last = batch.at(-1)
  if (!last) return
  if (await projectPicks(database, schema, batch, { from, to: last.position })) return
  await inRuns((together) =>
    inProjectionTurn(database.kysely, async (transaction) => {
      const read = readSchema(transaction, schema)
      refuseMoved(await read.selectFrom('checkpoint').selectAll().executeTakeFirst(), from)
      await handleEach(read, batch, { models: READ_MODELS, together })
      await read.updateTable('checkpoint').set({ position: last.position }).execute()
    }),
  )
}

/** Answers false for anything but picks that can all be taken: then nothing has changed. */
async function projectPicks(
  database: Database,
  schema: string,
  batch: readonly RecordedEvent[],
  { from, to }: { from: Position; to: Position },
): Promise<boolean> {
  // An embedded database is no trip away, and looks at its disk before each write.
  if (database.kind === 'embedded') return false
  const read = readSchema(database.kysely, schema)
  const writes = writesOfPicks(read, batch, READ_MODELS)
  if (writes === null) return false
  const checkpoint = read.selectFrom('checkpoint').selectAll()
  const moved = read.updateTable('checkpoint').set({ position: to })
  return sendInTurn(database, checkpoint, ([row]) => {
    refuseMoved(row, from)
    return [...writes, moved]
  })
}

function refuseMoved(checkpoint: CheckpointTables['checkpoint'] | undefined, from: Position) {
  if (checkpoint?.version !== READ_MODELS_VERSION) {
    throw new CheckpointMoved('The read tables belong to another version of this program')
  }
  if (checkpoint.position !== from) throw new CheckpointMoved(`at ${checkpoint.position}, expected ${from}`)
}
