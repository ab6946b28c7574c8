import { isSealedAt } from '../../domain/rounds/round.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { EventStore } from '../event-store/event-store.ts'
import { load } from '../event-store/transact.ts'
import type { Clock } from '../time/clock.ts'

/** Whether the picks of a round are still sealed, by the log and the clock, so that no file takes them out of the house. */
export function sealedRounds(
  store: EventStore,
  clock: Clock,
): (seasonId: number, roundId: number) => Promise<boolean> {
  return async (seasonId, roundId) =>
    isSealedAt(roundIn(await load(store, seasonStream, seasonId), roundId), clock.now())
}
