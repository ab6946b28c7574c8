import { type Kysely, sql } from 'kysely'

/** Links by mail that sign in or reset a password, failed sign-ins, and mails whose text must not outlive their sending. */
export async function createSignIn(kysely: Kysely<object>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(kysely)
}

const STATEMENTS = [
  `create table private.link_tokens (
    admin_id integer not null,
    kind text not null,
    token_hash text not null unique,
    expires_at text not null,
    primary key (admin_id, kind)
  )`,
  `create table private.login_failures (
    address_key text primary key,
    failures integer not null,
    last_failed_at text not null
  )`,
  'alter table private.outbox add column confidential boolean not null default false',
]
