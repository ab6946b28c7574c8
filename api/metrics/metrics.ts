import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { measureLag } from '../../platform/event-store/lag.ts'
import { observedEventStore } from '../../platform/event-store/observed-event-store.ts'
import { outboxFigures } from '../../platform/mail/mail-list.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { observedMailer } from '../../platform/mail/observed-mailer.ts'
import type { Services } from '../server/services.ts'

const FAST_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

type Watched = Pick<Services, 'store' | 'projector' | 'privateSchema' | 'clock' | 'backups'>
type AnsweredRequest = { method: string; route: string; status: number; seconds: number }

export type Metrics = ReturnType<typeof makeMetrics>

/** Every name begins with `picks_`, except those of the process, which prom-client names as other Node servers do. */
export function makeMetrics(version: string) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'picks_build_info',
    help: 'Always 1; the labels say what runs',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.version }, 1)

  const requests = new Histogram({
    name: 'picks_http_request_seconds',
    help: 'Requests by the pattern of their route. Addresses are left out, because some hold a token',
    labelNames: ['method', 'route', 'status'],
    buckets: FAST_SECONDS,
    registers,
  })
  const appends = new Histogram({
    name: 'picks_append_seconds',
    help: 'Appends to the log; a conflict means that somebody else was faster and the command decides again',
    labelNames: ['outcome'],
    buckets: FAST_SECONDS,
    registers,
  })
  const events = new Counter({
    name: 'picks_events_appended_total',
    help: 'Events written to the log',
    registers,
  })
  const mails = new Counter({
    name: 'picks_mail_attempts_total',
    help: 'Attempts to send a mail: sent, kept (no mail server is set), refused, refused for good',
    labelNames: ['outcome'],
    registers,
  })
  const jobRuns = new Counter({
    name: 'picks_job_runs_total',
    help: 'Runs of the jobs that go by the clock',
    labelNames: ['job', 'outcome'],
    registers,
  })
  const lastRuns = new Map<string, number>()
  new Gauge({
    name: 'picks_job_late_seconds',
    help: 'Since a job last ended well; each is meant to run every second',
    labelNames: ['job'],
    registers,
    collect() {
      for (const [job, atMs] of lastRuns) this.set({ job }, (performance.now() - atMs) / 1_000)
    },
  })

  return {
    text: () => registry.metrics(),
    contentType: registry.contentType,
    observeStore: (store: EventStore) =>
      observedEventStore(store, ({ outcome, events: count, seconds }) => {
        appends.observe({ outcome }, seconds)
        if (outcome === 'appended') events.inc(count)
      }),
    observeMailer: (mailer: Mailer) =>
      observedMailer(mailer, (delivery) => {
        const isFinal = delivery.state === 'refused' && delivery.final
        mails.inc({ outcome: isFinal ? 'refused for good' : delivery.state })
      }),
    onAnswer: ({ method, route, status, seconds }: AnsweredRequest) =>
      requests.observe({ method, route, status }, seconds),
    onJobRun: (job: string, outcome: 'done' | 'failed') => {
      jobRuns.inc({ job, outcome })
      if (outcome === 'done' || !lastRuns.has(job)) lastRuns.set(job, performance.now())
    },
    watch: (services: Watched) => watchStates(registry, services),
  }
}

/** Worth the alarm. NaN is over no limit. */
const UNKNOWN = Number.POSITIVE_INFINITY

function watchStates(registry: Registry, { store, projector, privateSchema, clock, backups }: Watched) {
  const registers = [registry]
  const lagEvents = new Gauge({
    name: 'picks_projection_lag_events',
    help: 'Events that the read tables do not show yet; exact up to a few hundred',
    registers,
  })
  new Gauge({
    name: 'picks_projection_lag_seconds',
    help: 'Since the first event that the read tables do not show yet was recorded',
    registers,
    async collect() {
      const lag = await measureLag(store, projector.position(), Date.parse(clock.now())).catch(() => null)
      this.set(lag?.seconds ?? UNKNOWN)
      lagEvents.set(lag?.events ?? UNKNOWN)
    },
  })
  const outbox = new Gauge({
    name: 'picks_outbox_mails',
    help: 'Mails in the outbox by state',
    labelNames: ['state'],
    registers,
  })
  new Gauge({
    name: 'picks_outbox_oldest_seconds',
    help: 'Since the mail that has waited longest was due',
    registers,
    async collect() {
      const figures = await outboxFigures(privateSchema, clock.now()).catch(() => null)
      this.set(figures?.oldestSeconds ?? UNKNOWN)
      outbox.reset()
      for (const [state, count] of Object.entries(figures?.byState ?? {})) outbox.set({ state }, count)
    },
  })
  if (!backups.isByClock) return
  new Gauge({
    name: 'picks_backup_age_seconds',
    help: 'Since the last good backup was made; infinite without one. Only where they are made by the clock',
    registers,
    async collect() {
      this.set((await backups.state().catch(() => null))?.ageSeconds ?? UNKNOWN)
    },
  })
}
