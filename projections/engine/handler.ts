import type { Compilable, Kysely } from 'kysely'
import type { Folding } from '../documents/fold-documents.ts'
import type { LoggedEvent } from './logged-event.ts'
import type { NewRow } from './table.ts'

/**
 * What an event writes to one read model: rows, and what it does to those before it. A function of the event and of the documents
 * before it: no clock, no randomness and no look at a table, so that two replays give identical tables and a batch is sent
 * without waiting.
 */
export type Handler<Tables> = (
  read: Kysely<Tables>,
  event: LoggedEvent,
  documents: DocumentsBefore,
) => readonly Write[]

/** Rows of a batch are gathered, and inserted by one statement a table before any other statement is sent. */
export type Write = NewRow | Compilable

/** As they are when an event comes: a pick names its round alone, and who purges a season not what was in it. */
export type DocumentsBefore = Pick<Folding, 'find'>
