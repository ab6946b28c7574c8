import { current } from '../../commands/command.ts'
import { requireSeasonOf } from '../../commands/rounds/round-command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { askedText, lateRequest } from '../../domain/picks/late-request.ts'
import { countingPick } from '../../domain/picks/pick.ts'
import { player } from '../../domain/players/player.ts'
import { presentRound } from '../../domain/rounds/round.ts'
import { calledNow } from '../../domain/rounds/team-names.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { picksMade } from '../../projections/read-models/picks.ts'
import { presentRequest } from '../presenters/picks.ts'

/** Throws Refusal not_found. Of those who have no pick, with the names that teams have now. */
export async function latePicks(services: CommandServices, roundId: number) {
  const seasonId = await requireSeasonOf(services, roundId)
  const { season, results, ...rounds } = await current(services, seasonStream, seasonId)
  const round = presentRound(roundIn(rounds, roundId))
  const firstResultPosition = results.find((one) => one.roundId === roundId)?.position
  const participants = 'participants' in season ? [...season.participants] : []
  const madeIn = await picksMade(
    services.read,
    participants.map((player_id) => ({ round_id: roundId, player_id })),
  )
  const requests = participants
    .flatMap((playerId) => {
      const made = madeIn(roundId, playerId)
      const request = countingPick(made, round) ? null : lateRequest(made, { firstResultPosition })
      return request ? { playerId, request } : []
    })
    .sort((one, other) => (one.request.at < other.request.at ? -1 : 1))
  return Promise.all(
    requests.map(async ({ playerId: userId, request }) => {
      const who = await current(services, player, userId)
      const text = askedText(request, round)
      return {
        userId,
        name: 'name' in who ? who.name : 'Former player',
        ...presentRequest({ ...request, asked: request.asked.map((value) => calledNow(round, value)) }),
        askedAt: request.at,
        sentence: `${text[0]?.toUpperCase()}${text.slice(1)}`,
      }
    }),
  )
}
