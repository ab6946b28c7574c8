import { asksWhoOwed } from '../../domain/seasons/rules.ts'
import { rulesInForce } from '../../domain/seasons/season.ts'
import { presentRounds } from '../../domain/seasons/season-past.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import type { Settings } from '../../domain/settings/settings.ts'

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
