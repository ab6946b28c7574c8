import { current } from '../../commands/command.ts'
import { pickContext } from '../../commands/lookups.ts'
import { requireSeasonOf } from '../../commands/rounds/round-command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { askedText, lateRequest } from '../../domain/picks/late-request.ts'
import { countingPick, pick } from '../../domain/picks/pick.ts'
import { presentRound } from '../../domain/rounds/round.ts'
import { calledNow } from '../../domain/rounds/team-names.ts'
import { loadFrom } from '../../platform/event-store/transact.ts'
import { lateRequestsOf } from '../../projections/read-models/picks.ts'
import { presentRequest } from '../presenters/picks.ts'

/** Throws Refusal not_found. Of those who have no pick, with the names that teams have now. */
export async function latePicks(services: CommandServices, roundId: number) {
  const seasonId = await requireSeasonOf(services, roundId)
  const rows = await lateRequestsOf(services.read, roundId)
  const found = await Promise.all(
    rows.map(async ({ player_id: playerId }) => {
      const link = { seasonId, roundId, playerId }
      const context = await pickContext(loadFrom(services.store), link)
      const round = presentRound(context.round)
      const state = await current(services, pick, roundId, playerId)
      const request = lateRequest(state, context)
      if (!request || countingPick(state, round)) return []
      const { at, asked } = request
      const text = askedText(request, round)
      return {
        userId: playerId,
        name: 'name' in context.player ? context.player.name : 'Former player',
        ...presentRequest({ ...request, asked: asked.map((value) => calledNow(round, value)) }),
        askedAt: at,
        sentence: `${text[0]?.toUpperCase()}${text.slice(1)}`,
      }
    }),
  )
  return found.flat()
}
