import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { LogRecord } from './server-log.ts'

/** .NET counts time in ticks of 100 nanoseconds. */
const TICKS_PER_MILLISECOND = 10_000n

export function eventAnswer(record: LogRecord) {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
  recorded.setId(new shared.UUID().setString(record.id))
  recorded.setStreamIdentifier(streamIdentifier(record.stream))
  recorded.setStreamRevision(`${record.revision}`)
  recorded.setCommitPosition(`${record.position}`)
  recorded.setPreparePosition(`${record.position}`)
  recorded.setData(record.data)
  recorded.setCustomMetadata(record.metadata)
  recorded.getMetadataMap().set('type', record.type)
  recorded.getMetadataMap().set('content-type', record.contentType)
  recorded.getMetadataMap().set('created', `${BigInt(record.createdAt.getTime()) * TICKS_PER_MILLISECOND}`)
  const event = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(`${record.position}`)
  return new streams.ReadResp().setEvent(event)
}

export function streamNotFound(stream: string) {
  const missing = new streams.ReadResp.StreamNotFound().setStreamIdentifier(streamIdentifier(stream))
  return new streams.ReadResp().setStreamNotFound(missing)
}

export function confirmation() {
  const confirmed = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID())
  return new streams.ReadResp().setConfirmation(confirmed)
}

export function checkpoint({ position }: LogRecord) {
  const reached = new streams.ReadResp.Checkpoint()
  reached.setCommitPosition(`${position}`)
  reached.setPreparePosition(`${position}`)
  return new streams.ReadResp().setCheckpoint(reached)
}

export function caughtUp() {
  return new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp())
}

function streamIdentifier(stream: string) {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8').toString('base64'))
}
