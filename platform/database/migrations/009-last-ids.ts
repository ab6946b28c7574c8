import { type Kysely, sql } from 'kysely'
import { LAST_IDS } from './001-log.ts'

export async function addLastIds(kysely: Kysely<object>): Promise<void> {
  await sql.raw(LAST_IDS).execute(kysely)
}
