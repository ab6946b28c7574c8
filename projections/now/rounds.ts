import type { Instant } from '../../domain/event.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { isPresent, type PresentRound } from '../../domain/rounds/round.ts'
import { roundIn, type WholeSeason } from '../../domain/seasons/season-stream.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { findDocuments } from '../read-models/find-documents.ts'
import { countingPicks } from '../read-models/picks.ts'
import type { Read } from '../read-models/read-tables.ts'
import { invitedParticipants } from './participants.ts'

export type RoundInSeason = { round: PresentRound; season: WholeSeason }

export async function findRound(read: Read, roundId: number): Promise<RoundInSeason | null> {
  const [found = null] = await findRounds(read, [roundId])
  return found
}

export async function findRounds(read: Read, roundIds: Iterable<number>): Promise<RoundInSeason[]> {
  const found = await findDocuments(read, 'round', new Set(roundIds))
  const seasonIds = new Set([...found.values()].map(({ seasonId }) => seasonId))
  const seasons = await findDocuments(read, 'season', seasonIds)
  return [...found].flatMap(([id, { seasonId }]) => {
    const season = seasons.get(seasonId)
    const round = season && roundIn(season, id)
    return round && isPresent(round) ? { round, season } : []
  })
}

export async function lockTimes(
  read: Read,
  roundIds: readonly (number | null)[],
): Promise<ReadonlyMap<number, Instant>> {
  const rounds = await findRounds(
    read,
    roundIds.filter((id) => id !== null),
  )
  return new Map(rounds.map(({ round }) => [round.roundId, round.locksAt]))
}

export async function teamsPicked(read: Read, roundId: number): Promise<string[]> {
  const found = await findRound(read, roundId)
  const picks = found ? await countingPicks(read, [found.round]) : []
  return picks.flatMap((pick) => pick.picks)
}

export type Picker = { player: PresentPlayer; hasPicked: boolean }
export type PickersOf = (found: RoundInSeason) => Picker[]

export async function pickersOf(read: Read, rounds: readonly RoundInSeason[]): Promise<PickersOf> {
  const picks = await countingPicks(
    read,
    rounds.map(({ round }) => round),
  )
  const picked = new Set(picks.map(({ round_id, player_id }) => `${round_id}-${player_id}`))
  const participants = new Map<WholeSeason, PresentPlayer[]>()
  for (const season of new Set(rounds.map((found) => found.season))) {
    participants.set(season, await invitedParticipants(read, season))
  }
  return ({ round, season }) =>
    (participants.get(season) ?? []).map((player) => ({
      player,
      hasPicked: picked.has(`${round.roundId}-${player.playerId}`),
    }))
}

/** Null before the first lock, undefined for a round that never existed. */
export async function lastLockOf(read: Read, roundId: number): Promise<Position | null | undefined> {
  const rows = await read
    .selectFrom('history')
    .select(['type', 'position'])
    .where('round_id', '=', roundId)
    .where('type', 'in', ['RoundCreated', 'RoundLocked'])
    .orderBy('position')
    .execute()
  if (rows.length === 0) return undefined
  return rows.findLast(({ type }) => type === 'RoundLocked')?.position ?? null
}

export async function lastReschedule(read: Read, roundId: number): Promise<Position | null> {
  const { last } = await read
    .selectFrom('history')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('round_id', '=', roundId)
    .where('type', '=', 'RoundRescheduled')
    .executeTakeFirstOrThrow()
  return last
}

export async function isOfOtherSeason(
  read: Read,
  { roundId, seasonId }: { roundId: number; seasonId: number },
): Promise<boolean> {
  const rows = read.selectFrom('history').where('round_id', '=', roundId).where('season_id', '!=', seasonId)
  return (await rows.select('position').limit(1).executeTakeFirst()) !== undefined
}
