import shared from '@eventstore/db-client/generated/shared_pb.js'
import status from '@eventstore/db-client/generated/status_pb.js'
import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import protobufAny from 'google-protobuf/google/protobuf/any_pb.js'
import protobufEmpty from 'google-protobuf/google/protobuf/empty_pb.js'
import type { Outcome } from './server-log.ts'

type Written = Extract<Outcome, { kind: 'written' }>
type WrongVersion = Extract<Outcome, { kind: 'wrong_version' }>

export function appended({ revision, position }: Written) {
  const place = new streams.AppendResp.Position()
  place.setCommitPosition(`${position}`)
  place.setPreparePosition(`${position}`)
  const success = new streams.AppendResp.Success()
  success.setCurrentRevision(`${revision}`)
  success.setPosition(place)
  return new streams.AppendResp().setSuccess(success)
}

/** Streams.Append.cs: a repeat whose first is not replicated yet has no position. */
export function appendedSomewhere({ revision }: Written) {
  const success = new streams.AppendResp.Success()
  success.setCurrentRevision(`${revision}`)
  success.setNoPosition(new shared.Empty())
  return new streams.AppendResp().setSuccess(success)
}

export function wrongVersion({ current }: WrongVersion) {
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  if (current === null) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(`${current}`)
  return new streams.AppendResp().setWrongExpectedVersion(wrong)
}

export function tombstoned({ position }: Written) {
  const place = new streams.TombstoneResp.Position()
  place.setCommitPosition(`${position}`)
  place.setPreparePosition(`${position}`)
  return new streams.TombstoneResp().setPosition(place)
}

/** Batched appends are answered one by one in the same call, refusals included. */
export function batchAnswer(request: BatchAppendReq, outcome: Outcome) {
  const answer = new streams.BatchAppendResp()
  answer.setCorrelationId(request.getCorrelationId())
  answer.setStreamIdentifier(request.getOptions()?.getStreamIdentifier() ?? new shared.StreamIdentifier())
  if (outcome.kind === 'written') return answer.setSuccess(batchSuccess(outcome))
  if (outcome.kind === 'deleted') {
    return answer.setError(batchError(new shared.StreamDeleted(), 'event_store.client.StreamDeleted'))
  }
  const wrong = new shared.WrongExpectedVersion()
  if (outcome.current === null) wrong.setCurrentNoStream(new protobufEmpty.Empty())
  else wrong.setCurrentStreamRevision(`${outcome.current}`)
  return answer.setError(batchError(wrong, 'event_store.client.WrongExpectedVersion'))
}

function batchSuccess({ revision, position }: Written) {
  const place = new shared.AllStreamPosition()
  place.setCommitPosition(`${position}`)
  place.setPreparePosition(`${position}`)
  const success = new streams.BatchAppendResp.Success()
  success.setCurrentRevision(`${revision}`)
  return success.setPosition(place)
}

function batchError(details: { serializeBinary(): Uint8Array }, typeName: string) {
  const packed = new protobufAny.Any()
  packed.pack(details.serializeBinary(), typeName)
  return new status.Status().setDetails(packed)
}
