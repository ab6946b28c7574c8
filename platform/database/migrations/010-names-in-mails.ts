import { type Kysely, sql } from 'kysely'

/** An erasure takes the text of all that were written before. */
export async function addNamesInMails(kysely: Kysely<object>): Promise<void> {
  await sql
    .raw('alter table private.mails add column names_others boolean not null default true')
    .execute(kysely)
}
