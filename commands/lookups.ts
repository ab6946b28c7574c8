import { countingPick, type PickContext, pick } from '../domain/picks/pick.ts'
import { player } from '../domain/players/player.ts'
import { Refusal } from '../domain/refusal.ts'
import { type Placement, presentRound, type Round } from '../domain/rounds/round.ts'
import type { PlacedPlayers } from '../domain/rounds/round-result.ts'
import { isSealedFromAdmins } from '../domain/seasons/sealing.ts'
import type { Season } from '../domain/seasons/season.ts'
import { roundIn, seasonStream, type WholeSeason } from '../domain/seasons/season-stream.ts'
import type { Load } from '../platform/event-store/transact.ts'
import type { PickLink } from '../platform/links/links.ts'
import { teamsPicked } from '../projections/now/rounds.ts'
import { findSeason } from '../projections/now/seasons.ts'
import { hasPick } from '../projections/read-models/picks.ts'
import type { Read } from '../projections/read-models/read-tables.ts'
import { caughtUp } from './caught-up.ts'
import { current } from './command.ts'
import type { CommandServices } from './services.ts'

/** Throws Refusal not_found when one of them does not exist. */
export async function requirePlayers(services: CommandServices, playerIds: readonly number[]): Promise<void> {
  for (const playerId of playerIds) {
    const { status } = await current(services, player, playerId)
    if (status === 'missing' || status === 'removed') throw new Refusal('player-not-found')
  }
}

/** Throws Refusal not_found. */
export async function requireSeason(read: Read, seasonId: number): Promise<WholeSeason> {
  const found = await findSeason(read, seasonId)
  if (!found) throw new Refusal('season-not-found')
  return found
}

export async function pickContext(
  load: Load,
  { seasonId, roundId, playerId, generation }: PickLink,
): Promise<PickContext> {
  const [state, who] = await Promise.all([load(seasonStream, seasonId), load(player, playerId)])
  const firstResultPosition = state.results.find((one) => one.roundId === roundId)?.position
  return {
    ...{ roundId, playerId, generation, player: who, firstResultPosition },
    ...{ round: roundIn(state, roundId), season: state.season },
  }
}

export async function placedPlayers(
  services: CommandServices,
  state: Round,
  placements: readonly Placement[],
): Promise<PlacedPlayers> {
  const round = presentRound(state)
  const picked = new Set<number>()
  const names = new Map<number, string>()
  for (const { playerId, placement } of placements) {
    const who = await current(services, player, playerId)
    if ('name' in who) names.set(playerId, who.name)
    if (placement === 'none') continue
    const versions = await current(services, pick, round.roundId, playerId)
    if (countingPick(versions, round)) picked.add(playerId)
  }
  return { picked, nameOf: (playerId) => names.get(playerId) ?? 'An unknown player' }
}

/** Null while picks are sealed from admins: no decision of theirs may depend on it. */
export async function pickedTeams(
  services: CommandServices,
  { round, season }: { round: Round; season: Season },
): Promise<readonly string[] | null> {
  if (isSealedFromAdmins(season, round)) return null
  await caughtUp(services)
  return teamsPicked(services.read, presentRound(round).roundId)
}

/** It never says what was picked, so sealed rounds are asked too. */
export async function hasAnyPick(services: CommandServices, roundId: number): Promise<boolean> {
  await caughtUp(services)
  return hasPick(services.read, roundId)
}
