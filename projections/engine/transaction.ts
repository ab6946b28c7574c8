import { setImmediate } from 'node:timers/promises'
import { type Compilable, type Nullable, sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../platform/database/database.ts'
import {
  type Document,
  type DocumentRow,
  type DocumentsNeeded,
  documentFrom,
  documentsQuestion,
} from '../documents/documents.ts'
import { readSchema } from './checkpoint.ts'
import type { CheckpointTables, Read, Transaction } from './read-model.ts'
import { withRows } from './table.ts'

/** What is asked for as a transaction begins. */
type Found = {
  checkpoint: Pick<CheckpointTables['checkpoint'], 'position' | 'generation'>
  /** Those that are needed, as far as they are there. */
  documents: readonly Document[]
}

/**
 * Does the work in one transaction, while nobody else projects into the schema. Statements leave without waiting for the answers
 * to those before. The work comes once the transaction has begun: what was written before would be kept although the rest is
 * taken back.
 */
export function inTransaction<T>(
  database: Database,
  schema: string,
  needed: DocumentsNeeded,
  work: (transaction: Transaction, found: Found) => Promise<T>,
): Promise<T> {
  // An embedded database has one connection, whose locks keep nobody in this process out.
  return database.kind === 'embedded'
    ? database.locks.hold(lockOf(schema), () => transact(database, schema, needed, work))
    : transact(database, schema, needed, work)
}

async function transact<T>(
  database: Database,
  schema: string,
  needed: DocumentsNeeded,
  work: (transaction: Transaction, found: Found) => Promise<T>,
): Promise<T> {
  const read = readSchema(database.kysely, schema)
  const client = await database.pool.connect()
  const sent: Promise<unknown>[] = []
  const query = (question: string | pg.QueryConfig): Promise<pg.QueryResult> => {
    const ask = () => client.query(question)
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
    const { sql: text, parameters } = statement.compile()
    return query({ name: nameOf(text), text, values: [...parameters] })
  }
  // What comes back has the columns that the statement asks for.
  const ask = async <Row>(statement: Compilable<Row>) => (await send(statement)).rows as Row[]
  try {
    const lock = client.escapeLiteral(lockOf(schema))
    const [, found] = await Promise.all([
      // In one message. The log is the truth: after a crash these writes are made again.
      query(`begin; set local synchronous_commit = off; select pg_advisory_xact_lock(hashtext(${lock}))`),
      ask(questionFor(read, needed)),
    ])
    const [first] = found
    if (first === undefined) throw new Error('The read tables have no checkpoint')
    const checkpoint = { position: first.reached, generation: first.generation }
    const outcome = await work({ read, send, ask }, { checkpoint, documents: found.flatMap(documentIn) })
    // A statement may fail on its way, where the server knows nothing of it: only now it is known that none has.
    await Promise.all(sent)
    await client.query('commit')
    return outcome
  } catch (error) {
    // What still waits must not come after the end of the transaction.
    await Promise.allSettled(sent)
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** One row for each document that is there, or one without any. */
const questionFor = (read: Read, needed: DocumentsNeeded) =>
  withRows(read, needed.everySeason ? 'documents and seasons' : 'documents', needed.ids, () =>
    read
      .selectFrom('checkpoint')
      .leftJoin(documentsQuestion(read, needed).as('document'), (join) => join.onTrue())
      .select([
        'checkpoint.position as reached',
        'checkpoint.generation',
        ...(['kind', 'id', 'position', 'state'] as const).map((column) => `document.${column}` as const),
      ]),
  )

function documentIn({ kind, id, position, state }: Nullable<DocumentRow>): Document[] {
  if (kind === null || id === null || position === null || state === null) return []
  return [documentFrom({ kind, id, position, state })]
}

/** The same statements come again and again: each is parsed and planned once on each connection. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `taking ${names.size}`
  names.set(text, name)
  return name
}

const lockOf = (schema: string) => `project into ${schema}`

/** The server ends a transaction that is idle for fifteen seconds. As long as this process runs, it is not. */
const BEAT_MS = 500

/**
 * No batch is taken into the schema until the work is done, by this process or another. Keep it short. Throws WasStopped when
 * this process was stopped meanwhile, as by Ctrl-Z, for so long that others have gone on.
 */
export async function whileTablesRest<T>(
  { kind, kysely, locks }: Database,
  schema: string,
  work: () => Promise<T>,
): Promise<T> {
  if (kind === 'embedded') return locks.hold(lockOf(schema), work)
  let done: { outcome: T } | null = null
  const held = kysely.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${lockOf(schema)}))`.execute(transaction)
    const beat = setInterval(() => sql`select`.execute(transaction).catch(() => {}), BEAT_MS)
    const outcome = await work().finally(() => clearInterval(beat))
    done = { outcome }
    return outcome
  })
  return held.catch((error: unknown) => {
    throw done ? new WasStopped(error) : error
  })
}

export class WasStopped extends Error {
  constructor(cause: unknown) {
    super('This process was stopped for so long that others have gone on: run it again', { cause })
    this.name = 'WasStopped'
  }
}
