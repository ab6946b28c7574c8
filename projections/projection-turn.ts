import { Mutex } from 'async-mutex'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#platform/database'

const LOCK = sql`hashtext('go-make-your-picks projection')`

/** An embedded database has one connection, whose locks keep nobody out of this process. */
const turns = new WeakMap<Kysely<object>, Mutex>()

function turnOf(kysely: Kysely<object>): Mutex {
  const turn = turns.get(kysely) ?? new Mutex()
  turns.set(kysely, turn)
  return turn
}

/** A transaction in which no other batch is taken, by this process or another. */
export function inProjectionTurn<T>(
  kysely: Kysely<object>,
  work: (transaction: Kysely<object>) => Promise<T>,
): Promise<T> {
  return turnOf(kysely).runExclusive(() =>
    kysely.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction)
      return work(transaction)
    }),
  )
}

/** No batch is taken until the work is done, by this process or another: the live tables stand still. Keep it short. */
export function whileStandingStill<T>(database: Database, work: () => Promise<T>): Promise<T> {
  return turnOf(database.kysely).runExclusive(() =>
    database.kind === 'embedded'
      ? work()
      : database.kysely.connection().execute(async (connection) => {
          await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
          return work().finally(() => sql`select pg_advisory_unlock(${LOCK})`.execute(connection))
        }),
  )
}
