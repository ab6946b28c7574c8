import {
  type ColumnType,
  type Compilable,
  type CompiledQuery,
  type CreateTableBuilder,
  type Insertable,
  type Kysely,
  type Selectable,
  type SelectType,
  sql,
} from 'kysely'

export type Statements = readonly Compilable[]
export type NewRow = { into: AnyTable; row: object }

export type AnyTable = {
  name: string
  columns: Readonly<Record<string, string>>
  key: readonly string[]
  indexes?: readonly Index[]
  /** For questions only: on a server they are made at the end of a build. */
  lateIndexes?: readonly Index[]
  fillfactor?: number
}

export type Table<Row> = AnyTable & {
  columns: { readonly [Name in keyof Row]: Column<Row[Name]> }
  key: readonly (keyof Row)[]
}

export type RowOf<Of> = Of extends Table<infer Row> ? Row : never

type SqlType = 'text' | 'integer' | 'double precision' | 'boolean' | 'uuid' | 'json'
type Column<Value> = string & { readonly holds?: (value: Value) => Value }

/** What it holds is said once: rows have the type of their table. */
export const column = <Value>(
  type: null extends SelectType<Value> ? SqlType : `${SqlType} not null${'' | ' unique'}`,
) => type as Column<Value>

export const table = <Row>(of: Table<Row>): Table<Row> => of

type Index = { name: string; columns: readonly string[]; where: string | null }

/** Read as it is, written as it is or as its text. */
export type Json<T> = ColumnType<T, Readonly<T> | string, string | Extract<T, null>>

export const json = (value: unknown): string => JSON.stringify(value)

export function createTable<DB>(
  read: Kysely<DB>,
  { name, columns, key, fillfactor = 100 }: AnyTable,
): Compilable {
  let created: CreateTableBuilder<string, string> = read.schema.createTable(name)
  for (const [column, type] of Object.entries(columns)) created = created.addColumn(column, sql.raw(type))
  if (key.length > 0) created = created.addPrimaryKeyConstraint(`${name}_key`, [...key])
  return created.modifyEnd(sql`with (fillfactor = ${sql.lit(fillfactor)})`)
}

export const createIndexes = <DB>(
  read: Kysely<DB>,
  { name }: AnyTable,
  indexes: readonly Index[] = [],
): Compilable[] =>
  indexes.map((index) => {
    const created = read.schema
      .createIndex(index.name)
      .ifNotExists()
      .on(name)
      .columns([...index.columns])
    return index.where === null ? created : created.where(sql<boolean>`${sql.raw(index.where)}`)
  })

export const newRow = <Row>(into: Table<Row>, row: Insertable<Row>): NewRow => ({ into, row: row as object })

export const insert = <DB>(read: Kysely<DB>, table: AnyTable, rows: readonly object[]): Statements =>
  rows.length === 0 ? [] : [withRows(read, `insert ${table.name}`, rows, () => insertion(read, table))]

export function upsert<DB, Row>(
  read: Kysely<DB>,
  table: Table<Row>,
  rows: readonly Insertable<Row>[],
): Statements {
  const names = Object.keys(table.columns).filter((name) => !table.key.some((column) => column === name))
  const make = () =>
    insertion(read, table).onConflict((conflict) =>
      conflict
        .columns([...table.key])
        .doUpdateSet((eb) => Object.fromEntries(names.map((name) => [name, eb.ref(`excluded.${name}`)]))),
    )
  return rows.length === 0 ? [] : [withRows(read, `upsert ${table.name}`, rows, make)]
}

export const remove = <DB, Row>(
  read: Kysely<DB>,
  table: Table<Row>,
  keys: readonly Partial<Selectable<Row>>[],
): Statements =>
  keys.length === 0 ? [] : [withRows(read, `remove ${table.name}`, keys, () => removal(read, table))]

function insertion<DB>(read: Kysely<DB>, { name: table, columns }: AnyTable) {
  const names = Object.keys(columns)
  const isJson = (name: string) => columns[name]?.startsWith('json')
  // What is written as a text is not parsed on the way: as json its escapes would be, and some refused.
  const types = names.map((name) => [name, isJson(name) ? 'text' : typeOf(columns[name])])
  const source = loose(read)
    .selectFrom(rowsAs<Record<string, unknown>>([], Object.fromEntries(types)))
    .select(names.map((name) => (isJson(name) ? sql`${sql.ref(name)}::json`.as(name) : name)))
  return loose(read).insertInto(table).columns(names).expression(source)
}

function removal<DB>(read: Kysely<DB>, { name: table, columns, key }: AnyTable) {
  const types = Object.fromEntries(key.map((name) => [name, typeOf(columns[name])]))
  return key.reduce(
    (removed, name) => removed.whereRef(`${table}.${name}`, '=', `row.${name}`),
    loose(read).deleteFrom(table).using(rowsAs<Record<string, unknown>>([], types)),
  )
}

const typeOf = (column = '') => column.split(' not')[0] ?? column

export function rowsAs<Row extends object>(rows: readonly Row[], types: { [Name in keyof Row]: string }) {
  const columns = Object.entries<string>(types).map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`)
  return sql<Row>`json_to_recordset(${json(rows)}::json)`.as<'row'>(sql`row (${sql.join(columns)})`)
}

const made = new WeakMap<object, Map<string, CompiledQuery<never>>>()

/** One parameter holds all rows. The text is made once for each name: four of them take a tenth of the time of a pick. */
export function withRows<Result>(
  read: object,
  name: string,
  rows: readonly object[],
  make: () => Compilable<Result>,
): Compilable<Result> {
  const known = made.get(read) ?? new Map<string, CompiledQuery<Result>>()
  made.set(read, known)
  const statement = known.get(name) ?? make().compile()
  known.set(name, statement)
  return { compile: () => ({ ...statement, parameters: [json(rows)] }) }
}

const loose = (read: object) => read as Kysely<Record<string, Record<string, unknown>>>
