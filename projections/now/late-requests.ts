import { lateRequest } from '../../domain/picks/late-request.ts'
import { countingPick } from '../../domain/picks/pick.ts'
import { askedLateIn, picksMade } from '../read-models/picks.ts'
import type { Read } from '../read-models/read-tables.ts'
import type { RoundInSeason } from './rounds.ts'

/** Of participants who have no pick, in the order in which they asked. */
export async function lateRequestsIn(read: Read, rounds: readonly RoundInSeason[]) {
  const cells = await askedLateIn(
    read,
    rounds.map(({ round }) => round.roundId),
  )
  const madeIn = await picksMade(read, cells)
  return ({ round, season: { season, results } }: RoundInSeason) => {
    const firstResultPosition = results.find(({ roundId }) => roundId === round.roundId)?.position
    return cells.flatMap(({ round_id, player_id: playerId }) => {
      if (round_id !== round.roundId || !season.participants.has(playerId)) return []
      const made = madeIn(round_id, playerId)
      const request = countingPick(made, round) ? null : lateRequest(made, { firstResultPosition })
      return request ? [{ playerId, request }] : []
    })
  }
}
