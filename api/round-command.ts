import type { FastifyRequest } from 'fastify'
import { type Round, type RoundEvent, round } from '#domain/round'
import { type Season, season } from '#domain/season'
import type { Transacted } from '#platform/transact'
import { command, current } from './command.ts'
import { requireRoundOrDeleted } from './lookups.ts'
import type { Services } from './services.ts'
import { seasonTurn } from './turns.ts'

export type RoundDecision = (state: Round, inSeason: Season) => readonly RoundEvent[]

/**
 * A command on a round, which may be deleted, decided together with its season. What it needs to know is gathered in the
 * same turn. Throws Refusal not_found.
 * @param movesTo another season that the decision looks at.
 */
export async function commandOnRound(
  services: Services,
  request: FastifyRequest,
  roundId: number,
  gather: (seasonId: number) => Promise<RoundDecision>,
  movesTo?: number,
): Promise<Transacted<Round, RoundEvent>> {
  const { seasonId } = await requireRoundOrDeleted(services, roundId)
  const decided = async () => {
    const now = await requireRoundOrDeleted(services, roundId)
    if (now.seasonId !== seasonId) return null
    const decide = await gather(seasonId)
    const inSeason = await current(services, season, seasonId)
    return command(services, request, round, [roundId], (state) => decide(state, inSeason))
  }
  // Always in the same order, so that two that move do not wait for each other.
  const seasons = [...new Set([seasonId, movesTo ?? seasonId])].sort((left, right) => left - right)
  const inTurns = seasons.reduceRight<() => ReturnType<typeof decided>>(
    (work, id) => () => services.turns.alone(request, seasonTurn(id), work),
    decided,
  )
  // It was moved while this waited.
  return (await inTurns()) ?? commandOnRound(services, request, roundId, gather, movesTo)
}
