import { type Kysely, sql } from 'kysely'
import { type EventStore, type Position, START } from '#platform/event-store'
import {
  createReadTables,
  findCheckpoint,
  projectBatch,
  readSchema,
  takeProjectionTurn,
} from './checkpoint.ts'

const LIVE = 'read'
const NEXT = 'read_next'
const LAST = 'read_last'

/**
 * Makes all read tables anew from the whole log, beside the live ones, and swaps them in at the end: nobody sees a
 * half-built leaderboard. Sends nothing. Answers with the position that the new tables have reached.
 */
export async function rebuild(kysely: Kysely<object>, store: EventStore): Promise<Position> {
  await replayInto(kysely, store, NEXT)
  await kysely.transaction().execute(async (transaction) => {
    await takeProjectionTurn(transaction)
    await sql`drop schema if exists ${sql.id(LAST)} cascade`.execute(transaction)
    await sql`create schema if not exists ${sql.id(LIVE)}`.execute(transaction)
    await sql`alter schema ${sql.id(LIVE)} rename to ${sql.id(LAST)}`.execute(transaction)
    await sql`alter schema ${sql.id(NEXT)} rename to ${sql.id(LIVE)}`.execute(transaction)
  })
  // Behind the swap: who still reads the old tables holds up nobody.
  await sql`drop schema if exists ${sql.id(LAST)} cascade`.execute(kysely)
  return (await findCheckpoint(kysely, LIVE)) ?? START
}

/** Fills a schema of its own from the first event to the one that is the last by now. What was in it before is gone. */
export async function replayInto(kysely: Kysely<object>, store: EventStore, schema: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(kysely)
  await sql`create schema ${sql.id(schema)}`.execute(kysely)
  await createReadTables(readSchema(kysely, schema))

  let position = START
  // As it is now: who follows a log that others keep writing to may never arrive.
  const head = await store.head()
  if (head === START) return
  const stop = new AbortController()
  for await (const batch of store.subscribe({ after: START, signal: stop.signal })) {
    await projectBatch(kysely, schema, batch, position)
    position = batch.at(-1)?.position ?? position
    if (position >= head) stop.abort()
  }
}
