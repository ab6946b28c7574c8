import { type Kysely, sql } from 'kysely'

/** Every row of every table of a schema, as text, by table; the order of the rows says nothing. */
export async function tablesOf(kysely: Kysely<object>, schema: string): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`
    select table_name::text as name from information_schema.tables where table_schema = ${schema} order by 1
  `.execute(kysely)
  const dump: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'generation')::text as row from ${sql.id(schema, name)} t`.execute(kysely)
    dump[name] = rows.map(({ row }) => row).sort()
  }
  return dump
}
