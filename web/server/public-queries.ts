import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import type { Season, SeasonList } from '../../api/contract/seasons.ts'
import { api, query } from './api.ts'
import { queryClient } from './queries.ts'

/** So that an answer requested before the page appeared is not requested again. */
const staleTime = 5_000

export const settingsQuery = queryOptions({ ...query('GET /public/settings'), staleTime: 5 * 60_000 })

const seasonsQuery = queryOptions({ ...query('GET /public/seasons'), staleTime })

const defaultSeasonQuery = queryOptions({ ...query('GET /public/seasons/default'), staleTime })

export const leaderboardQuery = (seasonId: number) =>
  queryOptions({ ...query('GET /public/leaderboard/season/{id}', seasonId), staleTime })

export const recapQuery = (seasonId: number) =>
  queryOptions({ ...query('GET /public/seasons/{id}/recap', seasonId), staleTime })

export const winnersQuery = (seasonId: number) =>
  queryOptions({ ...query('GET /public/seasons/{id}/winners', seasonId), staleTime })

/** What the link of a player opens, and how far the server's clock is ahead. */
export type Opened<Answer> = Answer & { clockAheadMs: number }

export const ownPickQuery = (token: string) =>
  linkQuery(['pick', token], () => api('GET /picks/{token}', token), 10_000)

/** A moved lock or a pick from elsewhere shows within seconds. A hidden page does not ask. */
export const linkQuery = <Answer extends { serverTime: string }>(
  queryKey: QueryKey,
  open: () => Promise<Answer>,
  lookAgainMs: number,
) =>
  queryOptions({
    queryKey,
    queryFn: async (): Promise<Opened<Answer>> => {
      const answer = await open()
      // Compared when the answer comes, because a cached answer has an older time.
      return { ...answer, clockAheadMs: Date.parse(answer.serverTime) - Date.now() }
    },
    staleTime,
    // A link that opens nothing will not open later.
    refetchInterval: ({ state }) => (state.data ? lookAgainMs : false),
    // A refusal that came before the page is its answer.
    retryOnMount: false,
  })

/** The season that the address names, or else the default one. */
export function useSeasonShown(wanted: string | null) {
  const seasons = useQuery(seasonsQuery)
  const preset = useQuery(defaultSeasonQuery)
  const all = preset.isPending ? undefined : seasons.data
  return { seasons: { ...seasons, data: all }, season: all && seasonShown(all, preset.data, wanted) }
}

function seasonShown(all: SeasonList, preset: Season | null | undefined, wanted: string | null) {
  const byId = (id: number | undefined) => all.find((season) => season.id === id)
  return byId(Number(wanted)) ?? byId(preset?.id) ?? all[0]
}

/** Starts before the page's files are there. The page shows failures. Answers with the season, if there is one. */
export async function askForHome(wanted: string | null): Promise<Season | undefined> {
  void queryClient.prefetchQuery(settingsQuery)
  await Promise.all([queryClient.prefetchQuery(seasonsQuery), queryClient.prefetchQuery(defaultSeasonQuery)])
  const all = queryClient.getQueryData(seasonsQuery.queryKey) ?? []
  const season = seasonShown(all, queryClient.getQueryData(defaultSeasonQuery.queryKey), wanted)
  if (!season) return undefined
  await Promise.all([
    queryClient.prefetchQuery(leaderboardQuery(season.id)),
    queryClient.prefetchQuery(recapQuery(season.id)),
    season.ended_at ? queryClient.prefetchQuery(winnersQuery(season.id)) : null,
  ])
  return season
}

export async function askForPick(token: string): Promise<void> {
  void queryClient.prefetchQuery(settingsQuery)
  await queryClient.prefetchQuery(ownPickQuery(token))
}
