/**
 * Answers that are final, as the client's package names them. Everything else may pass: busy, not ready, not the leader, away,
 * silent. Told apart by name, because the package is loaded late.
 */
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

/** Of gRPC. */
const INVALID_ARGUMENT = 3
const UNAUTHENTICATED = 16

/** Final refusals of newer servers, which the client takes for unknown. */
const FINAL_KEYS = ['maximum-append-event-size-exceeded']

/** A node was asked, and nothing came from it. */
export class NoAnswer extends Error {}

export function isAnswer(error: unknown, answer: FinalAnswer): boolean {
  return typeOf(error) === answer
}

export function isFinal(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof RangeError ||
    FINAL_ANSWERS.some((answer) => isAnswer(error, answer)) ||
    codeOf(error) === INVALID_ARGUMENT ||
    FINAL_KEYS.includes(keyOf(error))
  )
}

/** The server does not know the account, or its password: it may be told of them later. */
export function isUnknownAccount(error: unknown): boolean {
  return codeOf(error) === UNAUTHENTICATED
}

/** The node that leads, host and port, as one that does not lead names it; null in any other error. */
export function leaderNamedIn(error: unknown): string | null {
  if (typeOf(error) !== 'not-leader') return null
  const { leader } = error as { leader: { address: string; port: number } }
  return `${leader.address}:${leader.port}`
}

const TOO_BUSY = 'Server Is Too Busy'
const NEVER_SENT = /No connection established|Server Is Too Busy|Server Is Not Ready/

/** Whether another node may lead by now. */
export function isNodeLost(error: unknown): boolean {
  const type = typeOf(error)
  const isAway = type === 'unavailable' && !messageOf(error).includes(TOO_BUSY)
  return isAway || type === 'not-leader' || type === 'cancelled'
}

/** The node was not reached, or has refused to begin: nothing was written. */
export function isRefusedBefore(error: unknown): boolean {
  return isFinal(error) || typeOf(error) === 'not-leader' || NEVER_SENT.test(messageOf(error))
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '')
const typeOf = (error: unknown) => (error instanceof Error && 'type' in error ? error.type : null)
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)

type WithTrailers = { _raw?: { metadata?: { get(name: string): unknown[] } } }
const keyOf = (error: unknown) => `${(error as WithTrailers)?._raw?.metadata?.get('exception')[0] ?? ''}`
