import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Locks } from './locks.ts'

/** The Postgres we stand on: inside this process (`embedded`) or on a server. Both speak through one driver. */
export type Database = {
  kind: 'embedded' | 'server'
  pool: pg.Pool
  /** A room brings its own tables: `kysely.withSchema('private').withTables<PrivateTables>()`. */
  kysely: Kysely<object>
  /** For what people look at. On a server it has connections of its own, so that no change waits for those who look. */
  reads: Kysely<object>
  /** Call before every write. Throws DiskFull before it comes to an embedded database that no longer answers. */
  refuseWhenFull(): Promise<void>
  /** For what is decided outside the log, or on two of its streams. */
  locks: Locks
  close(): Promise<void>
}

/** Told of an error that no caller can see, such as a connection that broke while it was idle. */
export type OnError = (error: unknown) => void

/** So little disk is left that nothing is written any more. Reading goes on. */
export class DiskFull extends Error {
  constructor(folder: string, freeBytes: number, neededBytes: number) {
    const [free, needed] = [freeBytes, neededBytes].map((bytes) => Math.floor(bytes / 2 ** 20))
    super(`Only ${free} MiB are free in ${folder}: nothing is saved until there are ${needed}`)
    this.name = 'DiskFull'
  }
}
