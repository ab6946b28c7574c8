import { type ColumnType, type Compilable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { DomainEvent } from '../../domain/domain-event.ts'
import type { EventMetadata } from '../../domain/event.ts'
import type { PickEvent } from '../../domain/picks/pick.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { AdminsTables } from '../read-models/admins.ts'
import type { HistoryTables } from '../read-models/history.ts'
import type { LeaderboardsTables } from '../read-models/leaderboards.ts'
import type { PicksTables } from '../read-models/picks.ts'
import type { PlayersTables } from '../read-models/players.ts'
import type { RemindersTables } from '../read-models/reminders.ts'
import type { RoundsTables } from '../read-models/rounds.ts'
import type { SeasonTimelineTables } from '../read-models/season-timeline.ts'
import type { SeasonsTables } from '../read-models/seasons.ts'
import type { SettingsTables } from '../read-models/settings.ts'

export type ReadTables = CheckpointTables &
  SettingsTables &
  PlayersTables &
  AdminsTables &
  SeasonsTables &
  RoundsTables &
  SeasonTimelineTables &
  RemindersTables &
  PicksTables &
  HistoryTables &
  LeaderboardsTables

/** One row: the place in the log up to which all other tables are true, and who made them. */
export type CheckpointTables = { checkpoint: { position: Position; version: number } }

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

/** Most of what happens. */
export type LoggedPick = LoggedEvent & PickEvent

export type OtherEvent = Exclude<LoggedEvent, LoggedPick>

/**
 * One read model: its tables, and how each event changes them. Handlers are functions of events and tables alone: no
 * clock and no randomness, so that two replays give identical tables.
 */
export type ReadModel = {
  create: (read: Read) => Promise<void>
  handle: (read: Read, event: OtherEvent) => Promise<void>
  /** What picks that follow each other with nothing in between change, all at once. None of it asks, so it is sent in one go. */
  writePicks?: (read: Read, picks: readonly LoggedPick[]) => readonly Compilable[]
  /** Once behind each run of events other than picks, in the same transaction. */
  settle?: (read: Read, run: readonly LoggedEvent[]) => Promise<void>
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

/**
 * Rows as the database takes many of them fastest: in one parameter. To select from, as `given`.
 * @param columns the type of each.
 */
export function givenRows<Row extends object>(
  columns: { readonly [Column in keyof Row & string]: string },
  rows: readonly Row[],
) {
  const declared = Object.entries(columns).map(
    ([name, type]) => sql`${sql.ref(name)} ${sql.raw(String(type))}`,
  )
  const given: RawBuilder<Row> = sql`json_to_recordset(${json(rows)}::json)`
  return given.as<'given'>(sql`given (${sql.join(declared)})`)
}

/** Raise it with every change of a table or a handler: the tables are then made anew at the next start. */
export const READ_MODELS_VERSION = 16
