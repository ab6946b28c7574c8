import type { Instant } from '../../domain/event.ts'
import { type Asking, asking } from './asking.ts'
import {
  type DocumentId,
  type DocumentKind,
  type DocumentStates,
  documentFrom,
  documentsQuestion,
} from './documents.ts'
import { type Documents, startFolding } from './fold-documents.ts'
import type { Read } from './read-tables.ts'

/** By id. What is not there is left out. */
export async function findDocuments<Kind extends DocumentKind>(
  read: Read,
  kind: Kind,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, DocumentStates[Kind]>> {
  return (await loadDocuments(asking(read), idsOf(kind, ids))).all(kind)
}

export const idsOf = (kind: DocumentKind, ids: Iterable<number>): DocumentId[] =>
  [...ids].map((id) => ({ kind, id }))

export async function loadDocuments({ read, ask }: Asking, ids: readonly DocumentId[]): Promise<Documents> {
  const rows = ids.length > 0 ? await ask(documentsQuestion(read, { ids, everySeason: false })) : []
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
