import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pick } from '../../domain/picks/pick.ts'
import { player } from '../../domain/players/player.ts'
import { round } from '../../domain/rounds/round.ts'
import { season } from '../../domain/seasons/season.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { readRange } from '../../platform/event-store/log-range.ts'
import { createPostgresEventStore } from '../../platform/event-store/postgres/postgres-event-store.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import type { Row } from './report.ts'
import { install, KINDS, type Kind, open, stopPostgres } from './stages.ts'

const SIZE = { players: 200, rounds: 40 }
const EVENTS = 100_000
const PER_SECOND = { embedded: 10_000, PostgreSQL: 20_000 }

type Fold = { initial: unknown; evolve: (state: never, event: never) => unknown }
const FOLDS: Record<string, Fold> = { pick, player, round, season }

// The read tables made anew, against the same events read from the same log and folded in memory.
try {
  const rows: Row[] = []
  for (const kind of KINDS) rows.push(...(await benchOn(kind)))
  console.log(JSON.stringify(rows))
} finally {
  await stopPostgres()
}

async function benchOn(kind: Kind): Promise<Row[]> {
  const installation = await install(kind, SIZE, EVENTS)
  const database = await open(kind, installation.env)
  const store = createPostgresEventStore(database, { onError: console.error })
  let events = 0
  const folded = await watched(async () => {
    events = await foldAll(store)
  })
  const rebuilt = await watched(() => rebuild(database, store))
  await store.close()
  await database.close()
  await installation.remove()
  const what = `${kind}, ${events.toLocaleString('en-US')} events`
  const perSecond = { figure: events / rebuilt.seconds, bare: events / folded.seconds, unit: '/s' }
  const section = 'replay'
  return [
    { section, what, ...perSecond, target: { is: 'at least', value: 0.25, of: 'ratio' } },
    {
      ...{ section, what: `${what}: rate`, figure: perSecond.figure, unit: '/s' },
      target: { is: 'at least', value: PER_SECOND[kind], of: 'figure' },
    },
    {
      ...{ section, what: `${what}: longest pause`, figure: rebuilt.pauseMs, unit: 'ms' },
      target: { is: 'at most', value: 50, of: 'figure' },
    },
  ]
}

async function foldAll(store: EventStore): Promise<number> {
  const states = new Map<string, unknown>()
  let events = 0
  for await (const batch of readRange(store, { after: '', until: await store.head() })) {
    for (const event of batch) {
      const fold = FOLDS[event.stream.slice(0, event.stream.indexOf('-'))]
      if (!fold) continue
      const state = states.get(event.stream) ?? fold.initial
      states.set(event.stream, fold.evolve(state as never, event as never))
    }
    events += batch.length
  }
  return events
}

async function watched(work: () => Promise<unknown>): Promise<{ seconds: number; pauseMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const startedMs = performance.now()
  await work()
  const seconds = (performance.now() - startedMs) / 1_000
  delay.disable()
  return { seconds, pauseMs: delay.max / 1e6 }
}
