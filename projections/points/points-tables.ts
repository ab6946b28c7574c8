import { type Compilable, sql } from 'kysely'
import type { Place } from '../../domain/seasons/points.ts'
import type { TieBreak } from '../../domain/seasons/rules.ts'
import { type Json, rowsAs } from '../engine/json-rows.ts'
import type { Read } from '../engine/read-model.ts'
import type { PickEntry } from '../read-models/picks.ts'
import type { PointsRows, ScoreRow, StandingRow } from './points-rows.ts'

export type PointsTables = {
  /** The leaderboard of a season: each participant's rank and total. */
  standings: {
    season_id: number
    player_id: number
    rank: number
    previous_rank: number | null
    total_points: number
    decided_by: TieBreak | null
  }
  /** The graph: what each participant got in each round with a result, and their total by then. */
  scores: {
    season_id: number
    round_id: number
    player_id: number
    number: number
    picks: Json<string[] | null>
    place: Place | null
    points: number | null
    dropped: boolean
    running_total: number
    entered: Json<PickEntry | null>
  }
}

/** All rows change at once, and those before them leave room for the next time: an embedded database vacuums nothing. */
const ROOM_FOR_OTHERS = sql`with (fillfactor = 45)`

export async function createPoints(read: Read): Promise<void> {
  await read.schema
    .createTable('standings')
    .addColumn('season_id', 'integer', (column) => column.notNull())
    .addColumn('player_id', 'integer', (column) => column.notNull())
    .addColumn('rank', 'integer', (column) => column.notNull())
    .addColumn('previous_rank', 'integer')
    .addColumn('total_points', 'integer', (column) => column.notNull())
    .addColumn('decided_by', 'text')
    .addPrimaryKeyConstraint('standings_key', ['season_id', 'player_id'])
    .modifyEnd(ROOM_FOR_OTHERS)
    .execute()
  await read.schema
    .createTable('scores')
    .addColumn('season_id', 'integer', (column) => column.notNull())
    .addColumn('round_id', 'integer', (column) => column.notNull())
    .addColumn('player_id', 'integer', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('picks', 'json')
    .addColumn('place', 'text')
    .addColumn('points', 'integer')
    .addColumn('dropped', 'boolean', (column) => column.notNull())
    .addColumn('running_total', 'integer', (column) => column.notNull())
    .addColumn('entered', 'json')
    .addPrimaryKeyConstraint('scores_key', ['round_id', 'player_id'])
    .modifyEnd(ROOM_FOR_OTHERS)
    .execute()
  await read.schema.createIndex('scores_of_season').on('scores').columns(['season_id', 'number']).execute()
}

/** Of each player of a round what is in its row, in the order of `CELL`. Thousands of rows take five times as long to arrive. */
type StoredCell = [
  number: number,
  picks: string[] | null,
  place: Place | null,
  points: number | null,
  dropped: boolean,
  running_total: number,
  entered: PickEntry | null,
]

const CELL = sql.join(
  ['number', 'picks', 'place', 'points', 'dropped', 'running_total', 'entered'].map((column) =>
    sql.ref(column),
  ),
)

export type StoredScores = { round_id: number; cells: Record<string, StoredCell> }
export type StoredPoints = { standings: readonly StandingRow[]; scores: readonly StoredScores[] }

export const storedStandings = (read: Read, seasonId: number) =>
  read
    .selectFrom('standings')
    .select(['player_id', 'rank', 'previous_rank', 'total_points', 'decided_by'])
    .where('season_id', '=', seasonId)

export const storedScores = (read: Read, seasonId: number) =>
  read
    .selectFrom('scores')
    .select([
      'round_id',
      sql<StoredScores['cells']>`json_object_agg(player_id, json_build_array(${CELL}))`.as('cells'),
    ])
    .where('season_id', '=', seasonId)
    .groupBy('round_id')

/** What a player got in a round with a result. */
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

/** Writes the rows that differ from those that are there, and deletes those that are not among them: a statement for each round. */
export function* writePoints(
  read: Read,
  seasonId: number,
  stored: StoredPoints,
  { standings, scores }: PointsRows,
): Generator<Compilable> {
  const players = new Set(standings.map(({ player_id }) => player_id))
  const rounds = new Set(scores.flatMap(([row]) => row?.round_id ?? []))
  const outOfTable = stored.standings.filter(({ player_id }) => !players.has(player_id))
  if (outOfTable.length > 0) yield removeStandings(read, seasonId, outOfTable)
  const outOfGraph = stored.scores.flatMap(({ round_id, cells }) =>
    Object.keys(cells)
      .map(Number)
      .filter((player_id) => !rounds.has(round_id) || !players.has(player_id))
      .map((player_id) => ({ round_id, player_id })),
  )
  if (outOfGraph.length > 0) yield removeScores(read, outOfGraph)
  const before = new Map(stored.standings.map((row) => [row.player_id, row]))
  const ranked = standings.filter((row) => !isSameStanding(before.get(row.player_id), row))
  if (ranked.length > 0) yield upsertStandings(read, seasonId, ranked)
  const cellsOf = new Map(stored.scores.map(({ round_id, cells }) => [round_id, cells]))
  for (const rows of scores) {
    const changed = rows.filter((row) => !isSameScore(cellsOf.get(row.round_id)?.[row.player_id], row))
    if (changed.length > 0) yield upsertScores(read, seasonId, changed)
  }
}

const isSameStanding = (left: StandingRow | undefined, right: StandingRow) =>
  left !== undefined &&
  left.rank === right.rank &&
  left.previous_rank === right.previous_rank &&
  left.total_points === right.total_points &&
  left.decided_by === right.decided_by

function isSameScore(cell: StoredCell | undefined, row: ScoreRow): boolean {
  if (cell === undefined) return false
  const [number, picks, place, points, dropped, runningTotal, entered] = cell
  return (
    number === row.number &&
    place === row.place &&
    points === row.points &&
    dropped === row.dropped &&
    runningTotal === row.running_total &&
    // Each version of a pick has a position of its own.
    entered?.position === row.entered?.position &&
    isSamePick(picks, row.picks)
  )
}

const isSamePick = (left: readonly string[] | null, right: readonly string[] | null) =>
  left?.length === right?.length && (left ?? []).every((value, index) => value === right?.[index])

const TYPES_OF_STANDING = {
  season_id: 'integer',
  player_id: 'integer',
  rank: 'integer',
  previous_rank: 'integer',
  total_points: 'integer',
  decided_by: 'text',
} as const

const TYPES_OF_SCORE = {
  season_id: 'integer',
  round_id: 'integer',
  player_id: 'integer',
  number: 'integer',
  picks: 'json',
  place: 'text',
  points: 'integer',
  dropped: 'boolean',
  running_total: 'integer',
  entered: 'json',
} as const

const COLUMNS_OF_STANDING = Object.keys(TYPES_OF_STANDING) as (keyof typeof TYPES_OF_STANDING)[]
const COLUMNS_OF_SCORE = Object.keys(TYPES_OF_SCORE) as (keyof typeof TYPES_OF_SCORE)[]

function upsertStandings(read: Read, season_id: number, rows: readonly StandingRow[]) {
  const all = rows.map((row) => Object.assign({ season_id }, row))
  return read
    .insertInto('standings')
    .columns(COLUMNS_OF_STANDING)
    .expression(read.selectFrom(rowsAs(all, TYPES_OF_STANDING)).select(COLUMNS_OF_STANDING))
    .onConflict((conflict) =>
      conflict.columns(['season_id', 'player_id']).doUpdateSet((eb) => ({
        rank: eb.ref('excluded.rank'),
        previous_rank: eb.ref('excluded.previous_rank'),
        total_points: eb.ref('excluded.total_points'),
        decided_by: eb.ref('excluded.decided_by'),
      })),
    )
}

function upsertScores(read: Read, season_id: number, rows: readonly ScoreRow[]) {
  const all = rows.map((row) => Object.assign({ season_id }, row))
  return read
    .insertInto('scores')
    .columns(COLUMNS_OF_SCORE)
    .expression(read.selectFrom(rowsAs(all, TYPES_OF_SCORE)).select(COLUMNS_OF_SCORE))
    .onConflict((conflict) =>
      conflict.columns(['round_id', 'player_id']).doUpdateSet((eb) => ({
        season_id: eb.ref('excluded.season_id'),
        number: eb.ref('excluded.number'),
        picks: eb.ref('excluded.picks'),
        place: eb.ref('excluded.place'),
        points: eb.ref('excluded.points'),
        dropped: eb.ref('excluded.dropped'),
        running_total: eb.ref('excluded.running_total'),
        entered: eb.ref('excluded.entered'),
      })),
    )
}

const removeStandings = (read: Read, seasonId: number, gone: readonly { player_id: number }[]) =>
  read
    .deleteFrom('standings')
    .where('season_id', '=', seasonId)
    .where(
      'player_id',
      'in',
      gone.map(({ player_id }) => player_id),
    )

const removeScores = (read: Read, gone: readonly { round_id: number; player_id: number }[]) =>
  read
    .deleteFrom('scores')
    .using(rowsAs(gone, { round_id: 'integer', player_id: 'integer' }))
    .whereRef('scores.round_id', '=', 'row.round_id')
    .whereRef('scores.player_id', '=', 'row.player_id')
