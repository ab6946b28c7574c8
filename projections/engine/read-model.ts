import type { Compilable, Kysely } from 'kysely'
import type { Checkpoint } from '../../platform/event-store/checkpoint.ts'
import type { DocumentsTables } from '../documents/documents.ts'
import type { Folding } from '../documents/fold-documents.ts'
import type { BoardsTables } from '../points/boards-moved.ts'
import type { PointsTables } from '../points/points-tables.ts'
import type { HistoryTables } from '../read-models/history.ts'
import type { PicksTables } from '../read-models/picks.ts'
import type { LoggedEvent } from './logged-event.ts'

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
 * What events write to one read model: picks that follow each other in the log, of which there are hundreds to one of anything
 * else, or one other event. A function of these and of the documents before them: no clock, no randomness and no look at a table,
 * so that two replays give identical tables and a batch is sent without waiting.
 */
export type ReadModel = (read: Read, events: readonly LoggedEvent[], documents: DocumentsBefore) => Statements

/** As they are when an event comes: a pick names its round alone, and who purges a season not what was in it. */
export type DocumentsBefore = Pick<Folding, 'find'>
