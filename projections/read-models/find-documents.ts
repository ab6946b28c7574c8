import { sql } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import {
  type DocumentId,
  type DocumentKind,
  type DocumentStates,
  type DocumentsNeeded,
  documentFrom,
  documentsQuestion,
} from './documents.ts'
import { type Documents, startFolding } from './fold-documents.ts'
import type { Read, Transaction } from './read-tables.ts'

export type Asking = Pick<Transaction, 'read' | 'ask'>

export const asking = (read: Read): Asking => ({
  read,
  ask: async (question) => {
    const { rows } = await read.executeQuery(question.compile())
    // What comes back has the columns that the question asks for.
    return rows as never
  },
})

/** All answers are of one moment. Where a rebuild swaps the tables in between, it asks once more. */
export async function askAtOneMoment<T>(read: Read, work: (asking: Asking) => Promise<T>): Promise<T> {
  if (read.isTransaction) return work(asking(read))
  for (;;) {
    const outcome = await read
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        const tables = await tablesNow(transaction)
        const answer = await work(asking(transaction))
        return (await tablesNow(transaction)) === tables ? { answer } : null
      })
    if (outcome) return outcome.answer
  }
}

async function tablesNow(read: Read): Promise<number | undefined> {
  const row = await read.selectFrom('checkpoint').select(sql<number>`tableoid`.as('id')).executeTakeFirst()
  return row?.id
}

export async function findDocuments(
  { read, ask }: Asking,
  { ids = [], everySeason = false }: Partial<DocumentsNeeded>,
): Promise<Documents> {
  const rows = ids.length > 0 || everySeason ? await ask(documentsQuestion(read, { ids, everySeason })) : []
  return startFolding(rows.map(documentFrom))
}

export async function findDocument<Kind extends DocumentKind>(
  read: Read,
  kind: Kind,
  id: number,
): Promise<DocumentStates[Kind] | null> {
  const row = await read
    .selectFrom('documents')
    .select(['kind', 'id', 'position', 'state'])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? (documentFrom(row).state as DocumentStates[Kind]) : null
}

/** `due` keeps those with a `due_at` up to an instant, or after it. */
export async function listDocuments<Kind extends DocumentKind>(
  read: Read,
  kind: Kind,
  ...due: readonly ['<=' | '>', Instant] | readonly []
): Promise<Map<number, DocumentStates[Kind]>> {
  const ofKind = read
    .selectFrom('documents')
    .select(['kind', 'id', 'position', 'state'])
    .where('kind', '=', kind)
    .orderBy('id')
  const rows = await (due.length === 0 ? ofKind : ofKind.where('due_at', ...due)).execute()
  return new Map(rows.map(documentFrom).map(({ id, state }) => [id, state as DocumentStates[Kind]]))
}

export const idsOf = (kind: DocumentKind, ids: Iterable<number>): DocumentId[] =>
  [...ids].map((id) => ({ kind, id }))
