import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { RoundEvent } from '../../domain/rounds/round.ts'
import { type CopyPlan, type CopyWishes, copySports, planCopies } from '../../domain/seasons/copying.ts'
import type { SeasonEvent } from '../../domain/seasons/season.ts'
import { type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import { openChronicle } from '../../platform/event-store/chronicle.ts'
import { nextShown, wallClock } from '../../platform/time/time-zone.ts'
import { isOfOtherSeason } from '../../projections/now/rounds.ts'
import { command, current } from '../command.ts'
import type { CommandContext } from '../context.ts'
import type { CommandServices } from '../services.ts'

export type Copied = { plan: CopyPlan; events: readonly (SeasonEvent | RoundEvent)[] }

type Copying = { seasonId: number; sourceSeasonId: number; wishes: (source: SeasonAndRounds) => CopyWishes }

/** One append. Throws Refusal id-in-use. */
export async function copySportsInto(
  services: CommandServices,
  context: CommandContext,
  copying: Copying,
): Promise<Copied> {
  const { seasonId, sourceSeasonId, wishes } = copying
  const source = await current(services, seasonStream, sourceSeasonId)
  const plans: CopyPlan[] = []
  const { events } = await command(services, context, seasonStream, [seasonId], async (target) => {
    const plan = planCopying(source, target, wishes(source), context.receivedAt)
    plans.push(plan)
    return copySports(target, plan.copies, await newRoundIds(services, seasonId, plan.copies.length))
  })
  return { plan: plans.at(-1) ?? (await firstPlan(services, context, copying)), events }
}

/** What a repeated command planned, from the log before its events. */
async function firstPlan(
  { store }: CommandServices,
  { id }: CommandContext,
  { seasonId, sourceSeasonId, wishes }: Copying,
): Promise<CopyPlan> {
  const chronicle = openChronicle(store)
  const chapters = await chronicle.ofSeason(seasonId)
  const first = chapters.find(({ event }) => event.metadata.commandId === id)
  if (!first) throw new Error(`Command ${id} copied nothing into season ${seasonId}`)
  const { event, before: target } = first
  const source = await chronicle.before(seasonStream, [sourceSeasonId], event.position)
  return planCopying(source, target, wishes(source), event.metadata.occurredAt)
}

export const planCopying = (
  source: SeasonAndRounds,
  target: SeasonAndRounds,
  wishes: CopyWishes,
  now: Instant,
): CopyPlan => planCopies(source, target, wishes, { now, zones: { wallClock, nextShown } })

/** Throws Refusal id-in-use. */
export async function newRoundIds({ ids, read }: CommandServices, seasonId: number, count: number) {
  const roundIds: number[] = []
  while (roundIds.length < count) {
    const roundId = await ids.next('round')
    if (await isOfOtherSeason(read, { roundId, seasonId }))
      throw new Refusal('id-in-use', { kind: 'sport', id: roundId })
    roundIds.push(roundId)
  }
  return roundIds
}
