import { AsyncLocalStorage } from 'node:async_hooks'
import { Mutex, Semaphore } from 'async-mutex'
import type { HeldLock, Locks } from '#platform/locks'

export type Turns = {
  /** Alone among all that share the key. */
  alone<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Beside others that came together, but never beside one that is alone. */
  together<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Call before anything is written: throws TurnLost when another process may have the turn by now. */
  requireHeld(): void
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
  const keys = new Map<string, { semaphore: Semaphore; door: Mutex; users: number }>()
  const held = new AsyncLocalStorage<readonly HeldLock[]>()

  const take = async <T>(key: string, mode: 'alone' | 'together', work: () => Promise<T>): Promise<T> => {
    const entry = keys.get(key) ?? { semaphore: new Semaphore(ALL), door: new Mutex(), users: 0 }
    keys.set(key, entry)
    entry.users += 1
    try {
      return await entry.semaphore.runExclusive(
        async () => {
          // One after the other, so that a crowd that waits for another process asks with one voice.
          const lock = await entry.door.runExclusive(() => locks.take(key, mode))
          return held.run([...(held.getStore() ?? []), lock], work).finally(lock.release)
        },
        mode === 'alone' ? ALL : 1,
      )
    } finally {
      entry.users -= 1
      if (entry.users === 0) keys.delete(key)
    }
  }
  return {
    alone: (key, work) => take(key, 'alone', work),
    together: (key, work) => take(key, 'together', work),
    requireHeld: () => {
      if (held.getStore()?.some((lock) => !lock.isHeld())) throw new TurnLost()
    },
  }
}

/** The turn of everything that looks at a season and its rounds at once. */
export const seasonTurn = (seasonId: number) => `season-${seasonId}`

/** The turn of everything that admins do: alone for one who names what a preview saw. Taken behind all other turns. */
export const STANDINGS_TURN = 'standings'

/** The turn of picks in a round, and of what closes it. */
export const picksTurn = (roundId: number) => `picks-${roundId}`
