import { type Kysely, sql } from 'kysely'
import type { Instant } from '../../domain/event.ts'

/** Mail is left out, and the name of the installation: a copy gets one of its own. `expires_at` has passed: as good as gone. */
export const PRIVATE_TABLES = {
  keys: sql`name <> 'installation'`,
  credentials: sql`true`,
  sessions: null,
  link_tokens: null,
  login_failures: sql`true`,
  failed_sign_ins: sql`true`,
  second_factors: sql`true`,
  recovery_codes: sql`true`,
  refused_picks: sql`true`,
  join_requests: null,
  sample_data: sql`true`,
} as const

type PrivateTable = keyof typeof PRIVATE_TABLES

export type PrivateLine = { table: PrivateTable; row: object }

/** As they are at one moment. */
export function readPrivateRows(kysely: Kysely<object>, now: Instant): Promise<PrivateLine[]> {
  const snapshot = kysely.transaction().setIsolationLevel('repeatable read')
  return snapshot.execute(async (transaction) => {
    const lines: PrivateLine[] = []
    for (const [table, where] of Object.entries(PRIVATE_TABLES)) {
      const { rows } = await sql<{ row: object }>`select to_json(one) as row
        from ${tableOf(table)} one where ${where ?? sql`expires_at > ${now}`}`.execute(transaction)
      for (const { row } of rows) lines.push({ table: table as PrivateTable, row })
    }
    return lines
  })
}

/** In place of what a start that was cut off may have left. */
export async function writePrivateRows(kysely: Kysely<object>, lines: AsyncIterable<PrivateLine>) {
  const rows = new Map<PrivateTable, object[]>()
  for await (const { table, row } of lines) rows.set(table, [...(rows.get(table) ?? []), row])
  await kysely.transaction().execute(async (transaction) => {
    for (const [table, rowsOfTable] of rows) {
      await sql`delete from ${tableOf(table)}`.execute(transaction)
      await sql`insert into ${tableOf(table)} select * from
        json_populate_recordset(null::${tableOf(table)}, ${JSON.stringify(rowsOfTable)}::json)`.execute(
        transaction,
      )
    }
  })
}

const tableOf = (table: string) => sql.table(`private.${table}`)
