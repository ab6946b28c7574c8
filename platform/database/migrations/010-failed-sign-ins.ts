import { type Kysely, sql } from 'kysely'

/** How often signing in failed since an admin last did it: a lock forgets after a while. */
export async function createFailedSignIns(kysely: Kysely<object>): Promise<void> {
  await sql.raw(TABLE).execute(kysely)
}

const TABLE = `create table private.failed_sign_ins (
  admin_id integer primary key,
  failures integer not null
)`
