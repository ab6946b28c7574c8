import { queryOptions } from '@tanstack/react-query'
import type { OwnPick } from '../api/contract/picks.ts'
import type { Season, SeasonList } from '../api/contract/seasons.ts'
import {
  getOwnPick,
  getPublicDefaultSeason,
  getPublicLeaderboard,
  getPublicSeasons,
  getPublicSettings,
  getPublicWinners,
} from './client.ts'
import { queryClient } from './queries.ts'

/** What was asked for before the page was there need not be asked for again as it appears. */
const staleTime = 5_000

export const settingsQuery = queryOptions({
  queryKey: ['public', 'settings'],
  queryFn: getPublicSettings,
  staleTime: 5 * 60_000,
})

export const seasonsQuery = queryOptions({
  queryKey: ['public', 'seasons'],
  queryFn: getPublicSeasons,
  staleTime,
})

export const defaultSeasonQuery = queryOptions({
  queryKey: ['public', 'seasons', 'default'],
  queryFn: getPublicDefaultSeason,
  staleTime,
})

export const leaderboardQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['public', 'leaderboard', seasonId],
    queryFn: () => getPublicLeaderboard(seasonId),
    staleTime,
  })

export const winnersQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['public', 'winners', seasonId],
    queryFn: () => getPublicWinners(seasonId),
    staleTime,
  })

/** A lock that moved, or a pick that was changed elsewhere, shows within seconds. Never asked for where nobody looks. */
const lookAgainMs = 10_000

export const ownPickQuery = (token: string) =>
  queryOptions({
    queryKey: ['pick', token],
    queryFn: () => openLink(token),
    staleTime,
    // A link that opens nothing will not do so by itself.
    refetchInterval: ({ state }) => (state.data ? lookAgainMs : false),
    // A refusal that came before the page did is its answer.
    retryOnMount: false,
  })

/** What a link led to when it last opened. */
export type OpenedLink = {
  pick: OwnPick
  /** How far the server's clock is ahead of this device's. */
  clockAheadMs: number
}

/** The clocks are compared as the answer comes: it is kept, and tells an older time later on. */
async function openLink(token: string): Promise<OpenedLink> {
  const pick = await getOwnPick(token)
  return { pick, clockAheadMs: Date.parse(pick.serverTime) - Date.now() }
}

/** The season that home shows, whatever its address wants; nothing where there is none. */
export function seasonShown(all: SeasonList, preset: Season | null | undefined, wanted: string | null) {
  const byId = (id: number | undefined) => all.find((season) => season.id === id)
  return byId(Number(wanted)) ?? byId(preset?.id) ?? all[0]
}

/** What home shows, asked for while its files are on their way. What fails is told by the page. */
export async function askForHome(wanted: string | null): Promise<void> {
  void queryClient.prefetchQuery(settingsQuery)
  await Promise.all([queryClient.prefetchQuery(seasonsQuery), queryClient.prefetchQuery(defaultSeasonQuery)])
  const all = queryClient.getQueryData(seasonsQuery.queryKey) ?? []
  const season = seasonShown(all, queryClient.getQueryData(defaultSeasonQuery.queryKey), wanted)
  if (!season) return
  void queryClient.prefetchQuery(leaderboardQuery(season.id))
  if (season.ended_at) void queryClient.prefetchQuery(winnersQuery(season.id))
}

/** The same for what a player's link leads to. */
export function askForPick(token: string): void {
  void queryClient.prefetchQuery(settingsQuery)
  void queryClient.prefetchQuery(ownPickQuery(token))
}
