import { queryOptions } from '@tanstack/react-query'
import type { MyPage } from '../../api/contract/my-page.ts'
import { api } from '../server/api.ts'

/** A pick that is made on another phone shows within seconds. A hidden page does not ask. */
const lookAgainMs = 15_000

export type OpenedPage = { page: MyPage; clockAheadMs: number }
export type OpenSport = MyPage['open'][number]
export type LockedSport = MyPage['locked'][number]

export const myPageQuery = (token: string) =>
  queryOptions({
    queryKey: ['me', token],
    queryFn: () => openPage(token),
    staleTime: 5_000,
    // A link that opens nothing will not open later.
    refetchInterval: ({ state }) => (state.data ? lookAgainMs : false),
    retryOnMount: false,
  })

async function openPage(token: string): Promise<OpenedPage> {
  const page = await api('GET /me/{token}', token)
  return { page, clockAheadMs: Date.parse(page.serverTime) - Date.now() }
}

/** Of one person and sport: also the name under which what is typed is kept. */
export const keyOf = ({ userId, round }: Pick<OpenSport, 'userId' | 'round'>) => `pick ${userId} ${round.id}`
