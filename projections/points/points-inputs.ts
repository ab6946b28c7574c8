import type { PresentPlayer } from '../../domain/players/player.ts'
import { noPresence, type Presence } from '../../domain/seasons/presence.ts'
import { asksWhoOwed } from '../../domain/seasons/rules.ts'
import { type PresentSeason, rulesInForce } from '../../domain/seasons/season.ts'
import { presentRounds, type SeasonPast } from '../../domain/seasons/season-past.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import type { Position } from '../../platform/event-store/event-store.ts'

/** Picks and the activity of players are not in it. Null where there are no points. */
export function pointsInputs(document: WholeSeason | null, league: Settings) {
  if (document === null || !hasPoints(document)) return null
  const rules = rulesInForce(document.season, league)
  return {
    rules,
    participants: [...document.season.participants],
    // In the order of the graph, with no more of each than points follow from.
    rounds: roundsWithPoints(document).map(
      ({ roundId, locksAt, lockPosition, weight, pickType, result }) =>
        [roundId, locksAt, lockPosition, weight, pickType, result] as const,
    ),
    results: document.results,
    participations: asksWhoOwed(rules) ? document.season.participations : [],
  }
}

export const hasPoints = ({ season }: WholeSeason) => season.deletedAt === null

export const roundsWithPoints = (document: WholeSeason) =>
  presentRounds(document).filter((round) => round.status === 'completed')

export const pastOf = (
  { season, rounds, results }: WholeSeason,
  league: Settings,
  presence: Presence = noPresence,
): SeasonPast => ({ season, rounds, settings: league, presence, results })

export const presenceOf = (
  { participations }: PresentSeason,
  players: ReadonlyMap<number, PresentPlayer>,
  isKnown: (position: Position) => boolean = () => true,
): Presence => [
  ...participations
    .filter(({ position }) => isKnown(position))
    .map(({ at, playerId, is }) => ({ at, playerId, of: 'participation' as const, is })),
  ...[...players].flatMap(([playerId, { activity }]) =>
    activity
      .filter(({ position }) => isKnown(position))
      .map(({ at, is }) => ({ at, playerId, of: 'activity' as const, is })),
  ),
]
