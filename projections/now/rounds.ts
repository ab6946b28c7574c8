import type { Instant } from '../../domain/event.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import type { PresentRound } from '../../domain/rounds/round.ts'
import { roundIn, type WholeSeason } from '../../domain/seasons/season-stream.ts'
import { asking, findDocument, findDocuments, idsOf } from '../read-models/find-documents.ts'
import { countingPicks } from '../read-models/picks.ts'
import type { Read } from '../read-models/read-tables.ts'
import { isPresent, roundsIn } from '../read-models/season-document.ts'
import { participantsOf } from './participants.ts'

export type RoundInSeason = { round: PresentRound; season: WholeSeason }

/** Deleted or not; null for one that was purged, or is not there yet. */
export async function seasonOfRound(read: Read, roundId: number): Promise<number | null> {
  return (await findDocument(read, 'round', roundId))?.seasonId ?? null
}

export async function findRound(read: Read, roundId: number): Promise<RoundInSeason | null> {
  const [found = null] = await findRounds(read, [roundId])
  return found
}

export async function findRounds(read: Read, roundIds: Iterable<number>): Promise<RoundInSeason[]> {
  const found = (await findDocuments(asking(read), { ids: idsOf('round', new Set(roundIds)) })).all('round')
  const seasonIds = new Set([...found.values()].map(({ seasonId }) => seasonId))
  const seasons = (await findDocuments(asking(read), { ids: idsOf('season', seasonIds) })).all('season')
  return [...found].flatMap(([id, { seasonId }]) => {
    const season = seasons.get(seasonId)
    const round = season && roundIn(season, id)
    return round && isPresent(round) ? { round, season } : []
  })
}

export const listRounds = (seasons: readonly WholeSeason[]): RoundInSeason[] =>
  seasons
    .flatMap((season) => roundsIn(season).map((round) => ({ round, season })))
    .filter(({ round }) => round.deletedAt === null)
    .toSorted(({ round: one }, { round: other }) => other.roundId - one.roundId)

export function listDeletedRounds(season: WholeSeason): RoundInSeason[] {
  const deletedAt = ({ round }: RoundInSeason) => round.deletedAt ?? ''
  return roundsIn(season)
    .map((round) => ({ round, season }))
    .filter(({ round }) => round.deletedAt !== null)
    .toSorted((one, other) => (deletedAt(one) < deletedAt(other) ? 1 : -1))
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
    const everybody = await participantsOf(read, season)
    participants.set(
      season,
      everybody.filter(({ status }) => status === 'active'),
    )
  }
  return ({ round, season }) =>
    (participants.get(season) ?? []).map((player) => ({
      player,
      hasPicked: picked.has(`${round.roundId}-${player.playerId}`),
    }))
}
