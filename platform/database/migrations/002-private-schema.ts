import { type Kysely, sql } from 'kysely'

export async function createPrivateSchema(kysely: Kysely<object>): Promise<void> {
  for (const statement of [IDS, ACCOUNTS, MAILS, THE_REST]) await sql.raw(statement).execute(kysely)
}

const IDS = `
  create sequence private.player_ids;
  create sequence private.season_ids;
  create sequence private.round_ids;
  create sequence private.admin_ids;
  create sequence private.champion_ids;`

const ACCOUNTS = `
  create table private.credentials (
    admin_id integer primary key,
    password_hash text,
    session_epoch integer not null default 0
  );
  create table private.sessions (
    id uuid primary key,
    admin_id integer not null,
    epoch integer not null,
    device text not null,
    network text not null,
    created_at text not null,
    last_used_at text not null,
    expires_at text not null,
    proven_at text
  );
  create index sessions_admin on private.sessions (admin_id);
  create table private.link_tokens (
    admin_id integer not null,
    kind text not null,
    token_hash text primary key,
    expires_at text not null,
    epoch integer not null
  );
  create index link_tokens_admin on private.link_tokens (admin_id, kind);
  create table private.login_failures (
    address_key text primary key,
    failures integer not null,
    last_failed_at text not null
  );
  create table private.failed_sign_ins (
    admin_id integer primary key,
    failures integer not null,
    wrong_codes integer not null default 0
  );
  create table private.second_factors (
    admin_id integer primary key,
    encrypted_secret bytea,
    pending_secret bytea,
    last_step integer not null default 0
  );
  create table private.recovery_codes (
    admin_id integer not null,
    code_hash text not null,
    primary key (admin_id, code_hash)
  );`

const MAILS = `
  create table private.mails (
    id uuid primary key,
    template text not null,
    round_id integer,
    season_id integer,
    position text,
    sender_name text not null default '',
    recipient_name text not null,
    recipient_address text not null,
    subject text not null,
    body_text text not null,
    body_html text not null,
    unsubscribe_url text,
    state text not null,
    attempts integer not null default 0,
    unanswered integer not null default 0,
    reply text,
    created_at text not null,
    due_at text not null,
    useless_at text,
    sent_at text,
    confidential boolean not null default false,
    names_others boolean not null
  );
  create index mails_due on private.mails (due_at) where state = 'queued';
  create index mails_of_round on private.mails (round_id);
  create table private.notices (
    mail_id uuid references private.mails (id) on delete cascade,
    occasion uuid not null,
    player_id integer not null,
    round_id integer,
    template text not null,
    season_id integer,
    position text not null,
    day text,
    created_at text not null,
    due_at text not null,
    useless_at text,
    state text,
    reply text,
    primary key (occasion, player_id)
  );
  create index notices_of_mail on private.notices (mail_id);
  create index notices_of_player on private.notices (player_id);
  create index notices_of_round on private.notices (round_id, player_id);
  create index notices_of_season on private.notices (season_id) where round_id is null;
  create index notices_waiting on private.notices (due_at) where mail_id is null and state is null;`

/** Of refused picks at most twenty before the lock and twenty after it for each link, and never a value. */
const THE_REST = `
  create table private.keys (
    name text primary key,
    value text not null
  );
  create table private.checkpoints (
    name text primary key,
    position text not null,
    stream text,
    revision integer,
    event_id uuid
  );
  create table private.sample_data (
    kind text not null,
    id integer not null,
    primary key (kind, id)
  );
  create table private.idempotency_keys (
    key_hash text primary key,
    request_hash text not null,
    created_at text not null,
    leased_until text not null,
    drawn_id integer,
    status integer,
    sealed_body bytea
  );
  create index idempotency_keys_created on private.idempotency_keys (created_at);
  create table private.refused_picks (
    round_id integer not null,
    player_id integer not null,
    late boolean not null,
    number integer not null check (number between 1 and 20),
    refused_at text not null,
    locks_at text not null,
    because text,
    primary key (round_id, player_id, late, number)
  );
  create table private.join_requests (
    id uuid primary key,
    season_id integer not null,
    generation integer not null,
    name text not null,
    email text not null,
    person text not null,
    token_hash text unique,
    state text not null,
    player_id integer,
    asked_at text not null,
    expires_at text not null
  );
  create index join_requests_person on private.join_requests (season_id, person);`
