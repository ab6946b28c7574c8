import { type Kysely, sql } from 'kysely'

/** Who is signed in where, and more than one link by mail that is good at the same time. */
export async function createSessions(kysely: Kysely<object>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(kysely)
}

const STATEMENTS = [
  `create table private.sessions (
    id uuid primary key,
    admin_id integer not null,
    epoch integer not null,
    device text not null,
    network text not null,
    created_at text not null,
    last_used_at text not null,
    expires_at text not null
  )`,
  'create index sessions_admin on private.sessions (admin_id)',
  'alter table private.link_tokens drop constraint link_tokens_pkey, drop constraint link_tokens_token_hash_key',
  'alter table private.link_tokens add primary key (token_hash)',
  'create index link_tokens_admin on private.link_tokens (admin_id, kind)',
]
