import { type Kysely, sql } from 'kysely'

/** When a sign-in showed the password; unknown of those before. */
export async function addProvenSessions(kysely: Kysely<object>): Promise<void> {
  await sql.raw('alter table private.sessions add column proven_at text').execute(kysely)
}
