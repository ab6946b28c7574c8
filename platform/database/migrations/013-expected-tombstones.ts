import { type Kysely, sql } from 'kysely'

/** A tombstone expects where the stream ends, so that nothing goes unseen with it; null expects nothing. */
export async function expectBeforeTombstones(kysely: Kysely<object>): Promise<void> {
  await sql
    .raw(`
    create function log.tombstone_at(name text, expected integer, out done boolean, out head integer)
    language plpgsql as $$
    begin
      perform log.take_turn();
      select max(revision) into head from log.events where stream = name;
      done := log.is_tombstoned(name) or expected is null or head is not distinct from expected;
      if not done then
        return;
      end if;
      insert into log.tombstones (stream) values (name) on conflict do nothing;
      delete from log.events where stream = name;
    end
    $$;
    drop function log.tombstone(text)`)
    .execute(kysely)
}
