import { AsyncLocalStorage } from 'node:async_hooks'

type RequestScope = { deadlineMs: number; onSilence: () => void; hasAppended: boolean }

const scopes = new AsyncLocalStorage<RequestScope>()

/**
 * Does the work for somebody who waits so long for an answer. What it calls may ask how much of that is left.
 * @param onSilence called when the event store does not answer it.
 */
export function inRequest<T>(limitMs: number, onSilence: () => void, work: () => T): T {
  return scopes.run({ deadlineMs: performance.now() + limitMs, onSilence, hasAppended: false }, work)
}

/** Milliseconds, below zero once nobody waits any more; Infinity where nobody ever did. */
export function leftMs(): number {
  return (scopes.getStore()?.deadlineMs ?? Number.POSITIVE_INFINITY) - performance.now()
}

export function noteSilence(): void {
  scopes.getStore()?.onSilence()
}

/** Something of this request stands in the log. */
export function noteAppended(): void {
  const scope = scopes.getStore()
  if (scope) scope.hasAppended = true
}

export function hasAppended(): boolean {
  return scopes.getStore()?.hasAppended ?? false
}
