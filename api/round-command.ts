import type { FastifyRequest } from 'fastify'
import { type Round, type RoundEvent, round } from '#domain/round'
import { type Season, season } from '#domain/season'
import { command, current } from './command.ts'
import { requireRoundOrDeleted } from './lookups.ts'
import type { Services } from './services.ts'
import { seasonTurn } from './turns.ts'

export type RoundDecision = (state: Round, inSeason: Season) => readonly RoundEvent[]

/**
 * A command on a round, which may be deleted, decided together with its season. What it needs to know is gathered in the
 * same turn. Throws Refusal not_found.
 */
export async function commandOnRound(
  services: Services,
  request: FastifyRequest,
  roundId: number,
  gather: (seasonId: number) => Promise<RoundDecision>,
) {
  const { seasonId } = await requireRoundOrDeleted(services, roundId)
  return services.turns.alone(request, seasonTurn(seasonId), async () => {
    const decide = await gather(seasonId)
    const inSeason = await current(services, season, seasonId)
    return command(services, request, round, [roundId], (state) => decide(state, inSeason))
  })
}
