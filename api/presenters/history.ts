import type { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { HistoryEntry } from '../../projections/history/entries.ts'
import type * as contract from '../contract/history.ts'

export const presentEntry = ({ changes, ...entry }: HistoryEntry): contract.HistoryEntry =>
  changes.length === 0 ? entry : { ...entry, changes: [...changes] }

const COLUMNS: readonly [header: string, show: (entry: HistoryEntry) => string | number | null][] = [
  ['When (UTC)', ({ occurredAt }) => occurredAt],
  ['Who', ({ actor }) => actor.name],
  ['What', ({ sentence }) => sentence],
  ['Reason', ({ reason, lacksReason }) => (lacksReason ? 'no reason given' : reason)],
  ['Kind', ({ kind }) => kind],
  ['Season id', ({ seasonId }) => seasonId],
  ['Sport id', ({ roundId }) => roundId],
  ['Player id', ({ playerId }) => playerId],
  ['Event', ({ type }) => type],
  ['Event id', ({ eventId }) => eventId],
  ['Position', ({ position }) => position],
]

/** As a table for a spreadsheet, which must not take what people typed for a formula. Row by row, as they come. */
export function historyCsv(entries: Readable): Readable {
  const rows = entries.map((entry: HistoryEntry) => COLUMNS.map(([, show]) => show(entry)))
  const csv = stringify({
    header: true,
    columns: COLUMNS.map(([header]) => header),
    bom: true,
    escape_formulas: true,
  })
  rows.on('error', (error) => csv.destroy(error))
  return rows.pipe(csv)
}
