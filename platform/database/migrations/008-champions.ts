import { type Kysely, sql } from 'kysely'

export async function addChampionIds(kysely: Kysely<object>): Promise<void> {
  await sql.raw('create sequence private.champion_ids').execute(kysely)
}
