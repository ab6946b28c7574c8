import { leftMs, noteSilence } from '../../request-scope.ts'
import { EventStoreUnavailable } from '../event-store.ts'

/** A commit waits as long as a standby is away that it needs. */
export const ANSWER_MS = 2_400

/** Cancels nothing: PostgreSQL would answer a commit that is cancelled as if a standby had it. `giveUp` says whether it may be done. */
export async function inTime<T>(answer: Promise<T>, giveUp: () => boolean): Promise<T> {
  const timeoutMs = Math.max(0, Math.min(ANSWER_MS, leftMs()))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      if (timeoutMs === ANSWER_MS) noteSilence()
      const cause = new Error(`PostgreSQL did not answer within ${Math.round(timeoutMs)} ms`)
      reject(new EventStoreUnavailable(cause, { mayBeDone: giveUp() }))
    }, timeoutMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
