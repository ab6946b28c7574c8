import type { Discrepancy, EventRef, LogCheck } from '../platform/integrity/hash-chain-check.ts'
import type { OutOfOrder } from '../projections/engine/log-order.ts'
import type { Verification } from '../projections/engine/verify.ts'
import type { Difference } from '../projections/engine/verify-tables.ts'

const SHOWN_MAX = 20

export function findings({ isRight, log, order, tables, heads }: Verification): string[] {
  const { discrepancies } = log
  const { differences } = tables
  return [
    `  Log     ${log.events} events under ${log.seals} seals; ${log.unsealed} not sealed yet, ${log.erased} erased with a person`,
    `  Head    ${log.head ?? 'none yet'}`,
    ...shortened(discrepancies, discrepancyLine),
    ...shortened(order, orderLine),
    `  Tables  ${tables.rows} rows in ${tables.tables} tables compared`,
    ...shortened(differences, differenceLine),
    ...heads.map(({ head, seal }) =>
      seal
        ? `  ${head} is the head of seal ${seal.number} over ${seal.events} events, made ${seal.sealedAt}`
        : `! ${head} is not a head of this log`,
    ),
    isRight
      ? `All is right: the tables match the log, and ${log.seals === 0 ? 'nothing is sealed yet' : 'the log matches its seals'}.`
      : 'Something is wrong.',
  ]
}

export function importFindings({ events, seals, unsealed, head, discrepancies }: LogCheck): string[] {
  return [
    `  Log     ${events} events under ${seals} seals; ${unsealed} came without a seal`,
    `  Head    ${head ?? 'none: nothing proves these events'}`,
    ...shortened(discrepancies, discrepancyLine),
  ]
}

export function whyUnproven({ seals, discrepancies: [first, ...others] }: LogCheck): string | null {
  if (seals === 0) return 'it has no seals, so nothing proves its events'
  if (!first) return null
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return `it contradicts its seals: ${discrepancyLine(first).slice(2)}${more}`
}

function shortened<T>(all: readonly T[], line: (one: T) => string): string[] {
  const lines = all.slice(0, SHOWN_MAX).map(line)
  return all.length > SHOWN_MAX ? [...lines, `! and ${all.length - SHOWN_MAX} more`] : lines
}

function discrepancyLine(discrepancy: Discrepancy): string {
  switch (discrepancy.kind) {
    case 'changed':
      return `! ${refOf(discrepancy.event)} is not the event that was sealed`
    case 'added':
      return `! ${refOf(discrepancy.event)} was put in later`
    case 'moved':
      return `! ${refOf(discrepancy.event)} was sealed in another place`
    case 'missing': {
      const what = discrepancy.count === 1 ? 'an event is' : `${discrepancy.count} events are`
      return `! ${what} missing ${discrepancy.before ? `before ${refOf(discrepancy.before)}` : `at the end of seal ${discrepancy.seal}`}`
    }
    case 'seal':
      return `! seal ${discrepancy.seal}: ${discrepancy.what}`
    case 'log':
      return `! ${discrepancy.what}`
  }
}

const orderLine = ({ event, what, isRemark }: OutOfOrder) => `${isRemark ? ' ' : '!'} ${refOf(event)} ${what}`

const refOf = ({ position, stream, revision, type }: EventRef) =>
  `${type} at position ${position} (${stream}, revision ${revision})`

function differenceLine({ table, key, column, live, replay }: Difference): string {
  if (column !== null) return `! ${table} ${key} ${column}: is ${live}, should be ${replay}`
  return live === null
    ? `! ${table} ${key}: is missing, should be ${replay}`
    : `! ${table} ${key}: should not be there, is ${live}`
}
