import { lockRounds } from '../../scheduler/jobs/lock-rounds.ts'
import { openRounds } from '../../scheduler/jobs/open-rounds.ts'
import { remindPlayers } from '../../scheduler/jobs/remind-players.ts'
import { schedulerParts } from './scheduler-parts.ts'

/** What a ticking process does: it answers each instant with 'done', or with what failed, until its parent lets go. */
export async function serveTicks(databaseUrl: string): Promise<void> {
  let now = ''
  const parts = await schedulerParts({ clock: { now: () => now, until: async () => {} }, databaseUrl })
  process.on('disconnect', () => process.exit())
  process.on('message', async (instant: string) => {
    now = instant
    const outcomes = await Promise.allSettled([openRounds(parts), lockRounds(parts), remindPlayers(parts)])
    const failures = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [`${outcome.reason}`] : [],
    )
    process.send?.(failures.join() || 'done')
  })
  process.send?.('ready')
}
