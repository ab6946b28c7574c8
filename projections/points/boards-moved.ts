import { type Kysely, sql } from 'kysely'
import { findDescriptor } from '../../domain/event-table.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { Documents } from '../read-models/fold-documents.ts'
import type { Handler } from '../read-models/handler.ts'
import { idIn, isPick, type LoggedEvent } from '../read-models/logged-event.ts'
import type { PointsTables } from '../read-models/points-tables.ts'
import { newRow, rowsAs, type Statements, type Table, withRows } from '../read-models/table.ts'

export type BoardsTables = {
  boards: {
    season_id: number
    /** Of the last event that a board shows: the ETag. */
    position: Position
    /** Moves with what changes points: not with a pick in a round without a result. */
    points_position: Position
    moved_by_correction: boolean
    points_due: boolean
  }
}

export const BOARDS: Table<BoardsTables['boards']> = {
  name: 'boards',
  columns: {
    season_id: 'integer not null',
    position: 'text not null',
    points_position: 'text not null',
    moved_by_correction: 'boolean not null',
    points_due: 'boolean not null',
  },
  key: ['season_id'],
}

export const recordBoards: Handler<BoardsTables & PointsTables> = (read, event) => {
  const season_id = idIn(event)
  if (event.type === 'SeasonPurged') {
    const tables = ['boards', 'standings', 'scores'] as const
    return tables.map((table) => read.deleteFrom(table).where('season_id', '=', season_id))
  }
  if (event.type !== 'SeasonCreated') return []
  const at = { position: event.position, points_position: event.position }
  return [newRow(BOARDS, { season_id, ...at, moved_by_correction: false, points_due: false })]
}

export type BoardsMoved = {
  take(event: LoggedEvent, documents: Documents): void
  statements(read: Kysely<BoardsTables>): Statements
}

type Move = { position: Position; points_position: Position | null }

export function watchBoards(): BoardsMoved {
  const moved = new Map<number, Move>()
  return {
    take: (event, documents) => {
      const { position } = event
      const changesPoints = !isPick(event) || documents.find('round', event.data.roundId)?.hasResult === true
      for (const id of seasonsMovedBy(event, documents)) {
        const before = moved.get(id)?.points_position ?? null
        moved.set(id, { position, points_position: changesPoints ? position : before })
      }
    },
    statements: (read) => (moved.size > 0 ? [move(read, moved)] : []),
  }
}

function seasonsMovedBy(event: LoggedEvent, documents: Documents): number[] {
  const { find } = documents
  if (isPick(event)) {
    const round = find('round', event.data.roundId)
    return round === null ? [] : [round.seasonId]
  }
  if (event.type === 'PickLinkCopied') {
    const { seasonId } = event.data
    const season = find('season', seasonId)?.season
    return season?.picksSealed ? [seasonId] : []
  }
  switch (findDescriptor(event.type)?.moves) {
    case 'its season':
      return [idIn(event)]
    case 'seasons of the player':
      return seasonsOfPlayer(event, documents)
    case 'open seasons':
      return idsOfSeasons(documents, ({ season }) => season.status === 'open')
    case undefined:
      return []
  }
}

export function seasonsOfPlayer(
  event: LoggedEvent,
  documents: Documents,
  isIt: (season: WholeSeason) => boolean = () => true,
): number[] {
  const playerId = event.type === 'PlayerErased' ? event.data.playerId : idIn(event)
  return idsOfSeasons(documents, (one) => one.season.participants.has(playerId) && isIt(one))
}

const idsOfSeasons = ({ all }: Documents, isIt: (season: WholeSeason) => boolean) =>
  [...all('season')].flatMap(([id, season]) => (isIt(season) ? id : []))

/** In the table, so that a build that is cut off goes on. */
export const notePointsDue = (read: Kysely<BoardsTables>, seasonIds: readonly number[]) =>
  read.updateTable('boards').set({ points_due: true }).where(sql<boolean>`season_id = any(${seasonIds})`)

function move(read: Kysely<BoardsTables>, moved: ReadonlyMap<number, Move>) {
  const rows = [...moved].map(([season_id, one]) => ({ season_id, ...one }))
  return withRows(read, 'boards moved', rows, () =>
    read
      .updateTable('boards')
      .from(rowsAs(rows, { season_id: 'integer', position: 'text', points_position: 'text' }))
      .set({
        position: sql<string>`row.position`,
        points_position: sql<string>`coalesce(row.points_position, boards.points_position)`,
      })
      .whereRef('boards.season_id', '=', 'row.season_id'),
  )
}
