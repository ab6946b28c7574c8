import { type Kysely, sql } from 'kysely'

export async function addRoundsOfMails(kysely: Kysely<object>): Promise<void> {
  await sql.raw('alter table private.outbox_players add column round_id integer').execute(kysely)
  await sql
    .raw(
      'create index outbox_players_of_round on private.outbox_players (round_id) where round_id is not null',
    )
    .execute(kysely)
}
