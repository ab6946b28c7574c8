import { type Kysely, sql } from 'kysely'

/**
 * What must never be in the log, and what no rebuild may touch: id sequences, password hashes, keys, mail, and how far
 * reactions have come.
 */
export async function createPrivateSchema(kysely: Kysely<object>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(kysely)
}

const STATEMENTS = [
  'create sequence private.player_ids',
  'create sequence private.season_ids',
  'create sequence private.round_ids',
  'create sequence private.admin_ids',
  `create table private.keys (
    name text primary key,
    value text not null
  )`,
  `create table private.credentials (
    admin_id integer primary key,
    password_hash text,
    session_epoch integer not null default 0
  )`,
  `create table private.checkpoints (
    name text primary key,
    position text not null
  )`,
  `create table private.outbox (
    id uuid primary key,
    template text not null,
    round_id integer,
    player_id integer,
    recipient_name text not null,
    recipient_address text not null,
    subject text not null,
    body_text text not null,
    body_html text not null,
    state text not null,
    attempts integer not null default 0,
    reply text,
    created_at text not null,
    due_at text not null,
    useless_at text,
    sent_at text
  )`,
  `create index outbox_due on private.outbox (due_at) where state = 'queued'`,
]
