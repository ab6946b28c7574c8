import { type Kysely, sql } from 'kysely'
import { createLogIn } from '../database/migrations/001-log.ts'

const AS_MADE = 'log_as_made'

/** Runs the migration of the log again under another name, compares, and rolls back. */
export async function checkLogSchema(kysely: Kysely<object>): Promise<string[]> {
  const transaction = await kysely.startTransaction().execute()
  try {
    await createLogIn(AS_MADE, transaction)
    const made = await partsOf(transaction, AS_MADE)
    const found = await partsOf(transaction, 'log')
    return [...new Set([...made.keys(), ...found.keys()])].flatMap((name) => {
      if (!found.has(name)) return [`${name} is missing`]
      if (!made.has(name)) return [`${name} was added`]
      return found.get(name) === made.get(name) ? [] : [`${name} was changed`]
    })
  } finally {
    await transaction.rollback().execute()
  }
}

type Part = { name: string; definition: string | null }

async function partsOf(kysely: Kysely<object>, schema: string): Promise<Map<string, string | null>> {
  const { rows } = await sql<Part>`
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
    union all select format('the child table %s of log.%s', inhrelid::regclass, relname), null
      from ours join pg_inherits on inhparent = oid
    union all select format('the function %s', oid::regprocedure), pg_get_functiondef(oid)
      from pg_proc where pronamespace = to_regnamespace(${schema}) and prokind in ('f', 'p')`.execute(kysely)
  const asLog = (text: string | null) => text?.replaceAll(`${AS_MADE}.`, 'log.') ?? null
  return new Map(rows.map(({ name, definition }) => [asLog(name) ?? '', asLog(definition)]))
}
