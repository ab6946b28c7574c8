import { StartRefusal } from '../start-refusal.ts'
import type { HeldLock, Locks } from './locks.ts'

const NAME = 'operation'
const WAIT_MS = 10_000
const LOOK_MS = 500

/** Throws StartRefusal while another process works on the whole league. */
export async function asOnlyOperation<T>(locks: Locks, work: () => Promise<T>): Promise<T> {
  const lock = await claimOperation(locks, WAIT_MS)
  if (lock === null) throw new StartRefusal('Another operation is running. Wait until it ends')
  return work().finally(() => lock.release())
}

export function claimOperation(locks: Locks, waitMs = LOOK_MS): Promise<HeldLock | null> {
  return locks.takeIfFree(NAME, 'exclusive', waitMs)
}

export async function runsElsewhere(locks: Locks): Promise<boolean> {
  const lock = await locks.takeIfFree(NAME, 'shared')
  await lock?.release()
  return lock === null
}
