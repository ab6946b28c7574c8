import { type Kysely, sql } from 'kysely'

export async function addWhyRefused(kysely: Kysely<object>): Promise<void> {
  await sql.raw('alter table private.refused_picks add column because text').execute(kysely)
}
