import { requireSeasonOf } from '../../commands/rounds/round-command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { askedText } from '../../domain/picks/late-request.ts'
import { Refusal } from '../../domain/refusal.ts'
import { presentRound } from '../../domain/rounds/round.ts'
import { calledNow } from '../../domain/rounds/team-names.ts'
import { lateRequestsIn } from '../../projections/now/late-requests.ts'
import { findRound } from '../../projections/now/rounds.ts'
import { findDocuments } from '../../projections/read-models/find-documents.ts'
import { presentRequest } from '../presenters/picks.ts'

/** Throws Refusal not_found. Of those who have no pick, with the names that teams have now. */
export async function latePicks(services: CommandServices, roundId: number) {
  const { read } = services
  await requireSeasonOf(services, roundId)
  const found = await findRound(read, roundId)
  if (!found) throw new Refusal('sport-not-found')
  const round = presentRound(found.round)
  const requests = (await lateRequestsIn(read, [found]))(found)
  const players = await findDocuments(
    read,
    'player',
    requests.map(({ playerId }) => playerId),
  )
  return requests.map(({ playerId: userId, request }) => {
    const text = askedText(request, round)
    return {
      userId,
      name: players.get(userId)?.name ?? 'Former player',
      ...presentRequest({ ...request, asked: request.asked.map((value) => calledNow(round, value)) }),
      askedAt: request.at,
      sentence: `${text[0]?.toUpperCase()}${text.slice(1)}`,
    }
  })
}
