import { isSealedAt } from '#domain/round'
import { roundIn, seasonStream } from '#domain/season-stream'
import type { Clock } from './clock.ts'
import type { EventStore } from './event-store.ts'
import { load } from './transact.ts'

/** Whether the picks of a round are still sealed, by the log and the clock, so that no file takes them out of the house. */
export function sealedRounds(
  store: EventStore,
  clock: Clock,
): (seasonId: number, roundId: number) => Promise<boolean> {
  return async (seasonId, roundId) =>
    isSealedAt(roundIn(await load(store, seasonStream, seasonId), roundId), clock.now())
}
