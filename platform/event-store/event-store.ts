import type { EventMetadata, Instant } from '../../domain/event.ts'

/** Opaque, but sorts as text in commit order. */
export type Position = string

export const START: Position = ''

/** The last revision of the stream (from 0), or whether it exists. */
export type Expected = number | 'no_stream' | 'stream_exists' | 'any'

export type NewEvent = {
  /** A UUID. The same id in a repeated append is the same event. */
  id: string
  type: string
  data: unknown
  metadata: EventMetadata
}

export type RecordedEvent = NewEvent & {
  stream: string
  revision: number
  position: Position
  recordedAt: Instant
}

/** The last event of each stream; null for one without events. */
export type LastIds = ReadonlyMap<string, string | null>

/** `lastIds`: at least of the streams that were named, once the append was in the log. */
export type Appended = { revision: number; position: Position; lastIds?: LastIds }

export type EventStore = {
  /** All or none; a repeated append answers as the first. EventStoreDB tells no `lastIds`. Throws RevisionConflict, StreamTombstoned, EventIdTaken. */
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: Expected,
    lastIdsOf?: readonly string[],
  ): Promise<Appended>
  /** From a revision on; empty for a missing stream. Throws StreamTombstoned. */
  read(stream: string, from?: number): Promise<RecordedEvent[]>
  /** Every event after a position in commit order, until the signal aborts. No append is torn between two batches. */
  subscribe(options: { after: Position; signal: AbortSignal }): AsyncIterable<readonly RecordedEvent[]>
  /** START for an empty log. */
  head(): Promise<Position>
  /** Deletes the events and closes the name. Throws RevisionConflict. */
  tombstone(stream: string, expected?: number): Promise<void>
  close(): Promise<void>
}

export class RevisionConflict extends Error {
  readonly stream: string
  readonly expected: Expected
  readonly actual: number | null

  constructor(stream: string, expected: Expected, actual: number | null) {
    super(`Stream ${stream} is at ${actual ?? 'no_stream'}, expected ${expected}`)
    this.name = 'RevisionConflict'
    this.stream = stream
    this.expected = expected
    this.actual = actual
  }
}

export class StreamTombstoned extends Error {
  readonly stream: string

  constructor(stream: string) {
    super(`Stream ${stream} was deleted for ever`)
    this.name = 'StreamTombstoned'
    this.stream = stream
  }
}

/** An id of the append is in the stream, but not as this append. A store may look beyond the stream. */
export class EventIdTaken extends Error {
  constructor(stream: string) {
    super(`An event id in the append to ${stream} belongs to another event`)
    this.name = 'EventIdTaken'
  }
}

export class EventStoreUnavailable extends Error {
  /** Whether it may have happened. A read, and what was never sent, has not. */
  readonly mayBeDone: boolean

  constructor(cause: unknown, { mayBeDone = false } = {}) {
    super('The event store did not answer in time', { cause })
    this.name = 'EventStoreUnavailable'
    this.mayBeDone = mayBeDone
  }
}

export class EventStoreRefused extends Error {
  readonly isUnknownAccount: boolean

  constructor(cause: unknown, { isUnknownAccount }: { isUnknownAccount: boolean }) {
    super(
      isUnknownAccount
        ? 'The event store does not accept the user name or the password of this server'
        : 'The event store does not allow the account of this server what it needs',
      { cause },
    )
    this.name = 'EventStoreRefused'
    this.isUnknownAccount = isUnknownAccount
  }
}
