import { setImmediate } from 'node:timers/promises'
import { Mutex } from 'async-mutex'
import { type Compilable, sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../platform/database/database.ts'
import { checkpointAt } from '../../platform/event-store/checkpoint.ts'
import type { Position, RecordedEvent } from '../../platform/event-store/event-store.ts'
import {
  type Document,
  type DocumentId,
  documentFrom,
  documentsQuestion,
  writeDocuments,
} from '../documents/documents.ts'
import { documentsNeeded, startFolding } from '../documents/fold-documents.ts'
import { readSchema } from './checkpoint.ts'
import { isPick, type LoggedEvent, type Read } from './read-model.ts'
import { READ_MODELS } from './read-models.ts'

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
  return whileNobodyElseProjects(database, schema, () =>
    inTransaction(database, schema, from, needed, (read, send, documents) => {
      for (const run of runsIn(events)) for (const statement of statementsOf(read, run)) send(statement)
      const folding = startFolding(documents)
      for (const event of events) folding.take(event)
      for (const statement of writeDocuments(read, folding.changed())) send(statement)
      const last = events.at(-1)
      if (last) send(read.updateTable('checkpoint').set(checkpointAt(last)))
    }),
  )
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

/** No pick changes what another model looks at, so each may take all of them before the next does. */
const statementsOf = (read: Read, run: readonly LoggedEvent[]) =>
  READ_MODELS.flatMap(({ handle, handlePicks }) =>
    handlePicks && run.every(isPick) ? handlePicks(read, run) : run.flatMap((event) => handle(read, event)),
  )

/**
 * Statements leave without waiting for the answers to those before. `work` comes once the transaction has begun: what was
 * written before would be kept although the rest is taken back. It gets the documents that are needed, as far as they are there.
 */
async function inTransaction(
  database: Database,
  schema: string,
  from: Position,
  needed: readonly DocumentId[],
  work: (read: Read, send: (statement: Compilable) => void, documents: readonly Document[]) => void,
): Promise<void> {
  const read = readSchema(database.kysely, schema)
  const client = await database.pool.connect()
  const sent: Promise<unknown>[] = []
  const query = (text: string, parameters: readonly unknown[] = []) => {
    const ask = () => client.query({ name: nameOf(text), text, values: [...parameters] })
    // A server answers in order. An embedded database looks at its disk before each write, so that each one waits, and lets
    // others be heard before it works on.
    const answer =
      database.kind === 'server'
        ? ask()
        : Promise.allSettled(sent.slice(-1))
            .then(() => setImmediate())
            .then(ask)
    answer.catch(() => {})
    sent.push(answer)
    return answer
  }
  const send = (statement: Compilable) => {
    const { sql, parameters } = statement.compile()
    return query(sql, parameters)
  }
  try {
    const [, , , { rows }, { rows: documents }] = await Promise.all([
      query('begin'),
      query('select pg_advisory_xact_lock(hashtext($1))', [lockOf(schema)]),
      // The log is the truth: after a crash these writes are made again.
      query('set local synchronous_commit = off'),
      send(read.selectFrom('checkpoint').select('position')),
      needed.length > 0 ? send(documentsQuestion(read, needed)) : NO_ROWS,
    ])
    const position = rows[0]?.position
    if (position !== from) throw new CheckpointMoved(`at ${position}, expected ${from}`)
    work(read, send, documents.map(documentFrom))
    // A statement may fail on its way, where the server knows nothing of it: only now it is known that none has.
    await Promise.all(sent)
    await client.query('commit')
  } catch (error) {
    // What still waits must not come after the end of the transaction.
    await Promise.allSettled(sent)
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

const NO_ROWS = { rows: [] }

/** The same statements come again and again: each is parsed and planned once on each connection. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `taking ${names.size}`
  names.set(text, name)
  return name
}

/** An embedded database has one connection, whose locks keep nobody in this process out. */
const queues = new WeakMap<pg.Pool, Map<string, Mutex>>()

function whileNobodyElseProjects<T>({ pool }: Database, schema: string, work: () => Promise<T>): Promise<T> {
  const ofPool = queues.get(pool) ?? new Map<string, Mutex>()
  queues.set(pool, ofPool)
  const queue = ofPool.get(schema) ?? new Mutex()
  ofPool.set(schema, queue)
  return queue.runExclusive(work)
}

const lockOf = (schema: string) => `project into ${schema}`

/** A process that is stopped in the middle of its work, as by Ctrl-Z, keeps the others waiting no longer. */
const HELD_MS = 30_000

/**
 * No batch is taken into the schema until the work is done, by this process or another. Keep it short. Throws WasStopped when
 * this process did nothing for so long meanwhile that others have gone on.
 */
export function whileTablesRest<T>(
  database: Database,
  schema: string,
  work: () => Promise<T>,
  heldMs = HELD_MS,
): Promise<T> {
  return whileNobodyElseProjects(database, schema, () =>
    database.kind === 'embedded' ? work() : whileHeld(database, schema, work, heldMs),
  )
}

export class WasStopped extends Error {
  constructor(cause: unknown) {
    super('This process was stopped for so long that others have gone on: run it again', { cause })
    this.name = 'WasStopped'
  }
}

async function whileHeld<T>({ kysely }: Database, schema: string, work: () => Promise<T>, heldMs: number) {
  let done: { outcome: T } | null = null
  const held = kysely.transaction().execute(async (transaction) => {
    await sql`select set_config('idle_in_transaction_session_timeout', ${`${heldMs}`}, true)`.execute(
      transaction,
    )
    await sql`select pg_advisory_xact_lock(hashtext(${lockOf(schema)}))`.execute(transaction)
    const beat = setInterval(() => sql`select`.execute(transaction).catch(() => {}), heldMs / 3)
    const outcome = await work().finally(() => clearInterval(beat))
    done = { outcome }
    return outcome
  })
  return held.catch((error: unknown) => {
    throw done ? new WasStopped(error) : error
  })
}
