import type { Compilable, Kysely } from 'kysely'
import type { Checkpoint } from '../../platform/event-store/checkpoint.ts'
import { BOARDS, type BoardsTables, recordBoards } from './boards.ts'
import { DOCUMENTS, type DocumentsTables } from './documents.ts'
import type { Handler } from './handler.ts'
import { HISTORY, type HistoryTables, recordHistory } from './history.ts'
import { GUESSES, LATE_REQUESTS, PICK_VERSIONS, type PicksTables, recordPicks } from './picks.ts'
import { type PointsTables, SCORES, STANDINGS } from './points-tables.ts'
import type { Table } from './table.ts'

export type ReadTables = CheckpointTables &
  DocumentsTables &
  PointsTables &
  BoardsTables &
  PicksTables &
  HistoryTables

/** Up to where all tables are true, and how often they were built: 0 until the first time is over. */
export type CheckpointTables = { checkpoint: Checkpoint & { generation: number } }

export type Read = Kysely<ReadTables>

/** Statements reach the database in the order in which they are given. */
export type Transaction = {
  read: Read
  /** Does not wait: the transaction fails at its end when the statement does. */
  send(statement: Compilable): void
  ask<Row>(statement: Compilable<Row>): Promise<Row[]>
}

export const HANDLERS: readonly Handler<ReadTables>[] = [recordPicks, recordHistory, recordBoards]

const CHECKPOINT: Table<CheckpointTables['checkpoint']> = {
  name: 'checkpoint',
  columns: {
    position: 'text not null',
    stream: 'text',
    revision: 'integer',
    event_id: 'uuid',
    generation: 'integer not null',
  },
  key: [],
}

export const READ_TABLES: { [Name in keyof ReadTables]: Table<ReadTables[Name]> } = {
  boards: BOARDS,
  checkpoint: CHECKPOINT,
  documents: DOCUMENTS,
  guesses: GUESSES,
  history: HISTORY,
  late_requests: LATE_REQUESTS,
  pick_versions: PICK_VERSIONS,
  scores: SCORES,
  standings: STANDINGS,
}
