import { countingPick, type PickScene, pick } from '#domain/pick'
import { player } from '#domain/player'
import { Refusal } from '#domain/refusal'
import { lockInstant, type Placement, type PresentRound, presentRound, round } from '#domain/round'
import type { PlacedPlayers } from '#domain/round-result'
import { season } from '#domain/season'
import { lastKnown } from '#platform/transact'
import { current } from './command.ts'
import type { Services } from './services.ts'

/** Throws Refusal not_found when one of them does not exist. */
export async function requirePlayers(services: Services, playerIds: readonly number[]): Promise<void> {
  for (const playerId of playerIds) {
    const { status } = await current(services, player, playerId)
    if (status === 'missing' || status === 'removed') {
      throw new Refusal('not_found', 'Player not found')
    }
  }
}

/** The round as the log has it. Throws Refusal not_found. */
export async function requireRound(services: Services, roundId: number): Promise<PresentRound> {
  return presentRound(await current(services, round, roundId))
}

/** Throws Refusal not_found when there is none, or none any more. */
export async function requireRoundOrDeleted(services: Services, roundId: number): Promise<PresentRound> {
  const state = await current(services, round, roundId)
  if (state.status === 'missing' || state.status === 'purged') {
    throw new Refusal('not_found', 'Sport not found')
  }
  return state
}

/** Who picks for which round, as the log has it. */
export async function pickScene(
  services: Services,
  { roundId, playerId }: { roundId: number; playerId: number },
): Promise<PickScene> {
  // A round hardly ever moves, so where its season is known already all three are read at once.
  const known = lastKnown(services.store, round, roundId)
  const [state, who, inSeason] = await Promise.all([
    current(services, round, roundId),
    current(services, player, playerId),
    known && 'seasonId' in known ? current(services, season, known.seasonId) : null,
  ])
  const ofRound = 'seasonId' in state ? () => current(services, season, state.seasonId) : () => season.initial
  const stayed = known && 'seasonId' in known && 'seasonId' in state && known.seasonId === state.seasonId
  return {
    ...{ roundId, playerId, round: state, player: who },
    season: (stayed ? inSeason : null) ?? (await ofRound()),
  }
}

/** The players who are to hold a place, as the log has them. */
export async function placedPlayers(
  services: Services,
  roundId: number,
  placements: readonly Placement[],
): Promise<PlacedPlayers> {
  const lockedAt = lockInstant(await requireRound(services, roundId))
  const picked = new Set<number>()
  const names = new Map<number, string>()
  for (const { playerId, placement } of placements) {
    const who = await current(services, player, playerId)
    if ('name' in who) names.set(playerId, who.name)
    if (placement === 'none') continue
    const versions = await current(services, pick, roundId, playerId)
    if (countingPick(versions, lockedAt)) picked.add(playerId)
  }
  return { picked, nameOf: (playerId) => names.get(playerId) ?? 'An unknown player' }
}
