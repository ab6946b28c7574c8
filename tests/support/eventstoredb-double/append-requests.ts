import type { AppendReq, BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { Proposal, ServerExpected } from './server-log.ts'

/** What an append asks for, whichever call it came in. */
export type AppendRequest = { stream: string; expected: ServerExpected; proposals: Proposal[] }

export function appendRequest(parts: readonly AppendReq[]): AppendRequest {
  const options = parts[0]?.getOptions()
  if (!options) throw new Error('An append begins with its options')
  return {
    stream: streamName(options),
    expected: options.hasRevision() ? Number(options.getRevision()) : expectedWithoutRevision(options),
    proposals: parts
      .slice(1)
      .flatMap((part) => part.getProposedMessage() ?? [])
      .map(proposal),
  }
}

export function batchedAppendRequest(parts: readonly BatchAppendReq[]): AppendRequest {
  const options = parts[0]?.getOptions()
  if (!options) throw new Error('A batched append begins with its options')
  const expected = options.hasStreamPosition()
    ? Number(options.getStreamPosition())
    : expectedWithoutRevision(options)
  return {
    stream: streamName(options),
    expected,
    proposals: parts.flatMap((part) => part.getProposedMessagesList()).map(proposal),
  }
}

type HoldsStream = { getStreamIdentifier(): { getStreamName_asU8(): Uint8Array } | undefined }

export function streamName(holder: HoldsStream): string {
  return Buffer.from(holder.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8')
}

type Flags = { hasNoStream(): boolean; hasAny(): boolean; hasStreamExists(): boolean }

function expectedWithoutRevision(options: Flags): ServerExpected {
  if (options.hasNoStream()) return 'no_stream'
  if (options.hasStreamExists()) return 'stream_exists'
  return 'any'
}

function proposal(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): Proposal {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}
