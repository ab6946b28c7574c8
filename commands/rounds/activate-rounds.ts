import { Refusal } from '../../domain/refusal.ts'
import { activateRounds } from '../../domain/rounds/round-decisions.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { invitedParticipants } from '../../projections/now/participants.ts'
import { caughtUp } from '../caught-up.ts'
import { command } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { requireAsSeen } from '../revisions-seen.ts'
import type { CommandServices } from '../services.ts'
import { requireSeasonOf } from './round-command.ts'

export async function activateSeveral(
  services: CommandServices,
  context: CommandContext,
  roundIds: readonly number[],
): Promise<{ activated: number; recipients: readonly number[] }> {
  const ids = [...new Set(roundIds)]
  const seasonId = await requireOneSeason(services, ids)
  const { events } = await command(services, context, seasonStream, [seasonId], async (state) => {
    await requireAsSeen(services, context, seasonId)
    await caughtUp(services)
    const participants = await invitedParticipants(services.read, seasonId)
    const rounds = ids.map((roundId) => roundIn(state, roundId))
    return activateRounds(rounds, state.season, participants, context.receivedAt)
  })
  const [first] = events
  return {
    activated: events.length,
    recipients: first?.type === 'RoundActivated' ? first.data.recipients : [],
  }
}

async function requireOneSeason(services: CommandServices, roundIds: readonly number[]): Promise<number> {
  const seasonIds = new Set<number>()
  for (const roundId of roundIds) seasonIds.add(await requireSeasonOf(services, roundId))
  const [seasonId, ...others] = seasonIds
  if (seasonId === undefined || others.length > 0) throw new Refusal('sports-of-one-season')
  return seasonId
}
