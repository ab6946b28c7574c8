import type { Discrepancy, EventRef } from './hash-chain-check.ts'

/** Without a full stop. */
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

export const placeOf = ({ position, stream, revision, type }: EventRef) =>
  `${type} at position ${position} (${stream}, revision ${revision})`
