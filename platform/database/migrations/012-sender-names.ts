import { type Kysely, sql } from 'kysely'

/** Whose mail it is, in words: the league's name at the time. */
export async function addSenderNames(kysely: Kysely<object>): Promise<void> {
  await sql`alter table private.outbox add column sender_name text not null default ''`.execute(kysely)
}
