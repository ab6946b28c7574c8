import type { Database } from '../../platform/database/database.ts'
import { checkpointAt } from '../../platform/event-store/checkpoint.ts'
import type { Position, RecordedEvent } from '../../platform/event-store/event-store.ts'
import { writeDocuments } from '../documents/documents.ts'
import { documentsNeeded, startFolding } from '../documents/fold-documents.ts'
import { notePointsDue, watchBoards } from '../points/boards-moved.ts'
import { countPoints } from '../points/count-points.ts'
import { watchPoints } from '../points/points-moved.ts'
import { isPick, type LoggedEvent } from './logged-event.ts'
import { READ_MODELS } from './read-models.ts'
import { inTransaction } from './transaction.ts'

/** Somebody else moved the checkpoint: another process, or a rebuild that put its tables in place. */
export class CheckpointMoved extends Error {}

/** A handler failed on an event: the projection stops before it until that is mended, and skips nothing. */
export class PoisonEvent extends Error {
  constructor({ type, position, stream }: RecordedEvent, cause: unknown) {
    super(`${type} at position ${position} (${stream}) cannot be projected`, { cause })
    this.name = 'PoisonEvent'
  }
}

/**
 * Takes a batch into the tables and moves the checkpoint, in one transaction. When that fails it goes on event by event, up to
 * the one that cannot be taken.
 * @param from where the tables should be now. Throws CheckpointMoved when they are not, and PoisonEvent.
 */
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

/** Not so a connection that broke, a statement that was cancelled, a full disk, or tables that somebody dropped. */
function comesFromEvent(error: unknown): boolean {
  if (error instanceof CheckpointMoved || error instanceof PoisonEvent) return false
  // Wrong data, a broken constraint, a statement that cannot be. The embedded database has a class of its own for its errors.
  const code = codeOf(error)
  return (
    (/^(22|23|42)...$/.test(code) && code !== UNDEFINED_TABLE) ||
    error instanceof TypeError ||
    error instanceof RangeError
  )
}

const UNDEFINED_TABLE = '42P01'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

function takeAtOnce(
  database: Database,
  schema: string,
  batch: readonly RecordedEvent[],
  from: Position,
): Promise<void> {
  // What is in the log was written by the decisions of the domain.
  const events = batch as readonly (RecordedEvent & LoggedEvent)[]
  const needed = documentsNeeded(events)
  return inTransaction(database, schema, needed, async (transaction, { checkpoint, documents }) => {
    if (checkpoint.position !== from) {
      throw new CheckpointMoved(`at ${checkpoint.position}, expected ${from}`)
    }
    const { read, send } = transaction
    const [folding, boards, points] = [startFolding(documents), watchBoards(), watchPoints(documents)]
    for (const run of runsIn(events)) {
      // No pick changes what another model looks at, so each may take all of them before the next does.
      for (const model of READ_MODELS) for (const statement of model(read, run, folding)) send(statement)
      for (const event of run) {
        folding.take(event)
        boards.take(event, folding)
        points.take(event, folding)
      }
    }
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

/** Picks that follow each other, and any other event by itself. */
function runsIn(batch: readonly LoggedEvent[]): LoggedEvent[][] {
  const runs: LoggedEvent[][] = []
  for (const event of batch) {
    const last = runs.at(-1)
    const [before] = last ?? []
    if (last && before && isPick(before) && isPick(event)) last.push(event)
    else runs.push([event])
  }
  return runs
}
