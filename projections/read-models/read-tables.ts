import type { Compilable, Kysely } from 'kysely'
import type { Checkpoint } from '../../platform/event-store/checkpoint.ts'
import type { BoardsTables } from '../points/boards-moved.ts'
import type { DocumentsTables } from './documents.ts'
import type { HistoryTables } from './history.ts'
import type { PicksTables } from './picks.ts'
import type { PointsTables } from './points-tables.ts'

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
