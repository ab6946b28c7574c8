import { StartRefusal } from '../start-refusal.ts'
import type { Database } from './database.ts'
import { type HeldLock, LockNotTaken } from './locks.ts'

const KEY = 'operation'
/** Long enough for somebody who only looks whether one runs. */
const LOOK_MS = 500

/** Work on the whole league, of which there is one at a time on all machines together. Throws StartRefusal. */
export async function asOnlyOperation<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const lock = await database.locks.take(KEY, 'exclusive').catch((error: unknown) => {
    if (!(error instanceof LockNotTaken)) throw error
    throw new StartRefusal('Another rebuild or verification is under way: wait until it has ended')
  })
  return work().finally(() => lock.release())
}

/** What such work holds until it ends, null when another process holds it. */
export function claimOperation(database: Database): Promise<HeldLock | null> {
  return unlessTaken(database.locks.take(KEY, 'exclusive', LOOK_MS))
}

export async function runsElsewhere(database: Database): Promise<boolean> {
  const lock = await unlessTaken(database.locks.take(KEY, 'shared', 0))
  await lock?.release()
  return lock === null
}

function unlessTaken(taking: Promise<HeldLock>): Promise<HeldLock | null> {
  return taking.catch((error: unknown) => {
    if (error instanceof LockNotTaken) return null
    throw error
  })
}
