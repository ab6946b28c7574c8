import type { Position } from '../event-store.ts'

/** As many digits as a bigint can have, so that positions sort as text. */
export function positionOf(bigint: string): Position {
  return bigint.padStart(19, '0')
}
