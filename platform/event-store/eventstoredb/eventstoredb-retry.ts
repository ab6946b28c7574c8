import { setTimeout as sleep } from 'node:timers/promises'
import { jitteredPauseMs } from '../../time/pauses.ts'
import { EventStoreUnavailable } from '../event-store.ts'

/** How long one call may take, and how long all attempts at it together. */
export type Timeouts = { attemptMs: number; totalMs: number }

/** Answers that are final. Everything else may pass: busy, not ready, not the leader, away, silent. */
const FINAL_ANSWERS = [
  'wrong-expected-version',
  'stream-deleted',
  'stream-not-found',
  'access-denied',
  'maximum-append-size-exceeded',
  'invalid-argument',
  'invalid-transaction',
  'missing-required-metadata-property',
] as const

type FinalAnswer = (typeof FINAL_ANSWERS)[number]

/**
 * Asks again, with growing pauses, until the server answers. The signal of an attempt aborts when its time is over.
 * Throws EventStoreUnavailable when all the time is over, and final answers as they are.
 */
export async function withRetry<T>(
  { attemptMs, totalMs }: Timeouts,
  ask: (signal: AbortSignal, timeoutMs: number) => Promise<T>,
): Promise<T> {
  const giveUpAtMs = performance.now() + totalMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withTimeout(Math.min(attemptMs, giveUpAtMs - performance.now()), ask)
    } catch (error) {
      if (isFinal(error)) throw error
      const pauseMs = jitteredPauseMs({ attempt, firstMs: 20, longestMs: 500 })
      if (performance.now() + pauseMs >= giveUpAtMs) throw unavailable(error)
      await sleep(pauseMs)
    }
  }
}

/** What the server said, where the client's package names it. Told apart by name, because the package is loaded late. */
export function isAnswer(error: unknown, answer: FinalAnswer): boolean {
  return error instanceof Error && 'type' in error && error.type === answer
}

function unavailable(error: unknown) {
  return error instanceof EventStoreUnavailable ? error : new EventStoreUnavailable(error)
}

function isFinal(error: unknown) {
  return (
    error instanceof TypeError ||
    error instanceof RangeError ||
    FINAL_ANSWERS.some((answer) => isAnswer(error, answer))
  )
}

/** The client has no deadline of its own for most calls: a silent server would hold them for ever. */
async function withTimeout<T>(
  limitMs: number,
  ask: (signal: AbortSignal, timeoutMs: number) => Promise<T>,
): Promise<T> {
  const timeoutMs = Math.max(1, Math.ceil(limitMs))
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`The event store did not answer within ${timeoutMs} ms`)
      stop.abort(error)
      reject(error)
    }, timeoutMs)
  })
  try {
    return await Promise.race([ask(stop.signal, timeoutMs), over])
  } finally {
    clearTimeout(timer)
  }
}
