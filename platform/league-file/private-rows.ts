import { type Kysely, sql } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import { grouped } from '../grouped.ts'

/** Mail is left out. Of these tables, rows that have expired, and the name of the installation: a copy gets one of its own. */
export const PRIVATE_TABLES = [
  ...['keys', 'credentials', 'sessions', 'link_tokens', 'login_failures', 'failed_sign_ins'],
  ...['second_factors', 'recovery_codes', 'refused_picks', 'join_requests', 'sample_data'],
]

export type PrivateLine = { table: string; row: object }

/** As they are at one moment. */
export async function* readPrivateRows(kysely: Kysely<object>, now: Instant): AsyncGenerator<PrivateLine> {
  const snapshot = kysely.transaction().setIsolationLevel('repeatable read')
  yield* await snapshot.execute(async (transaction) => {
    const lines: PrivateLine[] = []
    for (const table of PRIVATE_TABLES) {
      const { rows } = await sql<{ row: object }>`
        select row from ${tableOf(table)} one, to_json(one) row
        where coalesce(row ->> 'expires_at', 'never') > ${now} and (${table} <> 'keys' or row ->> 'name' <> 'installation')
        `.execute(transaction)
      for (const { row } of rows) lines.push({ table, row })
    }
    return lines
  })
}

/** In place of what a start that was cut off may have left. */
export async function writePrivateRows(kysely: Kysely<object>, lines: AsyncIterable<PrivateLine>) {
  const rows: PrivateLine[] = []
  for await (const line of lines) rows.push(line)
  await kysely.transaction().execute(async (transaction) => {
    for (const [table, ofTable] of grouped(rows, (line) => line.table)) {
      const json = JSON.stringify(ofTable.map(({ row }) => row))
      await sql`delete from ${tableOf(table)}`.execute(transaction)
      await sql`insert into ${tableOf(table)}
        select * from json_populate_recordset(null::${tableOf(table)}, ${json}::json)`.execute(transaction)
    }
  })
}

const tableOf = (table: string) => sql.table(`private.${table}`)
