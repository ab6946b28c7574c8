import { queryOptions } from '@tanstack/react-query'
import {
  getAdmins,
  getDefaultSeason,
  getDeletedRounds,
  getDeletedSeasons,
  getLeaderboard,
  getMe,
  getOutbox,
  getParticipants,
  getPlayerHasData,
  getPlayers,
  getRound,
  getRounds,
  getRoundsOfSeason,
  getSeasons,
  getSettings,
} from '../client.ts'

/** With the token in its key: whoever signs in anew is asked for anew. */
export const meQuery = (token: string) => queryOptions({ queryKey: ['admin', 'me', token], queryFn: getMe })

export const playersQuery = queryOptions({ queryKey: ['admin', 'players'], queryFn: getPlayers })

export const playerHasDataQuery = (playerId: number) =>
  queryOptions({
    queryKey: ['admin', 'players', playerId, 'has-data'],
    queryFn: () => getPlayerHasData(playerId),
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

export const outboxQuery = queryOptions({ queryKey: ['admin', 'outbox'], queryFn: getOutbox })

export const adminsQuery = queryOptions({ queryKey: ['admin', 'admins'], queryFn: getAdmins })
