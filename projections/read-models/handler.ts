import type { Compilable, Kysely } from 'kysely'
import type { Folding } from './fold-documents.ts'
import type { LoggedEvent } from './logged-event.ts'
import type { NewRow } from './table.ts'

/**
 * No clock, no randomness and no look at a table: two replays give identical tables, and a batch is sent without
 * waiting.
 */
export type Handler<Tables> = (
  read: Kysely<Tables>,
  event: LoggedEvent,
  documents: DocumentsBefore,
) => readonly Write[]

/** Rows of a batch are inserted together, before any other statement. */
export type Write = NewRow | Compilable

export type DocumentsBefore = Pick<Folding, 'find'>
