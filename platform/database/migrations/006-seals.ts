import { type Kysely, sql } from 'kysely'

/** The seals over the log: append only, like the log itself. A seal is named by its number, so that nobody makes it twice. */
export async function createSeals(kysely: Kysely<unknown>): Promise<void> {
  for (const statement of [TABLE, INDEX, TRIGGER]) await sql.raw(statement).execute(kysely)
}

/**
 * `events` counts all that are sealed so far, `digests` holds 32 bytes for each new one. Positions sort as bytes; in a copy of
 * the log, a seal whose events are all gone shares the position of the one before.
 */
const TABLE = `
  create table log.seals (
    number integer primary key,
    events integer not null,
    position text collate "C" not null,
    digests bytea not null,
    head bytea not null,
    sealed_at text not null
  )`

const INDEX = 'create index seals_by_position on log.seals (position)'

const TRIGGER = `
  create trigger seals_stay before update or delete or truncate on log.seals
    for each statement execute function log.refuse_change()`
