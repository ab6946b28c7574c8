import { type Effect, eachSeason, type Preview } from '../../commands/undo/previews.ts'
import { listSeasons } from '../../projections/league/seasons.ts'
import { tablesAround } from '../../projections/past/season-past.ts'
import type { HistoryRow } from '../../projections/read-models/history.ts'
import type { Services } from '../server/services.ts'

/** What an event did to the standings: those right before it beside those right behind it. */
export async function effectOf(services: Services, row: HistoryRow): Promise<Effect[]> {
  const { read } = services
  if (row.type !== 'PointsChanged' && row.season_id === null) return []
  const seasonIds =
    row.season_id === null ? (await listSeasons(read)).map(({ season }) => season.seasonId) : [row.season_id]
  const { position, occurred_at: at } = row
  const effects = await eachSeason(services, seasonIds, (record) =>
    tablesAround(read, record, { position, at }),
  )
  return effects.filter(({ players }) => row.season_id !== null || players.some(hasChanged))
}

const hasChanged = ({ before, after }: Effect['players'][number]) =>
  before?.points !== after?.points || before?.rank !== after?.rank

/** By the names of REST. */
export const presentEffects = (effects: readonly Effect[]) =>
  effects.map(({ players, ...season }) => ({
    ...season,
    players: players.map(({ playerId: userId, ...player }) => ({ userId, ...player })),
  }))

export const presentPreview = ({ position, seasons }: Preview) => ({
  position,
  seasons: presentEffects(seasons),
})
