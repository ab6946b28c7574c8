import { AsyncLocalStorage } from 'node:async_hooks'

type RequestScope = { deadlineMs: number; onSilence: () => void; hasAppended: boolean }

const scopes = new AsyncLocalStorage<RequestScope>()

/** What the work calls may ask how much of the limit is left. `onSilence`: the event store does not answer. */
export function inRequest<T>(limitMs: number, onSilence: () => void, work: () => T): T {
  return scopes.run({ deadlineMs: performance.now() + limitMs, onSilence, hasAppended: false }, work)
}

/** Milliseconds, below zero once nobody waits any more; Infinity outside a request. */
export function leftMs(): number {
  return (scopes.getStore()?.deadlineMs ?? Number.POSITIVE_INFINITY) - performance.now()
}

export function noteSilence(): void {
  scopes.getStore()?.onSilence()
}

export function noteAppended(): void {
  const scope = scopes.getStore()
  if (scope) scope.hasAppended = true
}

export function hasAppended(): boolean {
  return scopes.getStore()?.hasAppended ?? false
}
