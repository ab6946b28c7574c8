import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { leftMs, noteSilence } from '../../request-scope.ts'
import { jitteredPauseMs } from '../../time/pauses.ts'
import { EventStoreRefused, EventStoreUnavailable } from '../event-store.ts'
import { isAnswer, isFinal, isRefusedBefore, isUnknownAccount, NoAnswer } from './eventstoredb-errors.ts'
import type { Nodes } from './eventstoredb-nodes.ts'

type Timeouts = { attemptMs: number; totalMs: number }

const ATTEMPT_MS_MIN = 50

type Ask<T> = (client: EventStoreDBClient, signal: AbortSignal, timeoutMs: number) => Promise<T>

/** Asks again for as long as the request lasts. Throws EventStoreUnavailable after that, and final answers as they are. */
export function readFrom<T>(nodes: Nodes, timeouts: Timeouts, ask: Ask<T>): Promise<T> {
  return withRetry(timeouts, (signal, timeoutMs) => nodes.ask((client) => ask(client, signal, timeoutMs)))
}

/** EventStoreUnavailable then says whether it may have happened. */
export async function writeTo<T>(nodes: Nodes, timeouts: Timeouts, ask: Ask<T>): Promise<T> {
  let doubts = 0
  const attempt: Ask<T> = async (...args) => {
    doubts += 1
    try {
      return await ask(...args)
    } catch (error) {
      if (isRefusedBefore(error)) doubts -= 1
      throw error
    }
  }
  try {
    return await readFrom(nodes, timeouts, attempt)
  } catch (error) {
    const isInDoubt = error instanceof EventStoreUnavailable && doubts > 0
    throw isInDoubt ? new EventStoreUnavailable(error.cause, { mayBeDone: true }) : error
  }
}

async function withRetry<T>(
  { attemptMs, totalMs }: Timeouts,
  ask: (signal: AbortSignal, timeoutMs: number) => Promise<T>,
): Promise<T> {
  const giveUpAtMs = performance.now() + Math.min(totalMs, leftMs())
  let cause: unknown = new Error('No time was left to ask the event store')
  for (let attempt = 1; ; attempt += 1) {
    const restMs = giveUpAtMs - performance.now()
    if (restMs < ATTEMPT_MS_MIN) throw new EventStoreUnavailable(cause)
    try {
      return await withTimeout(Math.min(attemptMs, restMs), ask)
    } catch (error) {
      if (isAnswer(error, 'access-denied'))
        throw new EventStoreRefused(error, { isUnknownAccount: isUnknownAccount(error) })
      if (isFinal(error)) throw error
      if (error instanceof NoAnswer) noteSilence()
      cause = error
      await sleep(jitteredPauseMs({ attempt, firstMs: 20, longestMs: 500 }))
    }
  }
}

/** The client has no deadline for most calls: a silent server would hold them for ever. */
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
