import type { EventMetadata, Instant } from '../../domain/event.ts'

/** A place in the whole log. Opaque, but sorts as text in commit order; those of one log are equally long. */
export type Position = string

/** Before the first event of the log. */
export const START: Position = ''

/** What the writer believes about the stream: its last revision (from 0), or whether it exists at all. */
export type Expected = number | 'no_stream' | 'stream_exists' | 'any'

export type NewEvent = {
  /** UUID. The same id in a repeated append is the same event. */
  id: string
  type: string
  data: unknown
  metadata: EventMetadata
}

export type RecordedEvent = NewEvent & {
  stream: string
  /** Counts from 0 in its stream. */
  revision: number
  position: Position
  recordedAt: Instant
}

export type Appended = { revision: number; position: Position }

/** The log of everything that happened, shaped like EventStoreDB. Every adapter passes one contract suite. */
export type EventStore = {
  /**
   * Writes all events or none. Repeating an append with the same ids answers as it did the first time.
   * Throws RevisionConflict, StreamTombstoned, EventIdTaken, EventStoreUnavailable.
   */
  append(stream: string, events: readonly NewEvent[], expected: Expected): Promise<Appended>
  /** The stream's events in order, from a revision on; empty for a missing one. Throws StreamTombstoned. */
  read(stream: string, from?: number): Promise<RecordedEvent[]>
  /**
   * Every event after a position in commit order, in batches as they become visible, until the signal aborts.
   * An append is never torn between two batches.
   */
  subscribe(options: { after: Position; signal: AbortSignal }): AsyncIterable<readonly RecordedEvent[]>
  /** The position of the last event, START for an empty log. */
  head(): Promise<Position>
  /**
   * Deletes the stream's events for ever and closes its name. Does nothing the second time. Throws RevisionConflict when its
   * last revision is another one than expected.
   */
  tombstone(stream: string, expected?: number): Promise<void>
  close(): Promise<void>
}

/** The stream is not where the writer believed it to be. */
export class RevisionConflict extends Error {
  readonly stream: string
  readonly expected: Expected
  /** The stream's real last revision, null when it has none. */
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

/** An id of the append is in the stream already, but not as this same append. A store may look beyond the stream. */
export class EventIdTaken extends Error {
  constructor(stream: string) {
    super(`An event id in the append to ${stream} belongs to another event`)
    this.name = 'EventIdTaken'
  }
}

/** The store did not answer in time. */
export class EventStoreUnavailable extends Error {
  /** Whether nobody can say if what was asked of it has happened. Of a read, and of what never left, it has not. */
  readonly mayBeDone: boolean

  constructor(cause: unknown, { mayBeDone = false } = {}) {
    super('The event store did not answer in time', { cause })
    this.name = 'EventStoreUnavailable'
    this.mayBeDone = mayBeDone
  }
}

/** The store answers, but refuses the account of this server: another password, or a right that was taken away. */
export class EventStoreRefused extends Error {
  /** The store does not know the account at all, which may only be a matter of time. */
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
