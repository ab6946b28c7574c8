import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { EventStore, RecordedEvent } from '../../platform/event-store/event-store.ts'
import { openEventStoreDb } from '../../platform/event-store/eventstoredb/eventstoredb-event-store.ts'
import { createPostgresEventStore } from '../../platform/event-store/postgres/postgres-event-store.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { someEvent } from '../support/events.ts'
import { NAMED_SERVER, startEventStore } from '../support/eventstore-place.ts'
import { wholeLog } from '../support/log.ts'
import { alternately } from './alternately.ts'
import { type Load, load } from './load.ts'
import { pick } from './picks.ts'
import type { Row } from './report.ts'
import { type Installation, install, makePlace, open, startServer } from './stages.ts'
import { percentile } from './timed.ts'

const SIZE = { players: 200, rounds: 40, open: 40 }
const CLIENTS = [1, 20, 200]
const RATIO = 0.5
const AT_ONCE = 20
const SETTLED_MS = 2_000
const section = 'eventstore'

/** With the log in the EventStoreDB that TEST_EVENTSTORE_URL names: picks beside bare appends by the same client library, replay and board. */
export async function benchEventStore(seconds: number): Promise<Row[]> {
  if (NAMED_SERVER === null) {
    console.log('Skipped: TEST_EVENTSTORE_URL names no server.')
    return []
  }
  const installation = await install('PostgreSQL', SIZE)
  const log = await startEventStore()
  const store = await openEventStoreDb({ url: log.url, onError: console.error })
  const bareLog = await startEventStore()
  const bare = await openEventStoreDb({ url: bareLog.url, onError: console.error })
  await copyLog(installation, store)
  const place = await makePlace('PostgreSQL')
  const server = await startServer({ ...installation.env, ...place.env, EVENTSTORE_URL: log.url })
  await sleep(SETTLED_MS)

  const rows: Row[] = []
  for (const clients of CLIENTS) {
    let refused = 0
    const picks = async () => {
      const made = await pick(server.url, installation, clients, { seconds, countsRefusals: true })
      refused += made.failed
      return made
    }
    const { ours, theirs } = await alternately(picks, () => appends(bare, clients, seconds))
    rows.push(...rowsOf(clients, ours, theirs, refused))
  }
  const board = `${server.url}/api/public/leaderboard/season/${installation.league.seasonId}`
  const boards = await load({ url: board, clients: AT_ONCE, seconds, headers: { 'accept-encoding': 'gzip' } })
  rows.push({ section, what: 'board, 20 clients', figure: boards.perSecond, unit: '/s' })
  await server.stop()
  rows.push(await benchReplay(place.env, store))

  await Promise.all([store.close(), bare.close()])
  for (const { stop } of [log, bareLog]) await stop()
  await Promise.all([installation.remove(), place.remove()])
  return rows
}

/** Streams that are named in others come first. */
async function copyLog({ kind, env }: Installation, store: EventStore) {
  const database = await open(kind, env)
  const source = createPostgresEventStore(database, { onError: console.error })
  const streams = new Map<string, RecordedEvent[]>()
  for (const event of await wholeLog(source))
    streams.set(event.stream, [...(streams.get(event.stream) ?? []), event])
  const copy = async ([stream, events]: [string, RecordedEvent[]]) =>
    void (await store.append(stream, events, 'no_stream'))
  const [seasons, others] = [true, false].map((isSeason) =>
    [...streams].filter(([stream]) => stream.startsWith('season-') === isSeason),
  )
  const limit = pLimit(AT_ONCE)
  await Promise.all((others ?? []).map((each) => limit(() => copy(each))))
  for (const each of seasons ?? []) await copy(each)
  await source.close()
  await database.close()
}

/** One event at a time for each client, to a stream of its own. */
async function appends(store: EventStore, clients: number, seconds: number): Promise<Load> {
  const endMs = performance.now() + seconds * 1_000
  const tookMs: number[] = []
  let failed = 0
  const client = async () => {
    while (performance.now() < endMs) {
      const event = someEvent()
      const startedMs = performance.now()
      const done = await store.append(`bare-${event.id}`, [event], 'no_stream').catch(() => null)
      if (done) tookMs.push(performance.now() - startedMs)
      else failed += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const [p50Ms, p99Ms] = [percentile(tookMs, 50), percentile(tookMs, 99)]
  return { perSecond: tookMs.length / seconds, p50Ms, p99Ms, failed }
}

function rowsOf(clients: number, ours: Load, theirs: Load, refused: number): Row[] {
  const what = `picks, ${clients} ${clients === 1 ? 'client' : 'clients'}`
  return [
    {
      ...{ section, what, figure: ours.perSecond, bare: theirs.perSecond, unit: '/s' },
      target: { is: 'at least', value: RATIO, of: 'ratio' },
    },
    { section, what: `${what}: p99`, figure: ours.p99Ms, bare: theirs.p99Ms, unit: 'ms' },
    {
      ...{ section, what: `${what}: refused (bare: ${theirs.failed})`, figure: refused, unit: '' },
      target: { is: 'at most', value: 0, of: 'figure' },
    },
  ]
}

async function benchReplay(env: Record<string, string>, store: EventStore): Promise<Row> {
  const database = await open('PostgreSQL', env)
  let events = 0
  const onEvents = (count: number) => {
    events = count
  }
  const startedMs = performance.now()
  await rebuild(database, store, { onEvents })
  const ms = performance.now() - startedMs
  await database.close()
  const what = `replay of ${events.toLocaleString('en-US')} events`
  return { section, what, figure: (events * 1_000) / ms, unit: '/s' }
}
