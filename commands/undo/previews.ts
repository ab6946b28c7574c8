import type { Instant } from '../../domain/event.ts'
import { effectOn } from '../../domain/seasons/effect.ts'
import type { TimelineEntry } from '../../domain/seasons/season-past.ts'
import type { Standing } from '../../domain/seasons/standings.ts'
import { leagueSeasonIds } from '../../projections/league/seasons.ts'
import {
  loadKnownSeason,
  type SeasonKnown,
  type Supposed,
  seasonAt,
} from '../../projections/past/season-past.ts'
import { caughtUp } from '../caught-up.ts'
import { revisionsOf } from '../revisions-seen.ts'
import type { CommandServices } from '../services.ts'

export type Effect = { seasonId: number; name: string; players: ReturnType<typeof effectOn> }

export type Preview = { position: string; seasons: Effect[] }

/** What would happen, and the picks and guesses that would count then. */
export type DryRun = Pick<Supposed, 'picks' | 'guesses'> & { timeline: readonly TimelineEntry[] }

/**
 * The standings of today beside those that would follow. Nothing is stored. Throws Refusal busy, and what `suppose` throws.
 * @param seasonId null when it concerns every season by the rules of the league.
 */
export async function previewOf(
  services: CommandServices,
  now: Instant,
  seasonId: number | null,
  suppose: () => Promise<DryRun>,
): Promise<Preview> {
  // Named before the tables are read, so that what comes meanwhile outdates them.
  const position = await revisionsOf(services, seasonId)
  await caughtUp(services)
  const { timeline, ...supposed } = await suppose()
  const { read } = services
  const seasonIds = seasonId === null ? await leagueSeasonIds(read) : [seasonId]
  const load = (id: number) => loadKnownSeason(read, id)
  const seasons = await eachSeason(seasonIds, load, async (season) => {
    const before = await seasonAt(read, season, { supposed: [], at: now })
    const after = await seasonAt(read, season, { ...supposed, supposed: timeline, at: now })
    return [before.table, after.table]
  })
  return { position, seasons }
}

/** One after the other: a large season is a lot of rows. Seasons that are deleted are left out. */
export async function eachSeason<Season extends SeasonKnown>(
  seasonIds: readonly number[],
  load: (seasonId: number) => Promise<Season | null>,
  tables: (season: Season) => Promise<[before: readonly Standing[], after: readonly Standing[]]>,
): Promise<Effect[]> {
  const effects: Effect[] = []
  for (const seasonId of seasonIds) {
    const season = await load(seasonId)
    if (season?.document.season.deletedAt !== null) continue
    const { name } = season.document.season
    effects.push({ seasonId, name, players: effectOn(...(await tables(season))) })
  }
  return effects
}
