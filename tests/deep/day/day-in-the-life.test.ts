import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect } from 'vitest'
import { type } from '../../operations/console.ts'
import { APP_URL, FIRST_ADMIN } from '../../support/application.ts'
import { olderCopy } from '../../support/eventstoredb-double/older-copy.ts'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../../support/eventstoredb-double/server.ts'
import type { ServerLog } from '../../support/eventstoredb-double/server-log.ts'
import { eventually } from '../../support/eventually.ts'
import { folderForTest } from '../../support/folder-for-test.ts'
import { freePort } from '../../support/free-port.ts'
import { aLeague } from '../../support/league/a-league.ts'
import { OSCARS } from '../../support/league/examples.ts'
import { signIn } from '../../support/league/over-http.ts'
import { postgresMissing, startPostgresServer } from '../../support/postgres-server.ts'
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts'
import { longTest, report, times } from '../depth.ts'
import { startPickWriters } from './writers.ts'

const WRITERS = Array.from({ length: 20 }, (_, index) => ({ name: `Writer ${index}`, email: null }))
/** A link takes thirty changes in ten minutes. */
const SPORTS = 8
const SECRET = 'a-secret-that-all-of-the-processes-share'
const ELECTION_MS = 2_000
const PHASE_MS = times(3) * 1_000
/** Others may use the machine meanwhile. */
const TICK_MS = 1_500
const ANSWER_MS = 3_000
const GAP_MS = 4_000

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('a day in the life of a league on three nodes and PostgreSQL, under twenty writers', () => {
  longTest(
    'nothing acknowledged is lost without being named, nobody is told what is not so, nothing hangs',
    day,
    postgresMissing,
  )
})

