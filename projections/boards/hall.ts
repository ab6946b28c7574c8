import { sql } from 'kysely'
import { compareNames } from '../../domain/names.ts'
import { type AllTimeRow, allTime, championsIn, type PlayedSeason } from '../../domain/seasons/all-time.ts'
import type { PresentSeason } from '../../domain/seasons/season.ts'
import { coalesced } from '../../platform/in-batches.ts'
import { listPastChampions } from '../now/champions.ts'
import { listSeasons } from '../now/seasons.ts'
import { askAtOneMoment, listDocuments } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'

export type SeasonBoard = PlayedSeason & { season: PresentSeason }

export type Hall = {
  boards: readonly SeasonBoard[]
  plates: readonly Plate[]
  /** Those of the plates that were recorded by hand. */
  earlier: readonly { playerId: number | null; year: number }[]
  everybody: readonly AllTimeRow[]
}

/** Made once for all who ask, and again after what it shows: a pick in a sport without a result is nothing of that. */
export function keptHall(read: Read): () => Promise<Hall> {
  let kept = { mark: '', hall: {} as Hall }
  return coalesced(async () => {
    const mark = await findMark(read)
    if (kept.mark !== mark) {
      const boards = await findSeasonBoards(read)
      const plates = await findPlates(read, boards)
      const earlier = plates.flatMap(({ championId, people, year }) =>
        championId === null ? [] : people.map(({ playerId }) => ({ playerId, year })),
      )
      kept = { mark, hall: { boards, plates, earlier, everybody: allTime(boards, earlier) } }
    }
    return kept.hall
  })
}

/** What is deleted lowers a count, everything else raises a position. */
async function findMark(read: Read): Promise<string> {
  const newest = (position: string) =>
    sql<string>`concat(max(${sql.ref(position)}), '/', count(*))`.as('newest')
  const { generation, points, shown } = await read
    .selectFrom('checkpoint')
    .select(({ selectFrom }) => [
      'generation',
      selectFrom('boards').select(newest('points_position')).as('points'),
      selectFrom('documents')
        .where('kind', 'in', ['season', 'player', 'champion'])
        .select(newest('position'))
        .as('shown'),
    ])
    .executeTakeFirstOrThrow()
  return `${generation} ${points} ${shown}`
}

/** All seasons but the deleted ones, newest first, with the tables that their boards show. */
export const findSeasonBoards = (read: Read): Promise<SeasonBoard[]> =>
  askAtOneMoment(read, async ({ read }) => {
    const seasons = await listSeasons(read)
    const players = await listDocuments(read, 'player')
    const rows = (await standingsWithFirsts(read))
      .flatMap((row) => {
        const name = players.get(row.playerId)?.name
        return name === undefined ? [] : [{ ...row, id: row.playerId, name }]
      })
      .toSorted((one, other) => one.rank - other.rank || compareNames(one, other))
    return seasons.map(({ season }) => ({
      season,
      isEnded: season.status === 'ended',
      table: rows.filter(
        ({ seasonId, playerId }) => seasonId === season.seasonId && season.participants.has(playerId),
      ),
    }))
  })

const standingsWithFirsts = (read: Read) =>
  read
    .selectFrom('standings')
    .leftJoin('scores', (join) =>
      join
        .onRef('scores.season_id', '=', 'standings.season_id')
        .onRef('scores.player_id', '=', 'standings.player_id')
        .on('scores.place', '=', 'first'),
    )
    .select([
      'standings.season_id as seasonId',
      'standings.player_id as playerId',
      'rank',
      'total_points as totalPoints',
      sql<number>`count(scores.round_id)::integer`.as('championsCalled'),
    ])
    .groupBy(['standings.season_id', 'standings.player_id'])
    .execute()

export type Plate = {
  year: number
  season: PresentSeason | null
  championId: number | null
  people: readonly { playerId: number | null; name: string }[]
  points: number | null
}

/** The champions of the seasons that have ended, and those recorded by hand, newest first. */
export async function findPlates(read: Read, boards: readonly SeasonBoard[]): Promise<Plate[]> {
  const seasons = boards.flatMap(({ season, isEnded, table }): Plate[] => {
    const people = isEnded ? championsIn(table) : []
    const [first] = people
    if (first === undefined) return []
    return [{ year: season.yearEnd, season, championId: null, people, points: first.totalPoints }]
  })
  const byHand = (await listPastChampions(read)).map(({ championId, endYear, playerId, name }): Plate => {
    return { year: endYear, season: null, championId, people: [{ playerId, name }], points: null }
  })
  return [...seasons, ...byHand].toSorted((one, other) => other.year - one.year)
}
