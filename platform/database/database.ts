import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Locks } from './locks.ts'

/** Read from the log, and written to the tables, at once: an embedded database works on the event loop, where others must be heard in between. */
export const BATCH_EVENTS = { embedded: 300, server: 500 }

export type Database = {
  kind: 'embedded' | 'server'
  pool: pg.Pool
  /** A room adds its tables: `kysely.withSchema('private').withTables<PrivateTables>()`. */
  kysely: Kysely<object>
  /** For readers. On a server with connections of its own, so that no change waits for them. */
  reads: Kysely<object>
  /** Call before every write. Throws DiskFull. */
  refuseWhenFull(): Promise<void>
  /** For what is decided outside the log, or on two of its streams. */
  locks: Locks
  close(): Promise<void>
}

export type OnError = (error: unknown) => void

export class DiskFull extends Error {
  constructor(folder: string, freeBytes: number, neededBytes: number) {
    const [free, needed] = [freeBytes, neededBytes].map((bytes) => Math.floor(bytes / 2 ** 20))
    super(`Only ${free} MiB are free in ${folder}: nothing is saved until there are ${needed}`)
    this.name = 'DiskFull'
  }
}
