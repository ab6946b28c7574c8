import type { Database, OnError } from '../database/database.ts'

/** Where names and addresses stand. */
const TABLES = ['log.events', 'private.outbox', 'read.players', 'read.admins']
const NOT_ALLOWED = '42501'

/**
 * Rows that are gone stay readable in the files of the database until their space is used again, and in the write-ahead log.
 * Embedded, the tables are written anew; on a server they are vacuumed, which keeps nobody waiting. What the role may not
 * do is left to those who run the server.
 */
export async function sweepTraces({ kind, pool }: Database, onError: OnError): Promise<void> {
  const vacuum = kind === 'embedded' ? 'vacuum full' : 'vacuum'
  const steps = [...TABLES.map((table) => `${vacuum} ${table}`), 'select pg_switch_wal()', 'checkpoint']
  for (const step of steps) {
    await pool.query(step).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === NOT_ALLOWED)) onError(error)
    })
  }
}
