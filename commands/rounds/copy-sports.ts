import type { Instant } from '../../domain/event.ts'
import { IdTaken } from '../../domain/refusal.ts'
import type { RoundEvent } from '../../domain/rounds/round.ts'
import { type CopyPlan, type CopyWishes, copySports, planCopies } from '../../domain/seasons/copying.ts'
import type { SeasonEvent } from '../../domain/seasons/season.ts'
import { type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import { nextShown, wallClock } from '../../platform/time/time-zone.ts'
import { isOfOtherSeason } from '../../projections/history/rows.ts'
import { command, current } from '../command.ts'
import type { CommandContext } from '../context.ts'
import type { CommandServices } from '../services.ts'

export type Copied = { plan: CopyPlan; events: readonly (SeasonEvent | RoundEvent)[] }

type Copying = { seasonId: number; sourceSeasonId: number; wishes: (source: SeasonAndRounds) => CopyWishes }

/** One append. Throws IdTaken. */
export async function copySportsInto(
  services: CommandServices,
  context: CommandContext,
  { seasonId, sourceSeasonId, wishes }: Copying,
): Promise<Copied> {
  const source = await current(services, seasonStream, sourceSeasonId)
  let plan: CopyPlan = { copies: [], skipped: [] }
  const { events } = await command(services, context, seasonStream, [seasonId], async (target) => {
    plan = planCopying(source, target, wishes(source), context.receivedAt)
    return copySports(target, plan.copies, await newRoundIds(services, seasonId, plan.copies.length))
  })
  return { plan, events }
}

export const planCopying = (
  source: SeasonAndRounds,
  target: SeasonAndRounds,
  wishes: CopyWishes,
  now: Instant,
): CopyPlan => planCopies(source, target, wishes, { now, zones: { wallClock, nextShown } })

/** Throws IdTaken. */
export async function newRoundIds({ ids, read }: CommandServices, seasonId: number, count: number) {
  const roundIds: number[] = []
  while (roundIds.length < count) {
    const roundId = await ids.next('round')
    if (await isOfOtherSeason(read, { roundId, seasonId })) throw new IdTaken('sport', roundId)
    roundIds.push(roundId)
  }
  return roundIds
}
