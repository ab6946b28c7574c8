import { LRUCache } from 'lru-cache'
import type { Instant } from '../../domain/event.ts'
import { isSealedAt, type PresentRound } from '../../domain/rounds/round.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { type EventStore, EventStoreUnavailable } from '../../platform/event-store/event-store.ts'
import { load } from '../../platform/event-store/transact.ts'
import { later } from '../../platform/time/clock.ts'
import type { Read } from '../engine/read-model.ts'
import { roundsDueToLock } from '../league/due-rounds.ts'

const LOCKS_MAX = 1_000

type DueRound = Pick<PresentRound, 'roundId' | 'seasonId' | 'locksAt'>

/**
 * Picks are shown when their lock time has passed, published or not. Tables that are behind may show a lock time that was
 * moved meanwhile, so a lock that was not published is looked up in the log before it opens anything.
 */
export type PickVisibility = {
  /** The instant as of which the read tables show nothing too early: this one, or one before a lock that was moved. */
  asOf(now: Instant): Promise<Instant>
  /** The same for whoever knows which rounds are due. */
  asOfDue(due: readonly DueRound[], now: Instant): Promise<Instant>
}

export function openPickVisibility(read: Read, store: EventStore): PickVisibility {
  const passed = new LRUCache<string, true>({ max: LOCKS_MAX })

  const asOfDue: PickVisibility['asOfDue'] = async (due, now) => {
    const moved = await Promise.all(due.map(async (one) => ((await hasPassed(one, now)) ? [] : one.locksAt)))
    const [first] = moved.flat().sort()
    return first === undefined ? now : later(first, -1)
  }
  return { asOf: async (now) => asOfDue(await roundsDueToLock(read, now), now), asOfDue }

  /** A lock time that has passed cannot be moved any more, so each is looked up until it has. */
  async function hasPassed({ roundId, seasonId, locksAt }: DueRound, now: Instant): Promise<boolean> {
    const lock = `${roundId} ${locksAt}`
    if (passed.has(lock)) return true
    try {
      const isOpen = isSealedAt(roundIn(await load(store, seasonStream, seasonId), roundId), now)
      if (!isOpen) passed.set(lock, true)
      return !isOpen
    } catch (error) {
      if (error instanceof EventStoreUnavailable) return false
      throw error
    }
  }
}
