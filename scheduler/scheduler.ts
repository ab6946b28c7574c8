import { setTimeout as sleep } from 'node:timers/promises'
import { Cron } from 'croner'
import { lockRounds } from './lock-rounds.ts'
import { followReactions } from './reactions.ts'
import { sendMails } from './send-mails.ts'
import type { Services } from './services.ts'

/** What is done again and again. Each job is safe to run twice, late, or on two machines at once. */
const JOBS: readonly { name: string; every: string; run: (services: Services) => Promise<void> }[] = [
  { name: 'lock rounds', every: '* * * * * *', run: lockRounds },
  { name: 'send mails', every: '* * * * * *', run: sendMails },
]

/** A mail server may keep a sender waiting for longer than a shutdown may take: that mail is due again later. */
const STOP_MS = 3_000

export type Scheduler = {
  /** Why no more mail is made of what happens, without anything personal; null while all goes well. */
  failure(): string | null
  stop(): Promise<void>
}

export function startScheduler(services: Services): Scheduler {
  const stopping = new AbortController()
  const reactions = followReactions(services, stopping.signal)
  const running = new Set<Promise<void>>()
  const crons = JOBS.map(
    ({ name, every, run }) =>
      new Cron(every, { protect: true }, () => {
        const work = run(services)
          .catch((error) => services.log.error({ err: error, job: name }, 'a job failed and will run again'))
          .finally(() => running.delete(work))
        running.add(work)
        return work
      }),
  )
  return {
    failure: reactions.failure,
    stop: async () => {
      for (const cron of crons) cron.stop()
      stopping.abort()
      await Promise.race([
        Promise.all([...running, reactions.finished]),
        sleep(STOP_MS, undefined, { ref: false }),
      ])
    },
  }
}
