import { Metadata, type ServiceError, status } from '@grpc/grpc-js'
import type { Faults, Right } from './faults.ts'
import type { Node } from './node.ts'

/** The status and trailers by which the server says why it refuses a call. */
export const refusals = {
  tooBusy: () => refusal(status.UNAVAILABLE, 'Server Is Too Busy'),
  notReady: () => refusal(status.UNAVAILABLE, 'Server Is Not Ready'),
  internal: () => refusal(status.INTERNAL, 'Exception was thrown by handler.'),
  noLeader: () => refusal(status.UNKNOWN, 'No leader info available in response'),
  cut: () => refusal(status.UNAVAILABLE, 'Connection dropped'),
  /** RpcExceptions.cs, AccessDenied. */
  accessDenied: () => refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' }),
  /** AuthenticationMiddleware.cs: no trailer says more. */
  unauthenticated: () => refusal(status.UNAUTHENTICATED, 'Unauthenticated'),
  /** RpcExceptions.cs, MaxAppendSizeExceeded and, from 25.1 on, MaxAppendEventSizeExceeded. */
  tooLarge: (what: NonNullable<Faults['refusesSize']>) =>
    what === 'without a key'
      ? refusal(status.INVALID_ARGUMENT, 'Maximum Append Size Exceeded.')
      : refusal(status.INVALID_ARGUMENT, `Maximum size of ${what} exceeded.`, {
          exception: `maximum-append-${what === 'an event' ? 'event-' : ''}size-exceeded`,
          'maximum-append-size': '1048576',
        }),
  notLeader: (leader: { host: string; port: number }) =>
    refusal(status.NOT_FOUND, 'Leader info available', {
      exception: 'not-leader',
      'leader-endpoint-host': leader.host,
      'leader-endpoint-port': `${leader.port}`,
    }),
  /** Streams.Read.cs:334. */
  invalidPosition: () => refusal(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.'),
  /** RpcExceptions.cs, Timeout: a write that was not committed in time. */
  commitTimeout: () => refusal(status.ABORTED, 'Operation timed out: Commit phase timeout'),
  streamDeleted: (stream: string) =>
    refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
      exception: 'stream-deleted',
      'stream-name': stream,
    }),
  wrongExpectedVersion: (stream: string, expected: number | null, actual: number | null) =>
    refusal(status.FAILED_PRECONDITION, `Append failed due to WrongExpectedVersion. Stream: ${stream}`, {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': `${expected ?? -2}`,
      'actual-version': `${actual ?? -1}`,
    }),
}

/** Null for whoever may do it. */
export function refusalOfAccess({ faults }: Node, right: Right): ServiceError | null {
  if (faults.knowsNobody) return refusals.unauthenticated()
  return faults.denied.has(right) ? refusals.accessDenied() : null
}

function refusal(code: status, details: string, trailers: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata()
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value)
  return Object.assign(new Error(details), { code, details, metadata })
}
