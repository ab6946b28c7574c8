import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { AT_START } from '../../platform/event-store/checkpoint.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { CheckpointTables, Read, ReadTables } from '../read-models/read-tables.ts'
import { READ_TABLES } from '../read-models/read-tables.ts'
import { type AnyTable, createIndexes, createTable } from '../read-models/table.ts'
import { schemasShown } from './report-views.ts'

const opened = new WeakMap<Kysely<object>, Map<string, Read>>()

/** The tables of a schema: always the same object, because statements are kept with it. */
export function readSchema(kysely: Kysely<object>, schema: string): Read {
  const schemas = opened.get(kysely) ?? new Map<string, Read>()
  opened.set(kysely, schemas)
  const read = schemas.get(schema) ?? kysely.withSchema(schema).withTables<ReadTables>()
  schemas.set(schema, read)
  return read
}

/**
 * An embedded database builds indexes on the event loop, so it has those of readers at once. Throws when the
 * schema exists.
 */
export function createTables({ kind, kysely }: Database, schema: string): Promise<void> {
  return kysely.transaction().execute(async (transaction) => {
    await sql`create schema ${sql.id(schema)}`.execute(transaction)
    const read = readSchema(transaction, schema)
    for (const table of Object.values<AnyTable>(READ_TABLES)) {
      const late = kind === 'embedded' ? table.lateIndexes : []
      const indexes = createIndexes(read, table, [...(table.indexes ?? []), ...(late ?? [])])
      for (const statement of [createTable(read, table), ...indexes]) {
        await read.executeQuery(statement.compile())
        await setImmediate()
      }
    }
    await read
      .insertInto('checkpoint')
      .values({ ...AT_START, generation: 0 })
      .execute()
  })
}

export async function findCheckpoint(
  kysely: Kysely<object>,
  schema: string,
): Promise<CheckpointTables['checkpoint'] | null> {
  const { rows } = await sql<{ table: string | null }>`
    select to_regclass(${`${schema}.checkpoint`})::text as table`.execute(kysely)
  if (!rows[0]?.table) return null
  return (await readSchema(kysely, schema).selectFrom('checkpoint').selectAll().executeTakeFirst()) ?? null
}

/** Another once the tables have moved on, or were rebuilt. */
export async function tablesMark(read: Read): Promise<string> {
  const row = await read.selectFrom('checkpoint').select(['generation', 'position']).executeTakeFirst()
  return JSON.stringify(row ?? null)
}

export async function findPosition(kysely: Kysely<object>, schema: string): Promise<Position | null> {
  return (await findCheckpoint(kysely, schema))?.position ?? null
}

export async function setGeneration(
  kysely: Kysely<object>,
  schema: string,
  generation: number,
): Promise<void> {
  await readSchema(kysely, schema).updateTable('checkpoint').set({ generation }).execute()
}

export async function dropSchema(kysely: Kysely<object>, schema: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(kysely)
}

/** One that a process follows has its lock. */
export async function dropUnusedTables({ kysely, locks }: Database, schema: string): Promise<void> {
  const shown = await schemasShown(kysely)
  for (const other of await readSchemas(kysely)) {
    if (other === schema || other.startsWith(`${schema}_`) || shown.includes(other)) continue
    const lock = await locks.takeIfFree(other, 'exclusive')
    if (lock === null) continue
    await dropSchema(kysely, other).finally(() => lock.release())
  }
}

async function readSchemas(kysely: Kysely<object>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select nspname::text as name from pg_namespace where nspname ~ '^read(_|$)'`.execute(kysely)
  return rows.map(({ name }) => name)
}
