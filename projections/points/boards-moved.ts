import { type Kysely, sql } from 'kysely'
import { findDescriptor } from '../../domain/event-table.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import { idIn } from '../../domain/stream-id.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { BoardsTables } from '../read-models/boards.ts'
import type { Documents } from '../read-models/fold-documents.ts'
import { isPick, type LoggedEvent } from '../read-models/logged-event.ts'
import { rowsAs, type Statements, withRows } from '../read-models/table.ts'

type Move = { position: Position; points_position: Position | null }

export function watchBoards() {
  const moved = new Map<number, Move>()
  return {
    take: (event: LoggedEvent, documents: Documents) => {
      const { position } = event
      const changesPoints = !isPick(event) || documents.find('round', event.data.roundId)?.hasResult === true
      for (const id of seasonsMovedBy(event, documents)) {
        const before = moved.get(id)?.points_position ?? null
        moved.set(id, { position, points_position: changesPoints ? position : before })
      }
    },
    statements: (read: Kysely<BoardsTables>): Statements => (moved.size > 0 ? [move(read, moved)] : []),
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
  switch (findDescriptor(event.type)?.updatesBoards) {
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
