import { queryOptions } from '@tanstack/react-query'
import type { MailState } from '../../api/contract/outbox.ts'
import {
  checkMagicLink,
  getAdmins,
  getDefaultSeason,
  getDeletedRounds,
  getDeletedSeasons,
  getLeaderboard,
  getMail,
  getMe,
  getOperations,
  getOutbox,
  getParticipants,
  getPlayerHasData,
  getPlayers,
  getPublicRules,
  getRound,
  getRoundMail,
  getRounds,
  getRoundsOfSeason,
  getRules,
  getSeasons,
  getSecondFactor,
  getSessions,
  getSettings,
} from '../client.ts'
import { leagueRules } from './rules/rules-values.ts'

const QUEUED_MAIL_MS = 2_000
const FAILED_MAIL_MS = 60_000

/** The key holds the token, so that another sign-in asks again. */
export const meQuery = (token: string) => queryOptions({ queryKey: ['admin', 'me', token], queryFn: getMe })

/** Asked once, because asking uses the link up. */
export const magicLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['sign-in-link', token],
    queryFn: () => checkMagicLink(token),
    staleTime: 'static',
    gcTime: 0,
  })

export const playersQuery = queryOptions({ queryKey: ['admin', 'players'], queryFn: getPlayers })

/** Asked once: after a deletion the player is unknown. */
export const playerHasDataQuery = (playerId: number) =>
  queryOptions({
    queryKey: ['admin', 'players', playerId, 'has-data'],
    queryFn: () => getPlayerHasData(playerId),
    staleTime: 'static',
    gcTime: 0,
  })

export const seasonsQuery = queryOptions({ queryKey: ['admin', 'seasons'], queryFn: getSeasons })

export const defaultSeasonQuery = queryOptions({
  queryKey: ['admin', 'seasons', 'default'],
  queryFn: getDefaultSeason,
})

export const deletedSeasonsQuery = queryOptions({
  queryKey: ['admin', 'seasons', 'deleted'],
  queryFn: getDeletedSeasons,
})

export const participantsQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['admin', 'seasons', seasonId, 'participants'],
    queryFn: () => getParticipants(seasonId),
  })

export const roundsQuery = queryOptions({ queryKey: ['admin', 'rounds'], queryFn: getRounds })

export const roundsOfSeasonQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['admin', 'seasons', seasonId, 'rounds'],
    queryFn: () => getRoundsOfSeason(seasonId),
  })

export const rulesQuery = (seasonId: number) =>
  queryOptions({ queryKey: ['admin', 'seasons', seasonId, 'rules'], queryFn: () => getRules(seasonId) })

/** With what it would have without its own. */
export const rulesToEditQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['admin', 'seasons', seasonId, 'rules', 'to-edit'],
    queryFn: async () => {
      const [now, { note }, settings] = await Promise.all([
        getRules(seasonId),
        getPublicRules(seasonId),
        getSettings(),
      ])
      return { ...now, note, league: leagueRules(settings) }
    },
  })

export const deletedRoundsQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['admin', 'seasons', seasonId, 'deleted-rounds'],
    queryFn: () => getDeletedRounds(seasonId),
  })

export const roundQuery = (roundId: number) =>
  queryOptions({ queryKey: ['admin', 'rounds', roundId], queryFn: () => getRound(roundId) })

export const leaderboardQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['admin', 'seasons', seasonId, 'leaderboard'],
    queryFn: () => getLeaderboard(seasonId),
  })

export const settingsQuery = queryOptions({ queryKey: ['admin', 'settings'], queryFn: getSettings })

export const outboxQuery = (state?: MailState) =>
  queryOptions({ queryKey: ['admin', 'outbox', { state }], queryFn: () => getOutbox({ state }) })

/** Asked again now and then, because every screen warns of it. */
export const failedMailQuery = queryOptions({
  ...outboxQuery('failed'),
  refetchInterval: FAILED_MAIL_MS,
})

/** Asked repeatedly until the mail has gone out. */
export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'outbox', id],
    queryFn: () => getMail(id),
    refetchInterval: ({ state }) => state.data?.state === 'queued' && QUEUED_MAIL_MS,
  })

export const roundMailQuery = (roundId: number) =>
  queryOptions({ queryKey: ['admin', 'rounds', roundId, 'mail'], queryFn: () => getRoundMail(roundId) })

export const adminsQuery = queryOptions({ queryKey: ['admin', 'admins'], queryFn: getAdmins })

export const sessionsQuery = queryOptions({ queryKey: ['admin', 'sessions'], queryFn: getSessions })

export const secondFactorQuery = queryOptions({
  queryKey: ['admin', 'second-factor'],
  queryFn: getSecondFactor,
})

export const operationsQuery = queryOptions({ queryKey: ['admin', 'operations'], queryFn: getOperations })
