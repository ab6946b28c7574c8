import { setImmediate } from 'node:timers/promises'
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import type {
  handleBidiStreamingCall,
  handleClientStreamingCall,
  handleUnaryCall,
  Metadata,
} from '@grpc/grpc-js'
import { appended, appendedSomewhere, batchAnswer, tombstoned, wrongVersion } from './append-answers.ts'
import { type AppendRequest, appendRequest, batchedAppendRequest, streamName } from './append-requests.ts'
import type { AppendFault } from './faults.ts'
import type { Address, Node } from './node.ts'
import { refusalOfAccess, refusals } from './refusals.ts'

export function appendCall(node: Node): handleClientStreamingCall<AppendReq, AppendResp> {
  return (call, answer) => {
    const parts: AppendReq[] = []
    call.on('data', (part: AppendReq) => parts.push(part))
    call.on('end', async () => {
      // When a client dies, what it said ends as well, and that it was broken off is known a turn later.
      await setImmediate()
      if (call.cancelled) return
      const leader = leaderInstead(node, call.metadata)
      if (leader) return answer(refusals.notLeader(leader))
      const refused = refusalOfAccess(node, 'write')
      if (refused) return answer(refused)
      if (node.faults.refusesSize) return answer(refusals.tooLarge(node.faults.refusesSize))
      const request = appendRequest(parts)
      const fault = nextFault(node)
      if (fault === 'silence') return
      if (fault === 'silence after storing') return void appendTo(node, request)
      if (fault === 'without a position') {
        const outcome = appendTo(node, request)
        if (outcome.kind === 'written') return answer(null, appendedSomewhere(outcome))
      } else if (fault) return answer(refusalFor(fault, () => appendTo(node, request)))
      const outcome = appendTo(node, request)
      if (outcome.kind === 'deleted') return answer(refusals.streamDeleted(request.stream))
      answer(null, outcome.kind === 'written' ? appended(outcome) : wrongVersion(outcome))
    })
  }
}

/** All appends of a client in one call, which stays open. */
export function batchAppendCall(node: Node): handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> {
  return (call) => {
    const unfinished = new Map<string, BatchAppendReq[]>()
    call.on('data', (part: BatchAppendReq) => {
      const id = part.getCorrelationId()?.getString() ?? ''
      const parts = [...(unfinished.get(id) ?? []), part]
      unfinished.set(id, parts)
      if (!part.getIsFinal()) return
      unfinished.delete(id)
      const fault = nextFault(node)
      if (fault === 'silence') return
      const outcome = appendTo(node, batchedAppendRequest(parts))
      if (fault === null && parts[0]) call.write(batchAnswer(parts[0], outcome))
    })
    call.on('end', () => call.end())
  }
}

export function tombstoneCall(node: Node): handleUnaryCall<TombstoneReq, TombstoneResp> {
  return (call, answer) => {
    const leader = leaderInstead(node, call.metadata)
    if (leader) return answer(refusals.notLeader(leader))
    const refused = refusalOfAccess(node, 'delete')
    if (refused) return answer(refused)
    const options = call.request.getOptions()
    const stream = options ? streamName(options) : ''
    const expected = options?.hasRevision() ? Number(options.getRevision()) : null
    const outcome = node.log.tombstone(stream, expected)
    if (outcome.kind === 'written') answer(null, tombstoned(outcome))
    else if (outcome.kind === 'wrong_version')
      answer(refusals.wrongExpectedVersion(stream, expected, outcome.current))
    else answer(refusals.streamDeleted(stream))
  }
}

/** Where a call has to go that wants the leader, null when it is right here. */
export function leaderInstead({ leader }: Node, metadata: Metadata): Address | null {
  return metadata.get('requires-leader').includes('true') ? leader : null
}

function nextFault({ faults }: Node): AppendFault | null {
  return faults.appends.shift() ?? faults.everyAppend
}

function appendTo({ log }: Node, { stream, proposals, expected }: AppendRequest) {
  return log.append(stream, proposals, expected)
}

type Refused = Exclude<AppendFault, 'silence' | 'silence after storing' | 'without a position'>

function refusalFor(fault: Refused, store: () => void) {
  switch (fault) {
    case 'cut after storing':
      store()
      return refusals.cut()
    case 'commit timeout after storing':
      store()
      return refusals.commitTimeout()
    case 'busy':
      return refusals.tooBusy()
    case 'not ready':
      return refusals.notReady()
    case 'internal':
      return refusals.internal()
    case 'no leader':
      return refusals.noLeader()
  }
}
