import type { MyPage } from '../../api/contract/my-page.ts'
import { api } from '../server/api.ts'
import { linkQuery, type Opened } from '../server/public-queries.ts'

export type OpenedPage = Opened<MyPage>
export type OpenSport = MyPage['open'][number]
export type LockedSport = MyPage['locked'][number]

export const myPageQuery = (token: string) =>
  linkQuery(['me', token], () => api('GET /me/{token}', token), 15_000)

/** Of one person and sport: also the name under which what is typed is kept. */
export const keyOf = ({ userId, round }: Pick<OpenSport, 'userId' | 'round'>) => `pick ${userId} ${round.id}`

export const nameIn = ({ people }: MyPage, userId: number) =>
  people.find(({ id }) => id === userId)?.name ?? ''
