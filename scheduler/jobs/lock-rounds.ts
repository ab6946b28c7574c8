import { lockOnTime } from '../../commands/rounds/lock-round.ts'
import { roundsDueToLock } from '../../projections/now/due-rounds.ts'
import type { Services } from '../services.ts'
import { eachRound } from './job.ts'

export type Locking = Pick<Services, 'store' | 'read' | 'clock' | 'lockSettleMs'>

export async function lockRounds(services: Locking): Promise<void> {
  const due = await roundsDueToLock(services.read, services.clock.now())
  await eachRound(due, (round) => lockOnTime(services, round))
}
