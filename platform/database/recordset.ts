import { sql } from 'kysely'
import type { PrivateTables } from './private-schema.ts'

/** Rows of a private table as `row`, in one parameter: PostgreSQL takes 65,535 of them at most. */
export const recordset = <Table extends keyof PrivateTables>(
  table: Table,
  rows: readonly PrivateTables[Table][],
) =>
  sql<
    PrivateTables[Table]
  >`json_populate_recordset(null::${sql.table(`private.${table}`)}, ${JSON.stringify(rows)}::json)`.as<'row'>(
    sql`row`,
  )
