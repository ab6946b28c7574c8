import type { Database, OnError } from '../database/database.ts'

/** Tables that hold names and addresses: the read tables of every version. */
const TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname || '.' || tablename ~ '^(log.events|private.outbox|read_.*[.](players|admins|documents))$'`
const NOT_ALLOWED = '42501'

/**
 * Rows that are gone stay readable in the files of the database until their space is used again, and in the write-ahead log.
 * Embedded, the tables are written anew; on a server they are vacuumed, which keeps nobody waiting. What the role may not
 * do is left to those who run the server.
 */
export async function sweepTraces({ kind, pool }: Database, onError: OnError): Promise<void> {
  const vacuum = kind === 'embedded' ? 'vacuum full' : 'vacuum'
  const { rows } = await pool.query<{ name: string }>(TABLES)
  const steps = [...rows.map(({ name }) => `${vacuum} ${name}`), 'select pg_switch_wal()', 'checkpoint']
  for (const step of steps) {
    await pool.query(step).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === NOT_ALLOWED)) onError(error)
    })
  }
}
