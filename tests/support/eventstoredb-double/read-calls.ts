import { once } from 'node:events'
import streams, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js'
import { leaderInstead } from './append-calls.ts'
import { streamName } from './append-requests.ts'
import type { Node } from './node.ts'
import { eventAnswer, streamNotFound } from './read-answers.ts'
import { refusalOfAccess, refusals } from './refusals.ts'
import type { LogRecord } from './server-log.ts'
import { subscribe } from './subscription.ts'

type ReadCall = ServerWritableStream<ReadReq, ReadResp>

export function readCall(node: Node): handleServerStreamingCall<ReadReq, ReadResp> {
  return (call) => {
    const options = call.request.getOptions()
    if (!options) return void call.end()
    const leader = leaderInstead(node, call.metadata)
    if (leader) return void call.emit('error', refusals.notLeader(leader))
    if (node.faults.readsAreSilent) return
    const refused = refusalOfAccess(node, options.getStream() ? 'read' : 'read $all')
    if (refused) return void call.emit('error', refused)
    if (options.hasSubscription() && node.faults.refusesSubscriptions)
      return void call.emit('error', refusals.internal())
    if (options.hasSubscription()) return void subscribe(node, call, options)
    const stream = options.getStream()
    if (!stream) return void sendAll(call, inTheLog(node, options))
    const name = streamName(stream)
    if (node.log.isTombstoned(name)) return void call.emit('error', refusals.streamDeleted(name))
    if (node.log.eventsOf(name).length > 0) return void sendAll(call, inTheStream(node, options))
    call.write(streamNotFound(name))
    call.end()
  }
}

function inTheStream({ log }: Node, options: ReadReq.Options) {
  const stream = options.getStream()
  const events = log.eventsOf(stream ? streamName(stream) : '')
  if (isBackwards(options)) return [...events].reverse()
  const from = stream?.hasRevision() ? Number(stream.getRevision()) : 0
  return events.slice(from)
}

/** Forwards from a position on, or backwards from what stands before it. */
function inTheLog({ log }: Node, options: ReadReq.Options) {
  const place = options.getAll()?.getPosition()
  const position = place ? Number(place.getCommitPosition()) : null
  if (!isBackwards(options)) return log.records.filter((record) => record.position >= (position ?? 0))
  const before = position ?? Number.POSITIVE_INFINITY
  return log.records.filter((record) => record.position < before).reverse()
}

function isBackwards(options: ReadReq.Options) {
  return options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS
}

async function sendAll(call: ReadCall, records: readonly LogRecord[]) {
  const count = Number(call.request.getOptions()?.getCount() ?? 0)
  for (const record of records.slice(0, count)) {
    if (call.cancelled) return
    if (!call.write(eventAnswer(record))) await once(call, 'drain')
  }
  call.end()
}
