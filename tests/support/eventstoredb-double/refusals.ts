import { Metadata, type ServiceError, status } from '@grpc/grpc-js'

/** The status and trailers by which the server says why it refuses a call. */
export const refusals = {
  tooBusy: () => refusal(status.UNAVAILABLE, 'Server Is Too Busy'),
  notReady: () => refusal(status.UNAVAILABLE, 'Server Is Not Ready'),
  internal: () => refusal(status.INTERNAL, 'Exception was thrown by handler.'),
  noLeader: () => refusal(status.UNKNOWN, 'No leader info available in response'),
  cut: () => refusal(status.UNAVAILABLE, 'Connection dropped'),
  notLeader: (leader: { host: string; port: number }) =>
    refusal(status.NOT_FOUND, 'Leader info available', {
      exception: 'not-leader',
      'leader-endpoint-host': leader.host,
      'leader-endpoint-port': `${leader.port}`,
    }),
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

function refusal(code: status, details: string, trailers: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata()
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value)
  return Object.assign(new Error(details), { code, details, metadata })
}
