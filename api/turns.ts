import { Semaphore } from 'async-mutex'
import { inBatches } from '#platform/in-batches'
import type { HeldLock, Locks } from '#platform/locks'

/** Whose turns these are: a request, which may take one behind the other. */
type Holder = object

export type Turns = {
  /** Alone among all that share the key. */
  alone<T>(holder: Holder, key: string, work: () => Promise<T>): Promise<T>
  /** Beside others that came together, but never beside one that is alone. */
  together<T>(holder: Holder, key: string, work: () => Promise<T>): Promise<T>
  /** Call before anything is written: throws TurnLost when another process may have one of the holder's turns by now. */
  requireHeld(holder: Holder): void
}

/** The connection that held this process's turns broke while it was deciding. Nothing was written; trying again helps. */
export class TurnLost extends Error {
  constructor() {
    super('The turn was lost together with the connection to the database')
    this.name = 'TurnLost'
  }
}

const ALL = 1_000

/**
 * Turns for what is decided on streams that do not lock each other, in the order in which they are asked for; between
 * processes, in no order, but whoever wants to be alone is let in before more come together.
 */
export function makeTurns(locks: Locks): Turns {
  const keys = new Map<string, Key>()
  // Not kept in an AsyncLocalStorage: one in a process makes every promise of it dearer.
  const held = new WeakMap<Holder, Set<HeldLock>>()

  const take = async <T>(
    holder: Holder,
    key: string,
    mode: 'alone' | 'together',
    work: () => Promise<T>,
  ): Promise<T> => {
    const entry = keys.get(key) ?? { semaphore: new Semaphore(ALL), join: shared(locks, key), users: 0 }
    keys.set(key, entry)
    entry.users += 1
    try {
      return await entry.semaphore.runExclusive(
        async () => {
          const lock = await (mode === 'alone' ? locks.take(key, mode) : entry.join())
          const ofHolder = held.get(holder) ?? new Set()
          held.set(holder, ofHolder.add(lock))
          try {
            return await work()
          } finally {
            ofHolder.delete(lock)
            // Whoever did the work need not wait until the others know.
            void lock.release()
          }
        },
        mode === 'alone' ? ALL : 1,
      )
    } finally {
      entry.users -= 1
      if (entry.users === 0) keys.delete(key)
    }
  }
  return {
    alone: (holder, key, work) => take(holder, key, 'alone', work),
    together: (holder, key, work) => take(holder, key, 'together', work),
    requireHeld: (holder) => {
      for (const lock of held.get(holder) ?? []) if (!lock.isHeld()) throw new TurnLost()
    },
  }
}

type Key = { semaphore: Semaphore; join: () => Promise<HeldLock>; users: number }

/** A crowd that comes together asks with one voice, and gives the lock back when the last one of it is done. */
function shared(locks: Locks, key: string): () => Promise<HeldLock> {
  const ask = inBatches<string, HeldLock>(ALL, async (crowd) => {
    const { isHeld, release } = await locks.take(key, 'together')
    let users = crowd.length
    const leave = async () => {
      users -= 1
      if (users === 0) await release()
    }
    return crowd.map(() => ({ isHeld, release: leave }))
  })
  return () => ask(key)
}

/** The turn of everything that looks at a season and its rounds at once. */
export const seasonTurn = (seasonId: number) => `season-${seasonId}`

/**
 * The turn of everything that admins do, and of whatever changes a person: alone for one who names what a preview saw, or
 * who erases somebody. Taken behind all other turns.
 */
export const STANDINGS_TURN = 'standings'

/** The turn of picks in a round, and of what closes it. */
export const picksTurn = (roundId: number) => `picks-${roundId}`
