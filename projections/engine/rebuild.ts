import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { type EventStore, type Position, START } from '../../platform/event-store/event-store.ts'
import { findCheckpoint } from './checkpoint.ts'
import { whileStandingStill } from './projection-turn.ts'
import { modelsFor, type ReadModelName } from './read-models.ts'
import { dropSchema, type Replay, startReplay, tablesIn } from './replay.ts'

export const LIVE = 'read'
const NEXT = 'read_next'
const LAST = 'read_last'

export type RebuildOptions = {
  /** One read model alone; those that its events need are replayed with it, and left as they are. */
  only?: ReadModelName
  /** How many events have been taken so far. */
  onEvents?: (count: number) => void
}

/**
 * Makes the read tables anew from the whole log, beside the live ones, and swaps them in at the end: nobody sees a
 * half-built leaderboard, nor one from before. Sends nothing. Answers with the position that the new tables have reached.
 */
export async function rebuild(
  database: Database,
  store: EventStore,
  { only, onEvents }: RebuildOptions = {},
): Promise<Position> {
  const { kysely } = database
  const models = modelsFor(only)
  const replay = await startReplay({ database, store, schema: NEXT, models, ...(onEvents && { onEvents }) })
  const chosen = only === undefined ? null : replay.tablesOf(only)
  await inStep(database, store, replay, () =>
    kysely
      .transaction()
      .execute((transaction) => (chosen === null ? swapAll(transaction) : swapSome(transaction, chosen))),
  )
  // Behind the swap: who still reads the old tables holds up nobody.
  await dropSchema(kysely, LAST)
  await dropSchema(kysely, NEXT)
  return (await findCheckpoint(kysely, LIVE)) ?? START
}

/** Fills a schema of its own from the first event to the one that is the last by now. What was in it before is gone. */
export async function replayInto(kysely: Kysely<object>, store: EventStore, schema: string): Promise<void> {
  const database = { kind: 'embedded', kysely } as const
  const replay = await startReplay({ database, store, schema, models: modelsFor() })
  await replay.catchUp(await store.head())
}

const RETRY_MS = 20

/**
 * Does the work while the live tables and the replay stand at the same event, and neither moves.
 * Without live tables there is nothing to be in step with.
 */
export async function inStep<T>(
  database: Database,
  store: EventStore,
  replay: Replay,
  work: () => Promise<T>,
): Promise<T> {
  const { kysely } = database
  for (;;) {
    // What takes long happens before; what came since is little.
    await replay.catchUp((await findCheckpoint(kysely, LIVE)) ?? (await store.head()))
    const outcome = await whileStandingStill(database, async () => {
      const live = await findCheckpoint(kysely, LIVE)
      if (live !== null) await replay.catchUp(live)
      return live === null || live === replay.position() ? { result: await work() } : null
    })
    if (outcome) return outcome.result
    // Another process has swapped in tables that are further behind: they will come.
    await sleep(RETRY_MS)
  }
}

async function swapAll(transaction: Kysely<object>) {
  await dropSchema(transaction, LAST)
  await sql`create schema if not exists ${sql.id(LIVE)}`.execute(transaction)
  await sql`alter schema ${sql.id(LIVE)} rename to ${sql.id(LAST)}`.execute(transaction)
  await sql`alter schema ${sql.id(NEXT)} rename to ${sql.id(LIVE)}`.execute(transaction)
}

async function swapSome(transaction: Kysely<object>, tables: readonly string[]) {
  await dropSchema(transaction, LAST)
  await sql`create schema ${sql.id(LAST)}`.execute(transaction)
  const live = await tablesIn(transaction, LIVE)
  for (const table of tables) {
    if (live.includes(table)) await move(transaction, table, LIVE, LAST)
    await move(transaction, table, NEXT, LIVE)
  }
}

function move(transaction: Kysely<object>, table: string, from: string, to: string) {
  return sql`alter table ${sql.id(from, table)} set schema ${sql.id(to)}`.execute(transaction)
}
