import type { Database } from '../../platform/database/database.ts'
import { checkpointAt } from '../../platform/event-store/checkpoint.ts'
import type { Position, RecordedEvent } from '../../platform/event-store/event-store.ts'
import { watchBoards } from '../points/boards-moved.ts'
import { countPoints } from '../points/count-points.ts'
import { watchPoints } from '../points/points-moved.ts'
import { notePointsDue, recordBoards } from '../read-models/boards.ts'
import { writeDocuments } from '../read-models/documents.ts'
import { documentsNeeded, startFolding } from '../read-models/fold-documents.ts'
import type { Handler, Write } from '../read-models/handler.ts'
import { recordHistory } from '../read-models/history.ts'
import type { LoggedEvent } from '../read-models/logged-event.ts'
import { recordPicks } from '../read-models/picks.ts'
import type { ReadTables, Transaction } from '../read-models/read-tables.ts'
import { type AnyTable, insert } from '../read-models/table.ts'
import { inTransaction } from './transaction.ts'

export const WAITING_EVENTS_MAX = 2_000

export class CheckpointMoved extends Error {}

/** The projection stops before it, and skips nothing. */
export class PoisonEvent extends Error {
  constructor({ type, position, stream }: RecordedEvent, cause: unknown) {
    super(`${type} at position ${position} (${stream}) cannot be projected`, { cause })
    this.name = 'PoisonEvent'
  }
}

/** In one transaction with the checkpoint; after an error event by event. Throws CheckpointMoved and PoisonEvent. */
export async function takeBatch(
  database: Database,
  schema: string,
  batch: readonly RecordedEvent[],
  from: Position,
): Promise<void> {
  try {
    await takeAtOnce(database, schema, batch, from)
  } catch (error) {
    const [event] = batch
    if (!event || !comesFromEvent(error)) throw error
    if (batch.length === 1) throw new PoisonEvent(event, error)
    let position = from
    for (const one of batch) {
      await takeBatch(database, schema, [one], position)
      position = one.position
    }
  }
}

/** Not a broken connection, a cancelled statement, a full disk, or a table that was dropped. */
function comesFromEvent(error: unknown): boolean {
  if (error instanceof CheckpointMoved || error instanceof PoisonEvent) return false
  const code = codeOf(error)
  return (
    (/^(22|23|42)...$/.test(code) && code !== UNDEFINED_TABLE) ||
    error instanceof TypeError ||
    error instanceof RangeError
  )
}

const UNDEFINED_TABLE = '42P01'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const HANDLERS: readonly Handler<ReadTables>[] = [recordPicks, recordHistory, recordBoards]

function takeAtOnce(
  database: Database,
  schema: string,
  batch: readonly RecordedEvent[],
  from: Position,
): Promise<void> {
  // Decisions of the domain wrote what is in the log.
  const events = batch as readonly (RecordedEvent & LoggedEvent)[]
  const needed = documentsNeeded(events)
  return inTransaction(database, schema, needed, async (transaction, { checkpoint, documents }) => {
    if (checkpoint.position !== from) {
      throw new CheckpointMoved(`at ${checkpoint.position}, expected ${from}`)
    }
    const { read, send } = transaction
    const [folding, boards, points] = [startFolding(documents), watchBoards(), watchPoints(documents)]
    const rows = gatherRows(transaction)
    for (const event of events) {
      for (const handle of HANDLERS) for (const write of handle(read, event, folding)) rows.take(write)
      folding.take(event)
      boards.take(event, folding)
      points.take(event, folding)
    }
    rows.insert()
    for (const statement of writeDocuments(read, folding.changed())) send(statement)
    for (const statement of boards.statements(read)) send(statement)
    const due = points.due(folding)
    // While tables are built nobody looks: each season is counted once, at the end.
    if (checkpoint.generation > 0) for (const seasonId of due) await countPoints(transaction, seasonId)
    else if (due.length > 0) send(notePointsDue(read, due))
    const last = events.at(-1)
    if (last) send(read.updateTable('checkpoint').set(checkpointAt(last)))
  })
}

/** Before any other statement, which may look at them. */
function gatherRows({ read, send }: Transaction) {
  const gathered = new Map<AnyTable, object[]>()
  const insertAll = () => {
    for (const [table, rows] of gathered) for (const statement of insert(read, table, rows)) send(statement)
    gathered.clear()
  }
  return {
    take: (write: Write) => {
      if (!('into' in write)) {
        insertAll()
        return send(write)
      }
      const rows = gathered.get(write.into)
      if (rows) rows.push(write.row)
      else gathered.set(write.into, [write.row])
    },
    insert: insertAll,
  }
}
