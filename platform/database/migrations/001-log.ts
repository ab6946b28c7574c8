import { type Kysely, sql } from 'kysely'
import { LOG_FORMAT } from '../../../domain/settings/installation.ts'

export const createLog = (kysely: Kysely<unknown>) => createLogIn('log', kysely)

export async function createLogIn(schema: string, kysely: Kysely<unknown>): Promise<void> {
  await sql`create schema ${sql.ref(schema)}`.execute(kysely)
  for (const statement of [TABLES, TRIGGERS, LOCK, APPEND, LAST_IDS, TOMBSTONE, SEALS]) {
    await sql.raw(statement.replaceAll('log.', `${schema}.`)).execute(kysely)
  }
}

/** `json` keeps an event as it was written. `append_end`: the last event of its append, so that no reader tears one apart. */
const TABLES = `
  create sequence log.positions;
  create table log.events (
    position bigint primary key check (position > 0),
    append_end bigint not null,
    stream text not null,
    revision integer not null,
    event_id uuid not null constraint events_event_id_unique unique,
    type text not null,
    data json not null,
    metadata json not null,
    recorded_at timestamptz not null default clock_timestamp(),
    unique (stream, revision)
  );
  create table log.format (version integer not null);
  insert into log.format values (${LOG_FORMAT});
  create table log.tombstones (
    stream text primary key,
    tombstoned_at timestamptz not null default clock_timestamp()
  );`

const TRIGGERS = `
  create function log.is_tombstoned(name text) returns boolean language sql stable as $$
    select exists (select from log.tombstones where stream = name)
  $$;
  create function log.refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The log is append only: % of %.% is refused', tg_op, tg_table_schema, tg_table_name;
    end
  $$;
  create trigger events_stay before update or truncate on log.events
    for each statement execute function log.refuse_change();
  create trigger events_go_with_their_stream before delete on log.events
    for each row when (not log.is_tombstoned(old.stream)) execute function log.refuse_change();
  create trigger tombstones_stay before update or delete or truncate on log.tombstones
    for each statement execute function log.refuse_change();`

/** One writer at a time: positions become visible in their order. */
const LOCK = `
  create function log.lock_until_commit() returns void language sql as $$
    select pg_advisory_xact_lock(hashtextextended('log.append', 0))
  $$;`

/** A function keeps its plan: one made while the log was small would read it whole. */
const APPEND = `
  create function log.append(
    to_stream text, expected text, ids uuid[], types text[], datas json[], metadatas json[],
    out outcome text, out head integer, out last_position bigint
  ) language plpgsql set enable_seqscan = off as $$
  declare
    size constant integer := cardinality(ids);
  begin
    perform log.lock_until_commit();
    if log.is_tombstoned(to_stream) then
      outcome := 'tombstoned';
      return;
    end if;

    select append_end into last_position from log.events where event_id = any (ids) limit 1;
    if found then
      select max(revision), case when array_agg(event_id order by revision) = ids then 'appended' else 'id_taken' end
        into head, outcome
        from log.events where stream = to_stream and append_end = last_position;
      return;
    end if;

    select max(revision) into head from log.events where stream = to_stream;
    if not (case expected
      when 'any' then true
      when 'no_stream' then head is null
      when 'stream_exists' then head is not null
      else head is not distinct from expected::integer
    end) then
      outcome := 'conflict';
      return;
    end if;

    last_position := setval('log.positions', nextval('log.positions') + size - 1);
    insert into log.events (position, append_end, stream, revision, event_id, type, data, metadata)
      select last_position - size + place, last_position, to_stream, coalesce(head, -1) + place, id, type, data, metadata
      from unnest(ids, types, datas, metadatas) with ordinality as given (id, type, data, metadata, place);
    perform pg_notify('log', '');
    head := coalesce(head, -1) + size;
    outcome := 'appended';
  end
  $$;`

/** A function looks again: what came while the append waited for its turn is seen. */
const LAST_IDS = `
  create function log.last_ids(streams text[]) returns uuid[]
  language plpgsql set enable_seqscan = off as $$
  begin
    return array(
      select (select event_id from log.events where stream = name order by revision desc limit 1)
      from unnest(streams) with ordinality as given (name, place) order by place
    );
  end
  $$;`

const TOMBSTONE = `
  create function log.tombstone(name text, expected integer, out done boolean, out head integer)
  language plpgsql set enable_seqscan = off as $$
  begin
    perform log.lock_until_commit();
    select max(revision) into head from log.events where stream = name;
    done := log.is_tombstoned(name) or expected is null or head is not distinct from expected;
    if not done then
      return;
    end if;
    insert into log.tombstones (stream) values (name) on conflict do nothing;
    delete from log.events where stream = name;
  end
  $$;`

/** A seal is named by its number: nobody makes it twice. `events` counts all that are sealed; 32 bytes for each digest. */
const SEALS = `
  create table log.seals (
    number integer primary key,
    events integer not null,
    position text collate "C" not null,
    digests bytea not null,
    head bytea not null,
    sealed_at text not null
  );
  create index seals_by_position on log.seals (position);
  create trigger seals_stay before update or delete or truncate on log.seals
    for each statement execute function log.refuse_change();`
