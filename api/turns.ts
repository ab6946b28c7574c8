import { Semaphore } from 'async-mutex'

export type Turns = {
  /** Alone among all that share the key. */
  alone<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Beside others that came together, but never beside one that is alone. */
  together<T>(key: string, work: () => Promise<T>): Promise<T>
}

const ALL = 1_000

/** Turns for what is decided on streams that do not lock each other, in the order in which they are asked for. */
export function makeTurns(): Turns {
  const semaphores = new Map<string, { semaphore: Semaphore; users: number }>()

  const take = async <T>(key: string, weight: number, work: () => Promise<T>): Promise<T> => {
    const entry = semaphores.get(key) ?? { semaphore: new Semaphore(ALL), users: 0 }
    semaphores.set(key, entry)
    entry.users += 1
    try {
      return await entry.semaphore.runExclusive(work, weight)
    } finally {
      entry.users -= 1
      if (entry.users === 0) semaphores.delete(key)
    }
  }
  return {
    alone: (key, work) => take(key, ALL, work),
    together: (key, work) => take(key, 1, work),
  }
}

/** The turn of everything that looks at a season and its rounds at once. */
export const seasonTurn = (seasonId: number) => `season-${seasonId}`

/** The turn of picks in a round, and of what closes it. */
export const picksTurn = (roundId: number) => `picks-${roundId}`
