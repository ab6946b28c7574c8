import { type Kysely, sql } from 'kysely'

/** A mail may be for several players at one address, is written when it is sent, and is handed over twice at most. */
export async function createMailsToPlayers(kysely: Kysely<object>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(kysely)
}

const STATEMENTS = [
  'alter table private.outbox add column season_id integer',
  'alter table private.outbox add column position text',
  'alter table private.outbox add column unanswered integer not null default 0',
  'alter table private.outbox add column unsubscribe_url text',
  `create table private.outbox_players (
    mail_id uuid not null references private.outbox (id) on delete cascade,
    occasion uuid not null,
    player_id integer not null,
    primary key (occasion, player_id)
  )`,
  'create index outbox_players_of_mail on private.outbox_players (mail_id)',
  'create index outbox_players_of_player on private.outbox_players (player_id)',
  `insert into private.outbox_players (mail_id, occasion, player_id)
    select id, id, player_id from private.outbox where player_id is not null`,
  'alter table private.outbox drop column player_id',
  'create index outbox_of_round on private.outbox (round_id)',
]
