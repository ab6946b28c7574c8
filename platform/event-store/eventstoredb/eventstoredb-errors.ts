/** By name, because the package is loaded late. Every other error may pass: busy, not ready, not the leader, away. */
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

const INVALID_ARGUMENT = 3
const UNAUTHENTICATED = 16

/** Final refusals of newer servers, which the client does not know. */
const FINAL_KEYS = ['maximum-append-event-size-exceeded']

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

export function isUnknownAccount(error: unknown): boolean {
  return codeOf(error) === UNAUTHENTICATED
}

export function leaderNamedIn(error: unknown): string | null {
  if (typeOf(error) !== 'not-leader') return null
  const { leader } = error as { leader: { address: string; port: number } }
  return `${leader.address}:${leader.port}`
}

const TOO_BUSY = 'Server Is Too Busy'
const NEVER_SENT = /No connection established|Server Is Too Busy|Server Is Not Ready/

export function isNodeLost(error: unknown): boolean {
  const type = typeOf(error)
  const isAway = type === 'unavailable' && !messageOf(error).includes(TOO_BUSY)
  return isAway || type === 'not-leader' || type === 'cancelled'
}

export function isRefusedBefore(error: unknown): boolean {
  return isFinal(error) || typeOf(error) === 'not-leader' || NEVER_SENT.test(messageOf(error))
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '')
const typeOf = (error: unknown) => (error instanceof Error && 'type' in error ? error.type : null)
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)

type WithTrailers = { _raw?: { metadata?: { get(name: string): unknown[] } } }
const keyOf = (error: unknown) => `${(error as WithTrailers)?._raw?.metadata?.get('exception')[0] ?? ''}`
