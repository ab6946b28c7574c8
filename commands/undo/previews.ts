import type { Instant } from '../../domain/event.ts'
import { effectOn } from '../../domain/seasons/effect.ts'
import { type SeasonPast, seasonPast, type TimelineEntry } from '../../domain/seasons/season-past.ts'
import { type Standing, standings } from '../../domain/seasons/standings.ts'
import type { Read } from '../../projections/engine/read-model.ts'
import { leagueSeasonIds } from '../../projections/league/seasons.ts'
import { loadToday, type SeasonToday, seasonAsIn } from '../../projections/past/season-past.ts'
import type { GuessOfPlayer, PickOfPlayer } from '../../projections/read-models/picks.ts'
import { caughtUp } from '../caught-up.ts'
import { revisionsOf } from '../revisions-seen.ts'
import type { CommandServices } from '../services.ts'

export type Effect = { seasonId: number; name: string; players: ReturnType<typeof effectOn> }

export type Preview = { position: string; seasons: Effect[] }

export type DryRun = {
  timeline: readonly TimelineEntry[]
  /** Picks that would count instead of those that do; an empty one is none. */
  picks?: readonly PickOfPlayer[]
  /** Guesses likewise. */
  guesses?: readonly GuessOfPlayer[]
}

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
  const load = (id: number) => loadToday(read, id)
  const seasons = await eachSeason(seasonIds, load, async (season) => {
    const { today } = season
    const before = await tableOf(read, season, today, now)
    return [before, await tableOf(read, season, seasonPast(timeline, today), now, supposed)]
  })
  return { position, seasons }
}

/** One after the other: a large season is a lot of rows. Seasons that are deleted are left out. */
export async function eachSeason<Season extends SeasonToday>(
  seasonIds: readonly number[],
  load: (seasonId: number) => Promise<Season | null>,
  tables: (season: Season) => Promise<[before: Standing[], after: Standing[]]>,
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

async function tableOf(
  read: Read,
  season: SeasonToday,
  past: SeasonPast,
  now: Instant,
  { picks = [], guesses = [] }: Omit<DryRun, 'timeline'> = {},
): Promise<Standing[]> {
  const { facts } = await seasonAsIn(read, season, past, now)
  const picksOf = (roundId: number, playerId: number) => {
    const found = picks.find((pick) => pick.round_id === roundId && pick.player_id === playerId)
    return found?.picks ?? facts.picksOf(roundId, playerId)
  }
  const guessOf = (roundId: number, playerId: number) => {
    const found = guesses.find((one) => one.round_id === roundId && one.player_id === playerId)
    return found ? found.guess : facts.guessOf(roundId, playerId)
  }
  return standings({ ...facts, picksOf, guessOf })
}
