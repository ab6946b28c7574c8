import { Refusal } from '../../domain/refusal.ts'
import { type NoticeEvent, notices } from '../../domain/rounds/asking.ts'
import type { Round, RoundEvent } from '../../domain/rounds/round.ts'
import type { Season, SeasonEvent } from '../../domain/seasons/season.ts'
import { roundIn, type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { Transacted } from '../../platform/event-store/transact.ts'
import { findDocument } from '../../projections/read-models/find-documents.ts'
import { caughtUp } from '../caught-up.ts'
import { command, current } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { requireAsSeen } from '../revisions-seen.ts'
import type { CommandServices } from '../services.ts'

type Decision<Event> = (
  state: Round,
  inSeason: Season,
  seasonId: number,
) => readonly Event[] | Promise<readonly Event[]>

export async function commandOnRound(
  services: CommandServices,
  context: CommandContext,
  roundId: number,
  decide: Decision<RoundEvent>,
  part?: string,
): Promise<Transacted<SeasonAndRounds, SeasonEvent | RoundEvent>> {
  const seasonId = await requireSeasonOf(services, roundId)
  const decideNow = async (state: SeasonAndRounds) => {
    await requireAsSeen(services, context, seasonId)
    return decide(roundIn(state, roundId), state.season, seasonId)
  }
  return command(services, context, seasonStream, [seasonId], decideNow, part)
}

export async function commandOnNotices(
  services: CommandServices,
  context: CommandContext,
  roundId: number,
  decide: Decision<NoticeEvent>,
): Promise<void> {
  const seasonId = await requireSeasonOf(services, roundId)
  await command(services, context, notices, [roundId], async () => {
    const state = await current(services, seasonStream, seasonId)
    return decide(roundIn(state, roundId), state.season, seasonId)
  })
}

export async function requireSeasonOf(services: CommandServices, roundId: number): Promise<number> {
  const known = await findDocument(services.read, 'round', roundId)
  if (known) return known.seasonId
  // Another process may have created it a moment ago.
  await caughtUp(services)
  const found = await findDocument(services.read, 'round', roundId)
  if (!found) throw new Refusal('sport-not-found')
  return found.seasonId
}
