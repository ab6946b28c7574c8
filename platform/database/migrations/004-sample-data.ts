import { type Kysely, sql } from 'kysely'

/** What seeding made, so that clearing removes exactly that. */
export async function createSampleData(kysely: Kysely<object>): Promise<void> {
  await sql`create table private.sample_data (
    kind text not null,
    id integer not null,
    primary key (kind, id)
  )`.execute(kysely)
}
