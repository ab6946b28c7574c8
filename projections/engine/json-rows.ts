import { type ColumnType, sql } from 'kysely'

/** However many rows, one statement of one shape: as a source to insert from. Types are those of the columns. */
export function rowsAs<Row extends object>(
  rows: readonly Row[],
  types: { [Column in keyof Row]: 'text' | 'integer' | 'double precision' | 'boolean' | 'uuid' | 'json' },
) {
  const columns = Object.entries(types).map(([name, type]) => sql`${sql.id(name)} ${sql.raw(String(type))}`)
  return sql<Row>`json_to_recordset(${json(rows)}::json)`.as<'row'>(sql`row (${sql.join(columns)})`)
}

/** A json column: read as it is, written as text. */
export type Json<T> = ColumnType<T, string | Extract<T, null>, string | Extract<T, null>>

/** A value for a json column. */
export const json = (value: unknown): string => JSON.stringify(value)
