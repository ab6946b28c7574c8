import { isDeepStrictEqual } from 'node:util'
import { type Compilable, type Kysely, type Selectable, sql } from 'kysely'
import type { Place } from '../../domain/seasons/points.ts'
import type { TieBreak } from '../../domain/seasons/rules.ts'
import type { PickEntry } from './picks.ts'
import { column, type Json, type RowOf, remove, table, upsert } from './table.ts'

export type PointsTables = {
  standings: RowOf<typeof STANDINGS>
  scores: RowOf<typeof SCORES>
}

export type StandingRow = Omit<Selectable<PointsTables['standings']>, 'season_id'>
export type ScoreRow = Omit<Selectable<PointsTables['scores']>, 'season_id'>

export type PointsRows = {
  standings: StandingRow[]
  scores: ScoreRow[][]
  movedByCorrection: boolean
}

/** All rows change at once, and those before them leave room for the next time: an embedded database vacuums nothing. */
const ROOM_FOR_OTHERS = { fillfactor: 45 }

export const STANDINGS = table({
  name: 'standings',
  columns: {
    season_id: column<number>('integer not null'),
    player_id: column<number>('integer not null'),
    rank: column<number>('integer not null'),
    previous_rank: column<number | null>('integer'),
    total_points: column<number>('integer not null'),
    decided_by: column<TieBreak | null>('text'),
  },
  key: ['season_id', 'player_id'],
  ...ROOM_FOR_OTHERS,
})

/** The graph: what each participant got in each round with a result, and their total by then. */
export const SCORES = table({
  name: 'scores',
  columns: {
    season_id: column<number>('integer not null'),
    round_id: column<number>('integer not null'),
    player_id: column<number>('integer not null'),
    number: column<number>('integer not null'),
    picks: column<Json<readonly string[] | null>>('json'),
    place: column<Place | null>('text'),
    points: column<number | null>('integer'),
    dropped: column<boolean>('boolean not null'),
    running_total: column<number>('integer not null'),
    entered: column<Json<PickEntry | null>>('json'),
  },
  key: ['round_id', 'player_id'],
  indexes: [{ name: 'scores_of_season', columns: ['season_id', 'number'], where: null }],
  ...ROOM_FOR_OTHERS,
})

type StoredCell = [
  ...[number: number, picks: ScoreRow['picks'], place: Place | null, points: number | null],
  ...[dropped: boolean, running_total: number, entered: PickEntry | null],
]

const CELL = sql.raw('number, picks, place, points, dropped, running_total, entered')

type StoredScores = { round_id: number; cells: Record<string, StoredCell> }
type StoredPoints = { standings: readonly StandingRow[]; scores: readonly StoredScores[] }

export const storedStandings = (read: Kysely<PointsTables>, seasonId: number) =>
  read
    .selectFrom('standings')
    .select(['player_id', 'rank', 'previous_rank', 'total_points', 'decided_by'])
    .where('season_id', '=', seasonId)

export const storedScores = (read: Kysely<PointsTables>, seasonId: number) =>
  read
    .selectFrom('scores')
    .select([
      'round_id',
      sql<StoredScores['cells']>`json_object_agg(player_id, json_build_array(${CELL}))`.as('cells'),
    ])
    .where('season_id', '=', seasonId)
    .groupBy('round_id')

export type Cell = Pick<ScoreRow, 'picks' | 'place' | 'points' | 'dropped' | 'entered'>
export type CellOf = (roundId: number, playerId: number) => Cell | null

export function cellsIn(stored: readonly StoredScores[]): CellOf {
  const rounds = new Map<number, Map<number, Cell>>()
  for (const { round_id, cells } of stored) {
    const ofRound = new Map<number, Cell>()
    for (const playerId of Object.keys(cells)) {
      const cell = cells[playerId]
      if (cell === undefined) continue
      const [, picks, place, points, dropped, , entered] = cell
      ofRound.set(Number(playerId), { picks, place, points, dropped, entered })
    }
    rounds.set(round_id, ofRound)
  }
  return (roundId, playerId) => rounds.get(roundId)?.get(playerId) ?? null
}

export function* writePoints(
  read: Kysely<PointsTables>,
  seasonId: number,
  stored: StoredPoints,
  { standings, scores }: PointsRows,
): Generator<Compilable> {
  const players = new Set(standings.map(({ player_id }) => player_id))
  const rounds = new Set(scores.flatMap(([row]) => row?.round_id ?? []))
  const outOfTable = stored.standings.filter(({ player_id }) => !players.has(player_id))
  yield* remove(read, STANDINGS, inSeason(seasonId, outOfTable))
  const outOfGraph = stored.scores.flatMap(({ round_id, cells }) =>
    Object.keys(cells)
      .map(Number)
      .filter((player_id) => !rounds.has(round_id) || !players.has(player_id))
      .map((player_id) => ({ round_id, player_id })),
  )
  yield* remove(read, SCORES, outOfGraph)
  const before = new Map(stored.standings.map((row) => [row.player_id, row]))
  const ranked = standings.filter((row) => !isDeepStrictEqual(before.get(row.player_id), row))
  yield* upsert(read, STANDINGS, inSeason(seasonId, ranked))
  const cellsOf = new Map(stored.scores.map(({ round_id, cells }) => [round_id, cells]))
  for (const rows of scores) {
    const changed = rows.filter((row) => !isSameScore(cellsOf.get(row.round_id)?.[row.player_id], row))
    yield* upsert(read, SCORES, inSeason(seasonId, changed))
  }
}

function isSameScore(cell: StoredCell | undefined, row: ScoreRow): boolean {
  if (cell === undefined) return false
  const [number, picks, place, points, dropped, runningTotal, entered] = cell
  return (
    number === row.number &&
    place === row.place &&
    points === row.points &&
    dropped === row.dropped &&
    runningTotal === row.running_total &&
    entered?.position === row.entered?.position &&
    isSamePick(picks, row.picks)
  )
}

const isSamePick = (left: readonly string[] | null, right: readonly string[] | null) =>
  left?.length === right?.length && (left ?? []).every((value, index) => value === right?.[index])

const inSeason = <Row extends object>(season_id: number, rows: readonly Row[]) =>
  rows.map((row) => Object.assign({ season_id }, row))
