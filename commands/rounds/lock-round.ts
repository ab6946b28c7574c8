import { v5 as uuidv5 } from 'uuid'
import type { PresentRound, Round } from '../../domain/rounds/round.ts'
import { isDueToLock, lockRound, lockRoundOnTime } from '../../domain/rounds/round-decisions.ts'
import type { Season } from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { transact } from '../../platform/event-store/transact.ts'
import { later } from '../../platform/time/clock.ts'
import { current } from '../command.ts'
import type { CommandContext } from '../context.ts'
import type { CommandServices } from '../services.ts'
import { commandOnRound, requireSeasonOf } from './round-command.ts'

const LOCKS = 'b1a1f2d6-6f0e-4b39-9d0c-6a6f4f0a51c2'

export async function lockNow(
  services: CommandServices,
  context: CommandContext,
  roundId: number,
): Promise<void> {
  await lockIfDue(services, roundId)
  const decide = (state: Round, inSeason: Season) => lockRound(state, inSeason, services.clock.now())
  await commandOnRound(services, context, roundId, decide)
}

type Locks = Pick<CommandServices, 'store' | 'clock' | 'lockSettleMs'>

/** Once the picks that were received in time are in the log. Two processes that do it at once lock it once. */
export async function lockOnTime(
  { store, clock, lockSettleMs }: Locks,
  { roundId, seasonId, locksAt }: Pick<PresentRound, 'roundId' | 'seasonId' | 'locksAt'>,
): Promise<void> {
  await clock.until(later(locksAt, lockSettleMs))
  await transact(store, {
    aggregate: seasonStream,
    id: [seasonId],
    // Of sport and lock time.
    command: {
      id: uuidv5(`${roundId}/${locksAt}`, LOCKS),
      actor: { kind: 'scheduler' },
      occurredAt: clock.now(),
    },
    decide: (state) => lockRoundOnTime(roundIn(state, roundId), later(clock.now(), -lockSettleMs)),
  })
}

/** Before what needs the lock, or comes after it. */
export async function lockIfDue(
  services: CommandServices,
  roundId: number,
  seasonId?: number,
): Promise<void> {
  const { rounds } = await current(
    services,
    seasonStream,
    seasonId ?? (await requireSeasonOf(services, roundId)),
  )
  const round = roundIn({ rounds }, roundId)
  if (isDueToLock(round, services.clock.now())) await lockOnTime(services, round)
}
