import { type Kysely, sql } from 'kysely'

/** A link by mail is good in the epoch of sessions in which it was asked for. Those that wait are asked for again. */
export async function createLinkEpochs(kysely: Kysely<object>): Promise<void> {
  await sql`delete from private.link_tokens`.execute(kysely)
  await sql`alter table private.link_tokens add column epoch integer not null`.execute(kysely)
}
