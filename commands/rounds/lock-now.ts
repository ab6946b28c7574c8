import type { Instant } from '../../domain/event.ts'
import { presentRound } from '../../domain/rounds/round.ts'
import { closeEarly, lockRoundOnTime, type TriedLock } from '../../domain/rounds/round-decisions.ts'
import { openSeason } from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { transact } from '../../platform/event-store/transact.ts'
import { later } from '../../platform/time/clock.ts'
import { commandOf, shown } from '../command.ts'
import type { CommandContext } from '../context.ts'
import type { CommandServices } from '../services.ts'
import { requireSeasonOf } from './round-command.ts'

const ATTEMPTS_MAX = 5

/** Ends the picks of a round a moment ahead: no pick that was answered as saved is lost, even where clocks differ by half of that moment. */
export async function lockNow(
  services: CommandServices,
  context: CommandContext,
  roundId: number,
): Promise<void> {
  const { clock, lockSettleMs, store } = services
  const seasonId = await requireSeasonOf(services, roundId)
  const locksAt = await putAhead(services, context, { seasonId, roundId })
  await clock.until(locksAt)
  const { position } = await transact(store, {
    aggregate: seasonStream,
    id: [seasonId],
    command: { ...commandOf(context, 'publish'), actor: { kind: 'scheduler' }, occurredAt: locksAt },
    decide: (state) => lockRoundOnTime(roundIn(state, roundId), later(locksAt, -lockSettleMs)),
  })
  await shown(services, context, position)
}

/** Tries once more where the time was written too late to be ahead of every clock. `tried` is an earlier lock time that came too late. */
export async function putAhead(
  { clock, lockLeadMs, store }: CommandServices,
  context: CommandContext,
  { seasonId, roundId }: { seasonId: number; roundId: number },
  tried: TriedLock | null = null,
): Promise<Instant> {
  let last = tried
  for (let attempt = 1; ; attempt += 1) {
    const now = clock.now()
    let planned = now
    const { events } = await transact(store, {
      aggregate: seasonStream,
      id: [seasonId],
      command: commandOf(context, `close ${attempt}`),
      decide: (state) => {
        if (last === null) openSeason(state.season)
        const found = roundIn(state, roundId)
        planned = last?.planned ?? presentRound(found).locksAt
        return closeEarly(found, { locksAt: later(now, lockLeadMs), tried: last, now })
      },
    })
    const [closed] = events
    if (closed?.type !== 'RoundClosedEarly') return last?.locksAt ?? planned
    const { locksAt } = closed.data
    const isAhead = Date.parse(clock.now()) - Date.parse(now) <= lockLeadMs / 2
    if (isAhead || attempt === ATTEMPTS_MAX) return locksAt
    last = { locksAt, planned }
  }
}
