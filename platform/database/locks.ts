export type HeldLock = {
  /** Never throws. */
  release(): Promise<void>
}

/** What keeps other processes out. It says nothing about this one. */
export type Locks = {
  /**
   * Waits until no other process holds the key, or for `shared`, until none holds it exclusively. Throws LockNotTaken after
   * `waitMs`, by default ten seconds, and what a connection throws.
   */
  take(key: string, mode: 'exclusive' | 'shared', waitMs?: number): Promise<HeldLock>
  close(): Promise<void>
}

/** Others held the key for too long. Trying later helps. */
export class LockNotTaken extends Error {
  constructor(key: string) {
    super(`The lock ${key} was not free in time`)
    this.name = 'LockNotTaken'
  }
}

/** For who goes without the lock where others hold it. */
export function nullIfNotTaken(error: unknown): null {
  if (error instanceof LockNotTaken) return null
  throw error
}

/** For a process that has the database to itself. */
export const NO_LOCKS: Locks = {
  take: async () => ({ release: async () => {} }),
  close: async () => {},
}
