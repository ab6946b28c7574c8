import { type Kysely, sql } from 'kysely'

/** The first answer to each request that came with a key. */
export async function createIdempotencyKeys(kysely: Kysely<object>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(kysely)
}

const STATEMENTS = [
  `create table private.idempotency_keys (
    key_hash text primary key,
    request_hash text not null,
    created_at text not null,
    leased_until text not null,
    drawn_id integer,
    status integer,
    sealed_body bytea
  )`,
  'create index idempotency_keys_created on private.idempotency_keys (created_at)',
]
