import type { Database, OnError } from '../database/database.ts'

const TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname || '.' || tablename ~ '^(log.events|private.mails|private.join_requests|read_.*[.](documents|history))$'`
const NOT_ALLOWED = '42501'

/** Deleted rows stay readable in files until their space is used again. A server is only vacuumed, which blocks nobody. */
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
