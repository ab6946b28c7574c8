import { effectOn } from '../../domain/seasons/effect.ts'
import { leagueSeasonIds, listSeasons } from '../../projections/now/seasons.ts'
import {
  loadRecord,
  type SeasonRecord,
  type SeasonSources,
  type StandingsAround,
  type Supposed,
  seasonAt,
  tablesAround,
} from '../../projections/past/season-past.ts'
import type { HistoryRow } from '../../projections/read-models/history.ts'
import { caughtUp } from '../caught-up.ts'
import { revisionsOf } from '../revisions-seen.ts'
import type { CommandServices } from '../services.ts'

export type Effect = { seasonId: number; name: string; players: ReturnType<typeof effectOn> }

export type Preview = { position: string; seasons: Effect[] }

/** `seasonId` is null for every season that follows the league, and `roundId` where no one sport changes. Throws Refusal busy. */
export async function previewOf(
  services: CommandServices,
  { seasonId, roundId }: { seasonId: number | null; roundId: number | null },
  suppose: () => Promise<Supposed>,
): Promise<Preview> {
  // Named before the tables are read, so that what comes meanwhile outdates them.
  const position = await revisionsOf(services, seasonId)
  await caughtUp(services)
  const supposed = await suppose()
  const { read } = services
  const seasonIds = seasonId === null ? await leagueSeasonIds(read) : [seasonId]
  const tablesOf = async (record: SeasonRecord) => {
    const before = await seasonAt(read, record, 'now')
    const after = await seasonAt(read, record, { supposed })
    return { before: before.table, after: after.table }
  }
  const seasons = await eachSeason(services, seasonIds, tablesOf, roundId)
  return { position, seasons }
}

export async function effectOf(services: CommandServices, row: HistoryRow): Promise<Effect[]> {
  const { read } = services
  if (row.type !== 'PointsChanged' && row.season_id === null) return []
  const seasonIds =
    row.season_id === null ? (await listSeasons(read)).map(({ season }) => season.seasonId) : [row.season_id]
  const effects = await eachSeason(
    services,
    seasonIds,
    (record) => tablesAround(read, record, row.position),
    row.round_id,
  )
  return effects.filter(({ players }) => row.season_id !== null || players.some(hasChanged))
}

const hasChanged = ({ before, after }: Effect['players'][number]) =>
  before?.points !== after?.points || before?.rank !== after?.rank

/** One after the other: a large season is a lot of rows. */
async function eachSeason(
  sources: SeasonSources,
  seasonIds: readonly number[],
  tablesOf: (record: SeasonRecord) => Promise<StandingsAround>,
  roundId: number | null,
): Promise<Effect[]> {
  const effects: Effect[] = []
  for (const seasonId of seasonIds) {
    const record = await loadRecord(sources, seasonId)
    if (record?.today.season.deletedAt !== null) continue
    const { before, after } = await tablesOf(record)
    effects.push({ seasonId, name: record.today.season.name, players: effectOn(before, after, roundId) })
  }
  return effects
}
