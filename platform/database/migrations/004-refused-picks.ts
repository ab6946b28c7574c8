import { type Kysely, sql } from 'kysely'

/** At most twenty before the lock and twenty after it for each link, and never a value. */
export async function addRefusedPicks(kysely: Kysely<object>): Promise<void> {
  const statement = `
    create table private.refused_picks (
      round_id integer not null,
      player_id integer not null,
      late boolean not null,
      number integer not null check (number between 1 and 20),
      refused_at text not null,
      locks_at text not null,
      primary key (round_id, player_id, late, number)
    )`
  await sql.raw(statement).execute(kysely)
}
