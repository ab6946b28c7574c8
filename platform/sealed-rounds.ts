import { isSealedAt, round } from '#domain/round'
import type { Clock } from './clock.ts'
import type { EventStore } from './event-store.ts'
import { load } from './transact.ts'

/** Whether the picks of a round are still sealed, by the log and the clock, so that no file takes them out of the house. */
export function sealedRounds(store: EventStore, clock: Clock): (roundId: number) => Promise<boolean> {
  const known = new Map<number, Promise<boolean>>()
  return (roundId) => {
    const sealed =
      known.get(roundId) ?? load(store, round, roundId).then((state) => isSealedAt(state, clock.now()))
    known.set(roundId, sealed)
    return sealed
  }
}
