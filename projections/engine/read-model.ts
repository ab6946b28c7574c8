import { type ColumnType, type Compilable, type Kysely, sql } from 'kysely'
import type { DomainEvent } from '../../domain/domain-event.ts'
import type { EventMetadata } from '../../domain/event.ts'
import { type EVENT_TABLE, eventRow, type StreamKind } from '../../domain/event-table.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import type { Checkpoint } from '../../platform/event-store/checkpoint.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { DocumentsTables } from '../documents/documents.ts'
import type { Folding } from '../documents/fold-documents.ts'
import type { BoardsTables } from '../points/boards-moved.ts'
import type { PointsTables } from '../points/points-tables.ts'
import type { HistoryTables } from '../read-models/history.ts'
import type { PicksTables } from '../read-models/picks.ts'

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

/** An event where it stands in the log. */
export type LoggedEvent = DomainEvent & {
  id: string
  stream: string
  revision: number
  position: Position
  metadata: EventMetadata
}

export type Statements = readonly Compilable[]

/** A transaction on the read tables. Statements reach the database in the order in which they are given. */
export type Transaction = {
  read: Read
  /** Does not wait: the transaction fails at its end when the statement does. */
  send(statement: Compilable): void
  ask<Row>(statement: Compilable<Row>): Promise<Row[]>
}

/**
 * One read model: its tables, and what each event writes to them. Handlers are functions of the event and the documents before
 * it: no clock, no randomness and no look at a table, so that two replays give identical tables and a batch is sent without waiting.
 */
export type ReadModel = {
  create: (read: Read) => Promise<void>
  handle: (read: Read, event: LoggedEvent, documents: DocumentsBefore) => Statements
  /** The same for picks that follow each other in the log, of which there are hundreds to one of anything else. */
  handlePicks?: (read: Read, events: readonly LoggedPick[], documents: DocumentsBefore) => Statements
}

/** As they are when an event comes: a pick names its round alone, and who purges a season not what was in it. */
export type DocumentsBefore = Pick<Folding, 'find'>

/** An event that stands in a stream of this kind. */
export type EventIn<Kind extends StreamKind> = LoggedEvent & { type: TypeIn<Kind> }

type TypeIn<Kind extends StreamKind> = {
  [Type in DomainEvent['type']]: (typeof EVENT_TABLE)[Type]['stream'] extends Kind ? Type : never
}[DomainEvent['type']]

export const isIn = <Kind extends StreamKind>(event: LoggedEvent, kind: Kind): event is EventIn<Kind> =>
  eventRow(event.type)?.stream === kind

export type LoggedPick = EventIn<'pick'>

export const isPick = (event: LoggedEvent): event is LoggedPick => isIn(event, 'pick')

/** However many rows, one statement of one shape: as a source to insert from. Types are those of the columns. */
export function rowsAs<Row extends object>(
  rows: readonly Row[],
  types: { [Column in keyof Row]: 'text' | 'integer' | 'double precision' | 'boolean' | 'uuid' | 'json' },
) {
  const columns = Object.entries(types).map(([name, type]) => sql`${sql.id(name)} ${sql.raw(String(type))}`)
  return sql<Row>`json_to_recordset(${json(rows)}::json)`.as<'row'>(sql`row (${sql.join(columns)})`)
}

/** The id of the aggregate whose stream the event stands in: 7 for `season-7`. */
export function idIn({ stream }: { stream: string }): number {
  return streamIdOf(stream).ids[0] ?? 0
}

/** The round that an event is about; null for any other. */
export function roundIdOf({ data }: DomainEvent): number | null {
  return 'roundId' in data ? data.roundId : null
}

/** A json column: read as it is, written as text. */
export type Json<T> = ColumnType<T, string | Extract<T, null>, string | Extract<T, null>>

/** A value for a json column. */
export const json = (value: unknown): string => JSON.stringify(value)
