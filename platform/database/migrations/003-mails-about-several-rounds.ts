import { type Kysely, sql } from 'kysely'

/** One mail may tell of several rounds: then each of its occasions names the round that it is about. */
export async function addRoundsOfMails(kysely: Kysely<object>): Promise<void> {
  await sql.raw('alter table private.outbox_players add column round_id integer').execute(kysely)
  await sql
    .raw(
      'create index outbox_players_of_round on private.outbox_players (round_id) where round_id is not null',
    )
    .execute(kysely)
}
