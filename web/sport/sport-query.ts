import { queryOptions } from '@tanstack/react-query'
import { api } from '../server/api.ts'

/** What everybody picked. Known by the season too, so that its news asks for it again. */
export const sportStatisticsQuery = (seasonId: number, roundId: number) =>
  queryOptions({
    queryKey: ['public', 'seasons', `${seasonId}`, 'rounds', `${roundId}`, 'statistics'],
    queryFn: () => api('GET /public/rounds/{id}/statistics', roundId),
    staleTime: 5_000,
  })
