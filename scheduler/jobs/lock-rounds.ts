import { v5 as uuidv5 } from 'uuid'
import { lockRoundOnTime } from '../../domain/rounds/round-decisions.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { transact } from '../../platform/event-store/transact.ts'
import { later } from '../../platform/time/clock.ts'
import { roundsDueToLock } from '../../projections/league/due-rounds.ts'
import type { Services } from '../services.ts'
import { eachRound } from './job.ts'

const LOCKS = 'b1a1f2d6-6f0e-4b39-9d0c-6a6f4f0a51c2'

/** Once the picks that were received in time are in the log. The command's id is made of round and lock time. */
export async function lockRounds({ store, read, clock, lockSettleMs }: Services): Promise<void> {
  const now = clock.now()
  const due = later(now, -lockSettleMs)
  await eachRound(await roundsDueToLock(read, due), ({ roundId, seasonId, locksAt }) =>
    transact(store, {
      aggregate: seasonStream,
      id: [seasonId],
      command: { id: uuidv5(`${roundId}/${locksAt}`, LOCKS), actor: { kind: 'scheduler' }, occurredAt: now },
      decide: (state) => lockRoundOnTime(roundIn(state, roundId), due),
    }),
  )
}
