import { type Pick, type PickScene, pick } from '#domain/pick'
import { player } from '#domain/player'
import { Refusal } from '#domain/refusal'
import { type PresentRound, presentRound, round } from '#domain/round'
import { season } from '#domain/season'
import { current } from './command.ts'
import type { Services } from './services.ts'

/** Throws Refusal not_found when one of them does not exist. */
export async function requirePlayers(services: Services, playerIds: readonly number[]): Promise<void> {
  for (const playerId of playerIds) {
    const { status } = await current(services, player, playerId)
    if (status === 'missing' || status === 'removed') {
      throw new Refusal('not_found', `Player ${playerId} not found`)
    }
  }
}

/** The round as the log has it. Throws Refusal not_found. */
export async function requireRound(services: Services, roundId: number): Promise<PresentRound> {
  return presentRound(await current(services, round, roundId))
}

/** Who picks for which round, as the log has it. */
export async function pickScene(
  services: Services,
  { roundId, playerId }: { roundId: number; playerId: number },
): Promise<PickScene> {
  const state = await current(services, round, roundId)
  return {
    roundId,
    playerId,
    round: state,
    season: 'seasonId' in state ? await current(services, season, state.seasonId) : season.initial,
    player: await current(services, player, playerId),
  }
}

/** The picks of these players in a round, as the log has them. */
export async function picksOfPlayers(
  services: Services,
  roundId: number,
  playerIds: readonly number[],
): Promise<Map<number, Pick>> {
  const picks = new Map<number, Pick>()
  for (const playerId of playerIds) picks.set(playerId, await current(services, pick, roundId, playerId))
  return picks
}