async function day() {
  const postgres = await startPostgresServer()
  cleanups.push(postgres.stop)
  const backups = await folderForTest()
  let databaseUrl = await postgres.createDatabase()
  let cluster = await startCluster()
  let server = await startServer()
  let served = server.url

  const league = await aLeague()
    .withPlayers(WRITERS, 'Ann')
    .withSeason()
    .on({ url: served, dataDir: '' }, { secret: SECRET })
  const roundIds: number[] = []
  for (let count = 0; count < SPORTS; count += 1) {
    roundIds.push(
      await league.openRound({ ...OSCARS, sportName: `Sport ${count}`, lockTime: '2099-01-01T00:00:00Z' }),
    )
  }
  let phase = 0
  const lost = new Set<string>()
  const saved = new Set<string>()
  const figures: Record<string, number> = {}

  /** Twenty write for as long as something happens, in a sport that nobody has written to. */
  async function underWriters(what: string, happen: () => Promise<void>) {
    const roundId = roundIds[phase % SPORTS] ?? 0
    phase += 1
    const players = WRITERS.map(({ name }) => {
      const id = league.idOf(name)
      return { id: id * 1_000 + phase, path: `/picks/${league.tokenFor(roundId, id)}` }
    })
    const writers = startPickWriters({ players, url: () => served })
    await happen()
    await writers.stop()
    for (const text of writers.saved()) saved.add(text)
    const inLog = new Set(textsIn(cluster.log()))
    for (const { text, status, sentence, tookMs } of writers.told) {
      expect([200, 429, 503], sentence).toContain(status)
      expect(tookMs, `${what}: ${sentence}`).toBeLessThan(ANSWER_MS + TICK_MS)
      if (status === 200) expect(inLog, `${what}: ${text} was answered 'saved'`).toContain(text)
      if (sentence.includes('nothing was saved')) expect(inLog, `${what}: ${sentence}`).not.toContain(text)
    }
    figures[`${what}: saved`] = writers.saved().length
    figures[`${what}: refused`] = writers.told.filter(({ status }) => status === 503).length
    return writers
  }

  // A backup in the documented order, PostgreSQL first, while everybody writes.
  let dump = ''
  let records = 0
  await underWriters('backup', async () => {
    await sleep(PHASE_MS)
    dump = await dumpOf('day.dump')
    records = cluster.log().records.length
    await sleep(PHASE_MS)
  })
  await underWriters('200 events more', async () => {
    const enough = cluster.log().records.length + 200
    await eventually('200 events', async () => cluster.log().records.length > enough)
  })

  // Restored in the documented order: PostgreSQL is older than the event store.
  const newest = await dumpOf('newest.dump')
  await server.stop()
  databaseUrl = await restored(dump)
  expect(await operate('restore-check')).toMatchObject({ code: 0 })
  server = await startServer()
  served = server.url
  await underWriters('restored in the documented order', () => sleep(PHASE_MS))
  expect(lostFrom(cluster.log())).toEqual([])

  // In the wrong one: the event store is older. Nothing starts, and what is missing is named before anything goes on.
  await server.stop()
  const [whole, wholeUrl] = [cluster, databaseUrl]
  cluster = await startCluster(olderCopy(whole.log(), records))
  databaseUrl = await restored(newest)
  const refused = startServerProcess(await envOf())
  expect(await refused.ready).not.toBe('listening')
  expect(refused.output()).toMatch(/The event log lacks events that the database has taken/)
  const check = await operate('restore-check')
  expect(check).toMatchObject({ code: 1 })
  expect(check.output).toMatch(/! \d+ events are missing from the event log, sealed from/)
  for (const text of lostFrom(cluster.log())) lost.add(text)
  expect(lost.size).toBeGreaterThan(0)
  expect(await operate('restore-check', '--accept')).toMatchObject({ code: 0 })
  server = await startServer()
  served = server.url
  await underWriters('restored in the wrong order', () => sleep(PHASE_MS))
  expect(lostFrom(cluster.log()).filter((text) => !lost.has(text))).toEqual([])
  await server.stop()
  expect((await operate('verify')).output).toMatch(/! \d+ events are missing/)
  figures['named as lost'] = lost.size

  // Back to the whole league, and a leader that falls silent.
  await cluster.stop()
  ;[cluster, databaseUrl] = [whole, wholeUrl]
  for (const text of [...saved]) if (!textsIn(cluster.log()).includes(text)) saved.delete(text)
  lost.clear()
  server = await startServer()
  served = server.url
  let electedAtMs = 0
  const failover = await underWriters('failover', async () => {
    await sleep(PHASE_MS)
    cluster.freezeLeader()
    await sleep(ELECTION_MS)
    cluster.elect(1)
    electedAtMs = performance.now()
    await sleep(GAP_MS + TICK_MS)
  })
  const next = failover.told.find(({ status, atMs }) => status === 200 && atMs > electedAtMs)
  expect((next?.atMs ?? Number.POSITIVE_INFINITY) - electedAtMs).toBeLessThan(GAP_MS)
  figures['first pick after the election in ms'] = Math.round((next?.atMs ?? 0) - electedAtMs)

  // A new process beside the old one, which then ends.
  await underWriters('rolling upgrade', async () => {
    const newer = await startServer()
    await sleep(PHASE_MS / 2)
    served = newer.url
    await server.stop()
    server = newer
    await sleep(PHASE_MS)
  })

  // Somebody is erased.
  await underWriters('erasure', async () => {
    const ann = league.idOf('Ann')
    const admin = await signIn(served)
    expect(await admin.post(`/admin/users/${ann}/deactivate`)).toMatchObject({ status: 200 })
    expect(await admin.post(`/admin/users/${ann}/erase`, { confirmation: 'ERASE' })).toMatchObject({
      status: 200,
    })
    await sleep(PHASE_MS)
  })
  expect(cluster.log().isTombstoned(`player-${league.idOf('Ann')}`)).toBe(true)

  expect(lostFrom(cluster.log())).toEqual([])
  await sleep(2_000)
  await server.stop()
  const verified = await operate('verify')
  expect(verified, verified.output).toMatchObject({ code: 0 })
  report({ ...figures, acknowledged: saved.size })

  function lostFrom(log: ServerLog): string[] {
    const kept = new Set(textsIn(log))
    return [...saved].filter((text) => !kept.has(text))
  }

  async function envOf(): Promise<Record<string, string>> {
    return {
      ...{ DATABASE_URL: databaseUrl, EVENTSTORE_URL: cluster.url, JWT_SECRET: SECRET, APP_URL },
      ...{ ADMIN_EMAIL: FIRST_ADMIN.email, ADMIN_PASSWORD: FIRST_ADMIN.password },
      ...{ PORT: `${await freePort()}`, LOG_LEVEL: 'warn' },
    }
  }

  async function startServer(): Promise<ServerProcess> {
    const started = startServerProcess(await envOf())
    cleanups.push(started.kill)
    expect(await started.ready, started.output()).toBe('listening')
    return started
  }

  async function operate(...words: string[]) {
    return type(words, { ...(await envOf()), DATA_DIR: backups })
  }

  /** Once all is sealed that was there when it was asked for. */
  async function dumpOf(name: string): Promise<string> {
    const events = eventsIn(cluster.log())
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await eventually('the seals', async () => {
      const { rows } = await client.query('select max(events) as events from log.seals')
      return rows[0]?.events >= events
    }).finally(() => client.end())
    const path = join(backups, name)
    execFileSync('pg_dump', [
      '--format=custom',
      '--exclude-schema=read_*',
      '--exclude-schema=reports',
      `--file=${path}`,
      databaseUrl,
    ])
    return path
  }

  async function restored(path: string): Promise<string> {
    const url = await postgres.createDatabase()
    execFileSync('pg_restore', [`--dbname=${url}`, path])
    return url
  }
}

const eventsIn = (log: ServerLog) => log.records.filter((record) => !record.type.startsWith('$')).length

/** What players wrote in, of all picks that stand in the log. */
function textsIn(log: ServerLog): string[] {
  return log.records
    .filter((record) => record.type === 'PickSubmitted')
    .flatMap((record) => JSON.parse(Buffer.from(record.data).toString('utf8')).picks)
}

/** Three nodes over one log, of which the first leads. */
async function startCluster(log?: ServerLog) {
  const first = await startEventStoreDbDouble(log ? { log } : {})
  const others = await Promise.all([1, 2].map(() => startEventStoreDbDouble({ log: first.log })))
  const nodes = [first, ...others]
  const elect = (index: number) => {
    for (const [at, node] of nodes.entries()) node.followLeader(at === index ? null : (nodes[index] ?? null))
  }
  elect(0)
  const stop = () => Promise.all(nodes.map((node: EventStoreDbDouble) => node.stop()))
  cleanups.push(stop)
  return {
    url: `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join()}?tls=false`,
    log: () => first.log,
    elect,
    freezeLeader: () => {
      first.faults.readsAreSilent = true
      first.faults.everyAppend = 'silence'
      first.silenceSubscriptions()
    },
    stop,
  }
}
