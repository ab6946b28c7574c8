import { type Kysely, sql } from 'kysely'

/** What admins prove themselves with after a password or a link. */
export async function createSecondFactors(kysely: Kysely<object>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(kysely)
}

const STATEMENTS = [
  `create table private.second_factors (
    admin_id integer primary key,
    encrypted_secret bytea,
    pending_secret bytea,
    last_step integer not null default 0
  )`,
  `create table private.recovery_codes (
    admin_id integer not null,
    code_hash text not null,
    primary key (admin_id, code_hash)
  )`,
  'alter table private.failed_sign_ins add column wrong_codes integer not null default 0',
]
