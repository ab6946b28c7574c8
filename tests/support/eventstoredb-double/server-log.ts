import { EventEmitter } from 'node:events'

export type Proposal = {
  id: string
  type: string
  contentType: string
  data: Uint8Array
  metadata: Uint8Array
}

export type LogRecord = Proposal & {
  stream: string
  revision: number
  /** Where the record begins in the server's file: its commit position and its prepare position alike. */
  position: number
  createdAt: Date
}

export type ServerExpected = number | 'no_stream' | 'any' | 'stream_exists'

export type Outcome =
  | { kind: 'written'; revision: number; position: number }
  | { kind: 'wrong_version'; current: number | null }
  | { kind: 'deleted' }

export type ServerLog = ReturnType<typeof createServerLog>

const RECORD_OVERHEAD_BYTES = 120
/** The revision of the record that closes a stream. */
const TOMBSTONE_REVISION = 2 ** 31 - 1
const NOTHING = new Uint8Array()

/**
 * What an EventStoreDB node keeps, and how it decides about appends: each event is a record of its own, a tombstone
 * adds one and takes none away, and repeated appends are told by the ids of their events.
 */
export function createServerLog() {
  const records: LogRecord[] = []
  const streams = new Map<string, LogRecord[]>()
  const tombstoned = new Set<string>()
  const changes = new EventEmitter().setMaxListeners(0)
  let writtenRecently = new Map<string, LogRecord>()
  let endOfFile = 0

  const eventsOf = (stream: string) => streams.get(stream) ?? []
  const headOf = (stream: string) => eventsOf(stream).at(-1)?.revision ?? null

  return {
    records: records as readonly LogRecord[],
    eventsOf: (stream: string): readonly LogRecord[] => eventsOf(stream),
    isTombstoned: (stream: string) => tombstoned.has(stream),

    append(stream: string, proposals: readonly Proposal[], expected: ServerExpected): Outcome {
      if (tombstoned.has(stream)) return { kind: 'deleted' }
      const current = headOf(stream)
      if (expected === 'stream_exists' && current === null) return { kind: 'wrong_version', current }
      const isExplicit = typeof expected === 'number' || expected === 'no_stream'
      const repeated = isExplicit
        ? repeatedAt(stream, proposals, expected)
        : repeatedAnywhere(stream, proposals)
      if (repeated === 'in part') return { kind: 'wrong_version', current }
      if (repeated) return { kind: 'written', revision: repeated.revision, position: repeated.position }
      if (isExplicit && (expected === 'no_stream' ? null : expected) !== current) {
        return { kind: 'wrong_version', current }
      }
      const written = proposals.map((proposal, index) => write(stream, (current ?? -1) + 1 + index, proposal))
      changes.emit('written')
      const last = written.at(-1)
      if (!last) throw new RangeError('An append without events')
      return { kind: 'written', revision: last.revision, position: last.position }
    },

    tombstone(stream: string, expected: number | null): Outcome {
      if (tombstoned.has(stream)) return { kind: 'deleted' }
      const current = headOf(stream)
      if (expected !== null && expected !== current) return { kind: 'wrong_version', current }
      tombstoned.add(stream)
      const { position, revision } = writeOwn(stream, TOMBSTONE_REVISION, '$streamDeleted')
      changes.emit('written')
      return { kind: 'written', revision, position }
    },

    /** An event of the server itself, as its statistics. */
    writeSystemEvent(stream = '$stats-127.0.0.1:2113', type = '$statsCollected') {
      writeOwn(stream, (headOf(stream) ?? -1) + 1, type)
      changes.emit('written')
    },

    /** What a server forgets in a restart: from then on, appends to any revision are not recognised again. */
    forgetRecentIds() {
      writtenRecently = new Map()
    },

    /** Calls back after every write, until the answer is called. */
    onWritten(listener: () => void) {
      changes.on('written', listener)
      return () => void changes.off('written', listener)
    },
  }

  function writeOwn(stream: string, revision: number, type: string) {
    const id = crypto.randomUUID()
    return write(stream, revision, {
      id,
      type,
      contentType: 'application/json',
      data: NOTHING,
      metadata: NOTHING,
    })
  }

  function write(stream: string, revision: number, proposal: Proposal): LogRecord {
    const record = { ...proposal, stream, revision, position: endOfFile, createdAt: new Date() }
    endOfFile += RECORD_OVERHEAD_BYTES + proposal.data.length + proposal.metadata.length
    records.push(record)
    if (revision !== TOMBSTONE_REVISION) streams.set(stream, [...eventsOf(stream), record])
    writtenRecently.set(proposal.id, record)
    return record
  }

  /** With an explicit revision the server compares with what stands behind it, however long ago that was written. */
  function repeatedAt(stream: string, proposals: readonly Proposal[], expected: number | 'no_stream') {
    const start = expected === 'no_stream' ? 0 : expected + 1
    const standing = eventsOf(stream).slice(start, start + proposals.length)
    return repeatedIn(standing, proposals)
  }

  /** Without one it knows only what it wrote recently, and does not look at order or number. */
  function repeatedAnywhere(stream: string, proposals: readonly Proposal[]) {
    const known = proposals.map(({ id }) => writtenRecently.get(id))
    return repeatedIn(
      known.map((record) => (record?.stream === stream ? record : undefined)),
      proposals,
    )
  }
}

function repeatedIn(standing: readonly (LogRecord | undefined)[], proposals: readonly Proposal[]) {
  const differs = proposals.findIndex(({ id }, index) => standing[index]?.id !== id)
  if (differs === 0) return null
  return differs > 0 ? 'in part' : (standing[proposals.length - 1] ?? null)
}
