import { type Kysely, sql } from 'kysely'

/** What a request with an Idempotency-Key was answered. */
export async function createIdempotencyKeys(kysely: Kysely<object>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(kysely)
}

const STATEMENTS = [
  `create table vault.idempotency_keys (
    caller text not null,
    key_hash text not null,
    request_hash text not null,
    claimed_at text not null,
    status integer,
    answer text,
    primary key (caller, key_hash)
  )`,
  'create index idempotency_keys_claimed on vault.idempotency_keys (claimed_at)',
]
