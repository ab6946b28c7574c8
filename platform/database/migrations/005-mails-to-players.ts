import { type Kysely, sql } from 'kysely'

/** A mail may be for several players at one address, is written when it is sent, and is handed over twice at most. */
export async function createMailsToPlayers(kysely: Kysely<object>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(kysely)
}

const STATEMENTS = [
  'alter table vault.outbox add column season_id integer',
  'alter table vault.outbox add column position text',
  'alter table vault.outbox add column unanswered integer not null default 0',
  'alter table vault.outbox add column unsubscribe_url text',
  `create table vault.outbox_players (
    mail_id uuid not null references vault.outbox (id) on delete cascade,
    occasion uuid not null,
    player_id integer not null,
    primary key (occasion, player_id)
  )`,
  'create index outbox_players_of_mail on vault.outbox_players (mail_id)',
  'create index outbox_players_of_player on vault.outbox_players (player_id)',
  `insert into vault.outbox_players (mail_id, occasion, player_id)
    select id, id, player_id from vault.outbox where player_id is not null`,
  'alter table vault.outbox drop column player_id',
  'create index outbox_of_round on vault.outbox (round_id)',
]
