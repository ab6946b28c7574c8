import { setTimeout as sleep } from 'node:timers/promises'
import { Cron } from 'croner'
import { finishLeftErasures } from './jobs/finish-erasures.ts'
import { finishMoves } from './jobs/finish-moves.ts'
import { type Job, watchJob } from './jobs/job.ts'
import { lockRounds } from './jobs/lock-rounds.ts'
import { openRounds } from './jobs/open-rounds.ts'
import { remindPlayers } from './jobs/remind-players.ts'
import { sealNewEvents } from './jobs/seal-events.ts'
import { sendMails } from './jobs/send-mails.ts'
import { showReports } from './jobs/show-reports.ts'
import { subscribeToLog } from './mail/subscription.ts'
import type { Services } from './services.ts'

const JOBS: readonly Job[] = [
  { name: 'open rounds', every: '* * * * * *', run: openRounds },
  { name: 'lock rounds', every: '* * * * * *', run: lockRounds },
  { name: 'finish moves', every: '* * * * * *', run: finishMoves },
  { name: 'remind players', every: '* * * * * *', run: remindPlayers },
  { name: 'seal the log', every: '* * * * * *', run: sealNewEvents },
  { name: 'send mails', every: '* * * * * *', run: sendMails },
  { name: 'finish erasures', every: '0 * * * * *', run: finishLeftErasures },
  { name: 'show reports', every: '30 * * * * *', run: showReports },
]

/** A mail server may keep a sender waiting for longer than a shutdown may take: that mail is due again later. */
const STOP_MS = 3_000

export type Scheduler = {
  /** Why no more mail is made of what happens, without anything personal; null while all goes well. */
  failure(): string | null
  /** Which job keeps failing, and since when, without anything personal; null while all go well. */
  jobFailure(): string | null
  stop(): Promise<void>
}

export function startScheduler(services: Services): Scheduler {
  const stopping = new AbortController()
  const subscription = subscribeToLog(services, stopping.signal)
  const running = new Set<Promise<void>>()
  const jobs = JOBS.map(({ name, every, run }) => ({
    every,
    ...watchJob(name, () => run(services), services),
  }))
  const crons = jobs.map(
    ({ every, run }) =>
      new Cron(every, { protect: true }, () => {
        const work = run().finally(() => running.delete(work))
        running.add(work)
        return work
      }),
  )
  return {
    failure: subscription.failure,
    jobFailure: () => jobs.map(({ failure }) => failure()).find((failure) => failure !== null) ?? null,
    stop: async () => {
      for (const cron of crons) cron.stop()
      stopping.abort()
      await Promise.race([
        Promise.all([...running, subscription.finished]),
        sleep(STOP_MS, undefined, { ref: false }),
      ])
    },
  }
}
