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
} from '../read-models/documents.ts'
import type { CheckpointTables, Read, Transaction } from '../read-models/read-tables.ts'
import { withRows } from '../read-models/table.ts'
import { readSchema } from './checkpoint.ts'

type Found = {
  checkpoint: Pick<CheckpointTables['checkpoint'], 'position' | 'generation'>
  documents: readonly Document[]
}

/** While nobody else projects into the schema. Statements leave without waiting for earlier answers. */
export function inTransaction<T>(
  database: Database,
  schema: string,
  needed: DocumentsNeeded,
  work: (transaction: Transaction, found: Found) => Promise<T>,
): Promise<T> {
  // Its locks keep nobody in this process out: it has one connection.
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
    // A server answers in order. An embedded database looks at its disk before each write, so each one waits.
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
  const ask = async <Row>(statement: Compilable<Row>) => (await send(statement)).rows as Row[]
  try {
    const lock = client.escapeLiteral(lockOf(schema))
    const [, found] = await Promise.all([
      // In one message. After a crash these writes are made again from the log.
      query(`begin; set local synchronous_commit = off; select pg_advisory_xact_lock(hashtext(${lock}))`),
      ask(questionFor(read, needed)),
    ])
    const [first] = found
    if (first === undefined) throw new Error('The read tables have no checkpoint')
    const checkpoint = { position: first.reached, generation: first.generation }
    const outcome = await work({ read, send, ask }, { checkpoint, documents: found.flatMap(documentIn) })
    // A statement may fail on its way, where the server knows nothing of it.
    await Promise.all(sent)
    await client.query('commit')
    return outcome
  } catch (error) {
    await Promise.allSettled(sent)
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

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

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `taking ${names.size}`
  names.set(text, name)
  return name
}

const lockOf = (schema: string) => `project into ${schema}`

/** The server ends a transaction that is idle for fifteen seconds; while this process runs, it is not. */
const BEAT_MS = 500

/** No batch is taken meanwhile. Throws WasStopped when this process was stopped, as by Ctrl-Z, until others went on. */
export async function withTablesLocked<T>(
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
