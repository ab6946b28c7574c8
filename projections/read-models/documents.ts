import { type Kysely, type Selectable, sql } from 'kysely'
import type { PresentAdmin } from '../../domain/admins/admin.ts'
import type { Champion } from '../../domain/champions/champion.ts'
import type { Instant } from '../../domain/event.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import type { Notices } from '../../domain/rounds/asking.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import type { League } from '../../domain/settings/league.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import {
  dueAt,
  playedSince,
  type RoundIndex,
  type StoredSeason,
  seasonFrom,
  storedSeason,
} from './season-document.ts'
import {
  column,
  type Json,
  json,
  type RowOf,
  remove,
  rowsAs,
  type Statements,
  table,
  upsert,
} from './table.ts'

export type DocumentStates = {
  season: WholeSeason
  round: RoundIndex
  notices: Notices
  player: PresentPlayer
  admin: PresentAdmin
  champion: Champion
  settings: Settings
  league: League
}

export type DocumentKind = keyof DocumentStates

export type DocumentId = { kind: DocumentKind; id: number }

export const ONLY = 0

export type Document = {
  [Kind in DocumentKind]: { kind: Kind; id: number; position: Position; state: DocumentStates[Kind] | null }
}[DocumentKind]

export type DocumentsTables = {
  documents: RowOf<typeof DOCUMENTS>
}

export const DOCUMENTS = table({
  name: 'documents',
  columns: {
    kind: column<DocumentKind>('text not null'),
    id: column<number>('integer not null'),
    position: column<Position>('text not null'),
    /** When the clock next locks or opens a round of the season; when a round that is open for picks locks. */
    due_at: column<Instant | null>('text'),
    /** Of a season that is played: when that was last decided. */
    armed_at: column<Instant | null>('text'),
    // The text as it was written: the same state has the same text.
    state: column<Json<object>>('json not null'),
  },
  key: ['kind', 'id'],
  indexes: [{ name: 'documents_due', columns: ['due_at'], where: 'due_at is not null' }],
})

export type DocumentsNeeded = { ids: readonly DocumentId[]; everySeason: boolean }

export function documentsQuestion(read: Kysely<DocumentsTables>, { ids, everySeason }: DocumentsNeeded) {
  const columns = ['documents.kind', 'documents.id', 'documents.position', 'documents.state'] as const
  const byId = read
    .selectFrom('documents')
    .innerJoin(rowsAs(ids, { kind: 'text', id: 'integer' }), (join) =>
      join.onRef('row.kind', '=', 'documents.kind').onRef('row.id', '=', 'documents.id'),
    )
    .select(columns)
  return everySeason
    ? byId.unionAll(read.selectFrom('documents').select(columns).where('kind', '=', sql.lit('season')))
    : byId
}

export type DocumentRow = Pick<Selectable<DocumentsTables['documents']>, 'kind' | 'id' | 'position' | 'state'>

export function documentFrom({ kind, id, position, state }: DocumentRow): Document {
  const restored = kind === 'season' ? seasonFrom(state as StoredSeason) : state
  return { kind, id, position, state: restored } as Document
}

export function writeDocuments(read: Kysely<DocumentsTables>, documents: readonly Document[]): Statements {
  const written = documents.flatMap((document) => rowOf(document) ?? [])
  const gone = documents.flatMap(({ kind, id, state }) => (state === null ? { kind, id } : []))
  return [...upsert(read, DOCUMENTS, written), ...remove(read, DOCUMENTS, gone)]
}

function rowOf(document: Document) {
  const { kind, id, position } = document
  if (document.state === null) return null
  if (document.kind === 'season') {
    const due_at = dueAt(document.state)
    const armed_at = playedSince(document.state)
    return { kind, id, position, due_at, armed_at, state: json(storedSeason(document.state)) }
  }
  const due_at = document.kind === 'round' ? (document.state.open?.locksAt ?? null) : null
  return { kind, id, position, due_at, armed_at: null, state: json(document.state) }
}
