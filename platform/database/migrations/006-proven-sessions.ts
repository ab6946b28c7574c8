import { type Kysely, sql } from 'kysely'

export async function addProvenSessions(kysely: Kysely<object>): Promise<void> {
  await sql.raw('alter table private.sessions add column proven_at text').execute(kysely)
}
