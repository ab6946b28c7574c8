import type { Verification } from '../../../api/contract/operations.ts'

type Discrepancy = Verification['log']['discrepancies'][number]
type Difference = Verification['tables']['differences'][number]
type OutOfOrder = Verification['order'][number]
type FoundEvent = Extract<Discrepancy, { kind: 'changed' | 'added' | 'moved' }>['event']

export function discrepancySentence(discrepancy: Discrepancy): string {
  switch (discrepancy.kind) {
    case 'changed':
      return `${nameOf(discrepancy.event)} was changed after it was sealed.`
    case 'added':
      return `${nameOf(discrepancy.event)} was added after the seal.`
    case 'moved':
      return `${nameOf(discrepancy.event)} was sealed in another place.`
    case 'missing': {
      const { count, before, seal } = discrepancy
      const where = before ? `before ${nameOf(before)}` : `at the end of seal ${seal}`
      return count === 1 ? `An event is missing ${where}.` : `${count} events are missing ${where}.`
    }
    case 'seal':
      return `Seal ${discrepancy.seal} itself: ${discrepancy.what}.`
    case 'log':
      return `In the log, ${discrepancy.what}.`
  }
}

export const orderSentence = ({ event, what, isRemark }: OutOfOrder) =>
  `${nameOf(event)} ${what}.${isRemark ? ' A wrong clock, or a server that was down, explains that.' : ''}`

const nameOf = ({ type, position, stream, revision }: FoundEvent) =>
  `${type} (event ${revision} of ${stream}, position ${position})`

export function differenceSentence({ table, key, column, live, replay }: Difference): string {
  const row = `Table ${table}, row ${key}`
  if (column !== null)
    return `${row}: ${column} is ${live ?? 'empty'}, but by the log it is ${replay ?? 'empty'}.`
  return live === null
    ? `${row} is missing: by the log it is ${replay}.`
    : `${row} is not in the log: ${live}.`
}
