import type { Instant } from '../../domain/event.ts'
import type { Database } from '../../platform/database/database.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { LogEndsEarly } from '../../platform/event-store/log-range.ts'
import { discrepancySentence, placeOf } from '../../platform/integrity/discrepancy-sentence.ts'
import { checkSeals, type HeadPlace, type LogCheck } from '../../platform/integrity/hash-chain-check.ts'
import { PoisonEvent } from '../engine/take-batch.ts'
import { lookForDisorder, type OutOfOrder } from './log-order.ts'
import { type Difference, type TablesCheck, verifyTables } from './verify-tables.ts'

export type HeadCheck = { head: string; seal: HeadPlace | null }

type Verification = {
  isRight: boolean
  log: LogCheck
  order: OutOfOrder[]
  tables: TablesCheck
  heads: HeadCheck[]
}

type VerifyOptions = {
  database: Database
  store: EventStore
  rawEventStore: EventStore
  live?: string
  now: Instant
  /** Published heads, or how they begin: 16 to 64 hexadecimal digits in lower case. */
  heads?: readonly string[]
  /** Every event is read twice: for the seals, and for the tables. */
  onEvents?: (count: number) => void
}

const NOTHING_COMPARED: TablesCheck = { events: 0, tables: 0, rows: 0, differences: [] }

export async function verify(options: VerifyOptions): Promise<Verification> {
  const { database, store, rawEventStore, live, now, heads = [], onEvents = () => {} } = options
  const disorder = lookForDisorder()
  const { heads: found, ...log } = await checkSeals({
    ...{ kysely: database.kysely, store: rawEventStore, now, heads, onEvents },
    onEvent: disorder.look,
  })
  const tables = await verifyTables(database, store, {
    ...(live && { live }),
    onEvents: (count) => onEvents(log.events + count),
  }).catch((error: unknown) => {
    if (!(error instanceof PoisonEvent) && !(error instanceof LogEndsEarly)) throw error
    // No tables can be made of some events that were tampered with.
    log.discrepancies.push({ kind: 'log', what: `the tables cannot be compared: ${error.message}` })
    return NOTHING_COMPARED
  })
  const headChecks = heads.map((head) => ({ head, seal: found.get(head) ?? null }))
  const isRight =
    log.discrepancies.length === 0 &&
    disorder.found.every(({ isRemark }) => isRemark) &&
    tables.differences.length === 0 &&
    headChecks.every(({ seal }) => seal !== null)
  return { isRight, log, order: disorder.found, tables, heads: headChecks }
}

/** `wrong` and `remarks` are sentences without a full stop. */
export type VerificationReport = {
  isRight: boolean
  log: Omit<LogCheck, 'discrepancies'>
  tables: Omit<TablesCheck, 'differences'>
  wrong: string[]
  /** What a wrong clock explains, or a server that was down. */
  remarks: string[]
  heads: HeadCheck[]
}

export const verificationReport = async (options: VerifyOptions): Promise<VerificationReport> =>
  reportOf(await verify(options))

export function reportOf({ isRight, log, order, tables, heads }: Verification): VerificationReport {
  const { discrepancies, ...logCounts } = log
  const { differences, ...tableCounts } = tables
  const wrong = [
    ...discrepancies.map(discrepancySentence),
    ...order.filter(({ isRemark }) => !isRemark).map(orderSentence),
    ...differences.map(differenceSentence),
  ]
  const remarks = order.filter(({ isRemark }) => isRemark).map(orderSentence)
  return { isRight, log: logCounts, tables: tableCounts, wrong, remarks, heads }
}

const orderSentence = ({ event, what }: OutOfOrder) => `${placeOf(event)} ${what}`

export function differenceSentence({ table, key, column, live, replay }: Difference): string {
  if (column !== null) return `${table} ${key} ${column}: is ${live}, should be ${replay}`
  return live === null
    ? `${table} ${key}: is missing, should be ${replay}`
    : `${table} ${key}: should not be there, is ${live}`
}
