import type { Compilable, Kysely } from 'kysely'
import type { Checkpoint } from '../../platform/event-store/checkpoint.ts'
import type { DocumentsTables } from '../documents/documents.ts'
import type { Folding } from '../documents/fold-documents.ts'
import type { BoardsTables } from '../points/boards-moved.ts'
import type { PointsTables } from '../points/points-tables.ts'
import type { HistoryTables } from '../read-models/history.ts'
import type { PicksTables } from '../read-models/picks.ts'
import type { LoggedEvent } from './logged-event.ts'
import type { AnyTable } from './table.ts'

export type ReadTables = CheckpointTables &
  DocumentsTables &
  PointsTables &
  BoardsTables &
  PicksTables &
  HistoryTables

/** One row: up to where in the log all other tables are true, and how often they have been built: 0 until the first time is over. */
export type CheckpointTables = { checkpoint: Checkpoint & { generation: number } }

/** The read tables, live or under construction: whichever schema it was opened with. */
export type Read = Kysely<ReadTables>

export type Statements = readonly Compilable[]

/** A transaction on the read tables. Statements reach the database in the order in which they are given. */
export type Transaction = {
  read: Read
  /** Does not wait: the transaction fails at its end when the statement does. */
  send(statement: Compilable): void
  ask<Row>(statement: Compilable<Row>): Promise<Row[]>
}

/**
 * What an event writes to one read model: rows, and what it does to those before it. A function of the event and of the documents
 * before it: no clock, no randomness and no look at a table, so that two replays give identical tables and a batch is sent
 * without waiting.
 */
export type ReadModel = (read: Read, event: LoggedEvent, documents: DocumentsBefore) => readonly Write[]

/** Rows of a batch are gathered, and inserted by one statement a table before any other statement is sent. */
export type Write = NewRow | Compilable
export type NewRow = { into: AnyTable; row: object }

/** As they are when an event comes: a pick names its round alone, and who purges a season not what was in it. */
export type DocumentsBefore = Pick<Folding, 'find'>
