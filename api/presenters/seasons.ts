import { compareNames } from '../../domain/names.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import type { Honours } from '../../domain/season-story/honours.ts'
import type { PresentSeason } from '../../domain/seasons/season.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import { presentPlayerFields } from './players.ts'

export const presentSeasonRow = ({ season }: WholeSeason, defaultSeasonId: number | null) => ({
  id: season.seasonId,
  name: season.name,
  year_start: season.yearStart,
  year_end: season.yearEnd,
  commissioner: season.commissioner,
  is_active: flag(season.active),
  is_default: flag(season.seasonId === defaultSeasonId),
  ended_at: season.status === 'ended' ? season.endedAt : null,
  deleted_at: season.deletedAt,
  created_at: season.createdAt,
  updated_at: season.updatedAt,
  ...(season.picksSealed ? { picks_sealed: 1 as const } : {}),
})

export const presentWinners = (
  { seasonId, winners }: PresentSeason & { status: 'ended' },
  players: ReadonlyMap<number, PresentPlayer>,
  honours: Honours | null,
) =>
  winners
    .map(({ playerId: id, ...winner }) => ({
      ...winner,
      id,
      name: players.get(id)?.name ?? 'Former player',
      why: winner.place === 1 ? honours?.sentences : [honours?.ties.get(id) ?? []].flat(),
    }))
    .toSorted((one, other) => one.place - other.place || compareNames(one, other))
    .map(({ id, name, place, totalPoints, why = [] }, index) => ({
      id: index + 1,
      season_id: seasonId,
      place,
      user_id: id,
      user_name: name,
      name,
      total_points: totalPoints,
      ...(why.length > 0 && { why: [...why] }),
    }))

/** By the names of REST. */
export const presentParticipant = (player: PresentPlayer, { season }: WholeSeason) => ({
  ...presentPlayerFields(player),
  added_at: season.participations.findLast(({ playerId }) => playerId === player.playerId)?.at ?? '',
})

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0)
