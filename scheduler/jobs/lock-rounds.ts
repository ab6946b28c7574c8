import { lockOnTime } from '../../commands/rounds/lock-round.ts'
import { findDueRounds } from '../../projections/now/due-rounds.ts'
import type { Services } from '../services.ts'
import { eachRound } from './job.ts'

type Locking = Pick<Services, 'store' | 'read' | 'clock' | 'lockSettleMs'>

export async function lockRounds(services: Locking): Promise<void> {
  const { toLock } = await findDueRounds(services.read, services.clock.now())
  await eachRound(toLock, (round) => lockOnTime(services, round))
}
