import { setTimeout as sleep } from 'node:timers/promises'
import { Cron } from 'croner'
import { deleteExpiredRequests } from '../platform/database/join-requests.ts'
import { finishErasures } from '../platform/erasing/erasing.ts'
import { sweepTraces } from '../platform/erasing/erasing-traces.ts'
import { sealLog } from '../platform/integrity/hash-chain.ts'
import { showReports } from '../projections/engine/report-views.ts'
import { type Job, watchJob } from './jobs/job.ts'
import { lockRounds } from './jobs/lock-rounds.ts'
import { mailPages } from './jobs/mail-pages.ts'
import { mailSummaries } from './jobs/mail-summaries.ts'
import { openRounds } from './jobs/open-rounds.ts'
import { remindPlayers } from './jobs/remind-players.ts'
import { sendMails } from './jobs/send-mails.ts'
import { subscribeToLog } from './mail/subscription.ts'
import type { Services } from './services.ts'

const JOBS: readonly Job[] = [
  { name: 'open rounds', every: '* * * * * *', run: openRounds },
  { name: 'lock rounds', every: '* * * * * *', run: lockRounds },
  { name: 'remind players', every: '* * * * * *', run: remindPlayers },
  // A seal of a lock should be published while everybody remembers it.
  {
    ...{ name: 'seal the log', every: '* * * * * *' },
    run: ({ kysely, rawEventStore: store, clock }) => sealLog({ kysely, store, clock }),
  },
  { name: 'mail pages', every: '* * * * * *', run: mailPages },
  { name: 'send mails', every: '* * * * * *', run: sendMails },
  { name: 'mail summaries', every: '20 * * * * *', run: mailSummaries },
  { name: 'finish erasures', every: '0 * * * * *', run: forgetPeople },
  { name: 'back up', every: '*/10 * * * * *', run: async ({ backUpIfDue }) => backUpIfDue?.() },
  // Once the processes of another version, whose tables the views show, have ended.
  { name: 'show reports', every: '30 * * * * *', run: ({ database }) => showReports(database) },
]

/** Who asked to join in vain; and after a crash, or where the event store did not let it delete, who is erased. */
async function forgetPeople(services: Services) {
  const { database, privateSchema, clock, log } = services
  await deleteExpiredRequests(privateSchema, clock.now())
  const onError = (err: unknown) => log.error({ err }, 'a trace of an erased person may be left')
  if (await finishErasures(services, clock.now())) await sweepTraces(database, onError)
}

/** A mail server may keep a sender waiting for longer: that mail is due again later. */
const STOP_MS = 3_000

export type Scheduler = ReturnType<typeof startScheduler>

/** Where other processes do the rest, it still locks: everything waits for that. */
export function startScheduler(services: Services, { onlyLocks = false } = {}) {
  const stopping = new AbortController()
  const subscription = onlyLocks ? null : subscribeToLog(services, stopping.signal)
  const running = new Set<Promise<void>>()
  const jobs = JOBS.filter(({ run }) => !onlyLocks || run === lockRounds).map(({ name, every, run }) => ({
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
    failure: () => subscription?.failure() ?? null,
    jobFailure: () => jobs.map(({ failure }) => failure()).find((failure) => failure !== null) ?? null,
    stop: async () => {
      for (const cron of crons) cron.stop()
      stopping.abort()
      await Promise.race([
        Promise.all([...running, subscription?.finished]),
        sleep(STOP_MS, undefined, { ref: false }),
      ])
    },
  }
}
