import { Mutex } from 'async-mutex'
import { type Compilable, type CompiledQuery, type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

const LOCK = "hashtext('go-make-your-picks projection')"
const TAKE_LOCK = `select pg_advisory_xact_lock(${LOCK})`
/** The log is the truth: after a crash these writes are simply made again. */
const NO_SYNC = 'set local synchronous_commit = off'

/** An embedded database has one connection, whose locks keep nobody out of this process. */
const queues = new WeakMap<Kysely<object>, Mutex>()

function turnOf(kysely: Kysely<object>): Mutex {
  const turn = queues.get(kysely) ?? new Mutex()
  queues.set(kysely, turn)
  return turn
}

/** A transaction in which no other batch is taken, by this process or another. */
export function inProjectionTurn<T>(
  kysely: Kysely<object>,
  work: (transaction: Kysely<object>) => Promise<T>,
): Promise<T> {
  return turnOf(kysely).runExclusive(() =>
    kysely.transaction().execute(async (transaction) => {
      await sql.raw(TAKE_LOCK).execute(transaction)
      await sql.raw(NO_SYNC).execute(transaction)
      return work(transaction)
    }),
  )
}

/**
 * Such a transaction in two trips to a database server: a question, and then everything that is to be written. Answers false
 * when that cannot be written: then nothing is. Throws what `writesFor` throws.
 */
export function sendInTurn<Row>(
  { pool, kysely }: Database,
  question: Compilable<Row>,
  writesFor: (rows: Row[]) => readonly Compilable[],
): Promise<boolean> {
  return turnOf(kysely).runExclusive(async () => {
    const client = await pool.connect()
    const send = ({ sql, parameters }: CompiledQuery) => client.query(sql, [...parameters])
    const { stream } = client.connection
    // What is sent in one turn of the event loop leaves in one piece.
    const inOnePiece = () => {
      stream.cork()
      process.nextTick(() => stream.uncork())
    }
    try {
      inOnePiece()
      const opening = ['begin', TAKE_LOCK, NO_SYNC].map((statement) => client.query(statement))
      const asked = send(question.compile())
      const [{ rows }] = await Promise.all([asked, ...opening])
      const writes = writesFor(rows).map((write) => write.compile())
      inOnePiece()
      // Behind a write that fails a commit undoes them all.
      const outcomes = await Promise.allSettled([...writes.map(send), client.query('commit')])
      return outcomes.every(({ status }) => status === 'fulfilled')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  })
}

/** No batch is taken until the work is done, by this process or another: the live tables stand still. Keep it short. */
export function whileStandingStill<T>(database: Database, work: () => Promise<T>): Promise<T> {
  return turnOf(database.kysely).runExclusive(() =>
    database.kind === 'embedded'
      ? work()
      : database.kysely.connection().execute(async (connection) => {
          await sql.raw(`select pg_advisory_lock(${LOCK})`).execute(connection)
          return work().finally(() => sql.raw(`select pg_advisory_unlock(${LOCK})`).execute(connection))
        }),
  )
}
