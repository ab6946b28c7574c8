import type { Discrepancy, EventRef, LogCheck } from '../../platform/integrity/hash-chain-check.ts'
import type { OutOfOrder } from './log-order.ts'
import type { HeadCheck, Verification } from './verify.ts'
import type { Difference, TablesCheck } from './verify-tables.ts'

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

export function discrepancySentence(discrepancy: Discrepancy): string {
  switch (discrepancy.kind) {
    case 'changed':
      return `${placeOf(discrepancy.event)} is not the event that was sealed`
    case 'added':
      return `${placeOf(discrepancy.event)} was put in later`
    case 'moved':
      return `${placeOf(discrepancy.event)} was sealed in another place`
    case 'missing': {
      const what = discrepancy.count === 1 ? 'an event is' : `${discrepancy.count} events are`
      return `${what} missing ${discrepancy.before ? `before ${placeOf(discrepancy.before)}` : `at the end of seal ${discrepancy.seal}`}`
    }
    case 'seal':
      return `seal ${discrepancy.seal}: ${discrepancy.what}`
    case 'log':
      return discrepancy.what
  }
}

const orderSentence = ({ event, what }: OutOfOrder) => `${placeOf(event)} ${what}`

const placeOf = ({ position, stream, revision, type }: EventRef) =>
  `${type} at position ${position} (${stream}, revision ${revision})`

function differenceSentence({ table, key, column, live, replay }: Difference): string {
  if (column !== null) return `${table} ${key} ${column}: is ${live}, should be ${replay}`
  return live === null
    ? `${table} ${key}: is missing, should be ${replay}`
    : `${table} ${key}: should not be there, is ${live}`
}
