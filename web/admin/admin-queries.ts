import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { api, query } from '../server/api.ts'
import { ClientError } from '../server/request.ts'
import { leagueRules } from './rules/rules-values.ts'

const QUEUED_MAIL_MS = 2_000
const FAILED_MAIL_MS = 60_000
const JOIN_REQUESTS_MS = 60_000

/** The key holds the token, so that another sign-in asks again. */
export const meQuery = (token: string) =>
  queryOptions({ queryKey: ['auth', 'me', token], queryFn: () => api('GET /auth/me') })

/** Asked once, because asking uses the link up. */
export const magicLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['sign-in-link', token],
    queryFn: () => api('POST /auth/check-magic-link', { token }),
    staleTime: 'static',
    gcTime: 0,
  })

/** With what the season would have without its own. */
export const rulesToEditQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['admin', 'seasons', seasonId, 'rules', 'to-edit'] as QueryKey,
    queryFn: async () => {
      const [now, { note }, settings] = await Promise.all([
        api('GET /admin/seasons/{id}/rules', seasonId),
        api('GET /public/seasons/{id}/rules', seasonId),
        api('GET /admin/settings'),
      ])
      return { ...now, note, league: leagueRules(settings) }
    },
  })

/** Null while it is closed. */
export const joinLinkQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['admin', 'seasons', seasonId, 'join-link'] as QueryKey,
    queryFn: () =>
      api('GET /admin/seasons/{id}/join-link', seasonId).catch((error: unknown) => {
        if (error instanceof ClientError && error.status === 404) return null
        throw error
      }),
  })

/** Every screen shows how many wait. */
export const joinRequestsQuery = queryOptions({
  ...query('GET /admin/join-requests'),
  refetchInterval: JOIN_REQUESTS_MS,
})

/** Asked again now and then, because every screen warns of it. */
export const failedMailQuery = queryOptions({
  ...query('GET /admin/outbox', { state: 'failed' }),
  refetchInterval: FAILED_MAIL_MS,
})

/** Asked repeatedly until the mail has gone out. */
export const mailQuery = (id: string) =>
  queryOptions({
    ...query('GET /admin/outbox/{id}', id),
    refetchInterval: ({ state }) => state.data?.state === 'queued' && QUEUED_MAIL_MS,
  })
