import { type Kysely, sql } from 'kysely'
import { createLogIn } from '../database/migrations/001-log.ts'
import type { EventStore } from '../event-store/event-store.ts'
import { readOrGone } from '../event-store/streams.ts'
import { erasedStreams } from './erased-places.ts'

const AS_MADE = 'log_as_made'

/** What no seal covers: definitions of tables, ends of appends, closed streams. A sentence for each that is wrong. */
export async function checkLogTables(kysely: Kysely<object>, store: EventStore): Promise<string[]> {
  const erased = await erasedStreams(store)
  const { rows: closed } = await sql<{ stream: string }>`select stream from log.tombstones`.execute(kysely)
  const open: string[] = []
  for (const stream of erased) if ((await readOrGone(store, stream)) !== null) open.push(stream)
  const unexplained = closed.map(({ stream }) => stream).filter((stream) => !erased.includes(stream))
  return [
    ...(await changedDefinitions(kysely)),
    ...(await misplacedEvents(kysely)),
    ...unexplained.map((stream) => `the stream ${stream} is closed, and no erasure says why`),
    ...open.map((stream) => `the stream ${stream} is open, although an erasure closed it`),
  ]
}

/** Runs the migration of the log again under another name, compares, and rolls back. */
async function changedDefinitions(kysely: Kysely<object>): Promise<string[]> {
  const transaction = await kysely.startTransaction().execute()
  try {
    await createLogIn(AS_MADE, transaction)
    const made = await definitionsIn(transaction, AS_MADE)
    const found = await definitionsIn(transaction, 'log')
    const names = new Set([...made.keys(), ...found.keys()])
    return [...names]
      .filter((name) => made.get(name) !== found.get(name))
      .map((name) => `${name} is not as the server makes it`)
  } finally {
    await transaction.rollback().execute()
  }
}

async function definitionsIn(kysely: Kysely<object>, schema: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    with ours as (
      select oid, relname, concat_ws(' ', relkind, relpersistence, relrowsecurity, relforcerowsecurity) as kind
      from pg_class
      where relnamespace = to_regnamespace(${schema}) and relname in ('events', 'format', 'tombstones', 'seals')
    )
    select format('the table log.%s', relname) as name, kind as definition from ours
    union all select format('the column %s of log.%s', attname, relname),
      concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attcollation, pg_get_expr(adbin, adrelid))
      from ours join pg_attribute on attrelid = oid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum where attnum > 0 and not attisdropped
    union all select format('the constraint %s of log.%s', conname, relname),
      concat_ws(' ', pg_get_constraintdef(part.oid), convalidated)
      from ours join pg_constraint part on conrelid = ours.oid
    union all select format('the index %s', indexrelid::regclass), concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid)
      from ours join pg_index on indrelid = oid
    union all select format('the trigger %s of log.%s', tgname, relname), concat_ws(' ', pg_get_triggerdef(part.oid), tgenabled)
      from ours join pg_trigger part on tgrelid = ours.oid where not tgisinternal
    union all select format('the rule %s of log.%s', rulename, relname), pg_get_ruledef(part.oid)
      from ours join pg_rewrite part on ev_class = ours.oid
    union all select format('the child table %s of log.%s', inhrelid::regclass, relname), ''
      from ours join pg_inherits on inhparent = oid
    union all select format('the function %s', oid::regprocedure), pg_get_functiondef(oid)
      from pg_proc where pronamespace = to_regnamespace(${schema}) and prokind in ('f', 'p')`.execute(kysely)
  const asLog = (text: string) => text.replaceAll(`${AS_MADE}.`, 'log.')
  return new Map(rows.map(({ name, definition }) => [asLog(name), asLog(definition)]))
}

async function misplacedEvents(kysely: Kysely<object>): Promise<string[]> {
  const { rows } = await sql<{ sentence: string }>`
    select format('%s at position %s (%s, revision %s) %s', type, position, stream, revision,
      case when is_closed then 'was left in a closed stream' else 'names another end of its append' end) as sentence
    from (
      select *, stream in (select stream from log.tombstones) as is_closed, lead(append_end) over log as next_end,
        lead(stream) over log as next_stream, lead(command) over log as next_command
      from (select *, substring(metadata::text from '"commandId"\\s*:\\s*"([^"]*)"') as command from only log.events) event
      window log as (order by position)
    ) event
    where is_closed or append_end < position
      or append_end > position and (next_end, next_stream, next_command) is distinct from (append_end, stream, command)
    order by position limit 20`.execute(kysely)
  return rows.map(({ sentence }) => sentence)
}
