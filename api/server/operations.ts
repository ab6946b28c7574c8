import { BACKUP_PASSES, type Backups } from '../../commands/backups/backups.ts'
import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HeldLock } from '../../platform/database/locks.ts'
import { claimOperation, runsElsewhere } from '../../platform/database/only-operation.ts'
import { lastSeal } from '../../platform/integrity/hash-chain.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { VerificationReport } from '../../projections/verification/verify.ts'
import type { Operation } from '../contract/operations.ts'

type OperationWork = {
  kind: Operation['kind']
  /** How often it reads every event. */
  passes: number
  run: (onEvents: (count: number) => void) => Promise<VerificationReport | null>
}

export type Operations = ReturnType<typeof makeOperations>

type State = Pick<Operation, 'kind' | 'state' | 'startedAt' | 'endedAt' | 'verification' | 'error'> & {
  events: number
  eventsTotal: number | null
  startedMs: number
  endedMs: number | null
}

export function makeOperations(options: {
  database: Database
  clock: Clock
  onError: (error: unknown) => void
}) {
  const { database, clock, onError } = options
  let latest: State | null = null

  return {
    latest: () => latest && shown(latest),
    runsElsewhere: () => runsElsewhere(database.locks),
    /** Begins, and does not wait. Throws Refusal while another one runs, in any process. */
    start: async (work: OperationWork): Promise<Operation> => {
      if (latest?.state === 'running') throw new Refusal('operation-running')
      const before = latest
      const state = begun(work.kind, clock.now())
      latest = state
      try {
        const { events } = await lastSeal(database.kysely)
        state.eventsTotal = events === 0 ? null : events * work.passes
        const lock = await claimOperation(database.locks)
        if (lock === null) throw new Refusal('operation-elsewhere')
        void run(state, work, lock)
      } catch (error) {
        latest = before
        throw error
      }
      return shown(state)
    },
  }

  async function run(state: State, work: OperationWork, lock: HeldLock) {
    try {
      state.verification = await work.run((count) => {
        state.events = count
      })
      state.state = 'done'
    } catch (error) {
      onError(error)
      state.state = 'failed'
      state.error = error instanceof StartRefusal ? error.message : 'It failed. The server log says why'
    }
    state.endedAt = clock.now()
    state.endedMs = performance.now()
    await lock.release()
  }
}

/** Begins, and does not wait. Throws Refusal while another one runs, in any process. */
export const startBackup = (
  operations: Operations,
  backups: Backups,
  onlyIfDue = false,
): Promise<Operation> =>
  operations.start({
    kind: 'backup',
    passes: BACKUP_PASSES,
    run: async (onEvents) => {
      // Another process may have made it before this one had the lock.
      if (!onlyIfDue || (await backups.isDue())) await backups.make(onEvents)
      return null
    },
  })

export async function startBackupIfDue(operations: Operations, backups: Backups): Promise<void> {
  if (operations.latest()?.state === 'running' || !(await backups.isDue())) return
  await startBackup(operations, backups, true).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

const begun = (kind: Operation['kind'], startedAt: Instant): State => ({
  kind,
  state: 'running',
  startedAt,
  endedAt: null,
  events: 0,
  eventsTotal: null,
  verification: null,
  error: null,
  startedMs: performance.now(),
  endedMs: null,
})

function shown({ startedMs, endedMs, ...state }: State): Operation {
  const seconds = ((endedMs ?? performance.now()) - startedMs) / 1_000
  const eventsPerSecond = Math.round(state.events / Math.max(seconds, 0.001))
  const isCounting = state.state === 'running' && state.eventsTotal !== null && eventsPerSecond > 0
  const left = Math.max(0, (state.eventsTotal ?? 0) - state.events)
  return { ...state, eventsPerSecond, secondsLeft: isCounting ? Math.ceil(left / eventsPerSecond) : null }
}
