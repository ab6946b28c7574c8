import { type Kysely, sql } from 'kysely'

/** Why a pick was refused; unknown of those before. */
export async function addWhyRefused(kysely: Kysely<object>): Promise<void> {
  await sql.raw('alter table private.refused_picks add column because text').execute(kysely)
}
