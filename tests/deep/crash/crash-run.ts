import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import type { RoundList } from '../../../api/contract/rounds.ts'
import { openPrivateSchema } from '../../../platform/database/private-schema.ts'
import type { Installation } from '../../../platform/installation.ts'
import { eventually } from '../../support/eventually.ts'
import { http } from '../../support/http.ts'
import { aLeague } from '../../support/league/a-league.ts'
import { CONNIE, OSCARS } from '../../support/league/examples.ts'
import { type League, setUpAdmin } from '../../support/league/over-http.ts'
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts'
import { type SmtpServerForTest, startSmtpServer } from '../../support/smtp-server.ts'
import { depth, isDeep } from '../depth.ts'
import { expectInvariants } from './invariants.ts'
import { traceOf } from './log-values.ts'
import { secretsOf } from './secrets.ts'
import { type Place, type ServerSettings, serverSettings, withInstallation } from './server-settings.ts'
import { NEVER, startWriters, type Writers } from './writers.ts'

/** How long the mail server thinks before it says that it has taken a mail, so that many a kill comes meanwhile. */
const THINKS_MS = 20
/** Some seconds are usual. */
const START_MAX_MS = 120_000
const PLAYERS = Array.from({ length: depth({ gate: 6, deep: 14 }) }, (_, index) => `Player${index + 1}`)
/** The others have no address, so that the outbox is empty in time: ten mails go out in a second. */
const MAILED_COUNT = depth({ gate: 1, deep: 5 })
const MAILED = PLAYERS.slice(0, MAILED_COUNT)
const UNMAILED = PLAYERS.slice(MAILED_COUNT).map((name) => ({ name, email: null }))

/** A server that is killed and started again, on one data folder or database. */
export type CrashRun = {
  settings: ServerSettings
  smtp: SmtpServerForTest
  /** The one that was started last. */
  server: ServerProcess
  outputs: string[]
  /** How long a start takes here, so that kills can fall into it. */
  startMs: number
  start(): ServerProcess
  listening(): Promise<void>
  kill(): Promise<void>
}

export type LeagueCrashRun = CrashRun & { league: League; writers: Writers }

export async function startCrashRun(place: Place): Promise<CrashRun> {
  const smtp = await startSmtpServer(
    () => null,
    THINKS_MS,
    () => true,
  )
  const settings = await serverSettings(place, smtp)
  const outputs: string[] = []
  const start = () => {
    run.server = startServerProcess(settings)
    return run.server
  }
  const run: CrashRun = {
    ...{ settings, smtp, outputs, start, startMs: 0, server: startServerProcess(settings) },
    listening: async () => {
      const hanging = sleep(START_MAX_MS, 'still starting', { ref: false })
      const outcome = await Promise.race([run.server.ready, hanging])
      expect(outcome, run.server.output()).toBe('listening')
    },
    kill: async () => {
      await run.server.kill()
      outputs.push(run.server.output())
    },
  }
  onTestFinished(async () => {
    await run.server.kill()
    await smtp.stop()
  })
  return run
}

/** A league of players who pick, and admins at work. */
export async function startLeagueRun(place: Place): Promise<LeagueCrashRun> {
  const run = await startCrashRun(place)
  await run.listening()
  const { url } = run.server
  const league = await aLeague()
    .withPlayers(MAILED, UNMAILED)
    .withSeason()
    .on({ url, dataDir: '' }, { secret: run.settings.JWT_SECRET })
  const longRoundId = await league.openRound({ ...OSCARS, lockTime: NEVER })
  if (isDeep) run.startMs = await timedStart(run)
  return Object.assign(run, {
    league,
    writers: startWriters(league, longRoundId, [
      ...PLAYERS,
      OSCARS.sportName,
      traceOf('RoundActivated', longRoundId),
    ]),
  })
}

/** After the last kill: lets everybody come to an end and everything that waits be done, and looks at what is left. */
export async function endLeagueRun(run: LeagueCrashRun): Promise<void> {
  const { league, writers, settings, smtp, outputs } = run
  await withInstallation(settings, letLeasesEnd)
  run.start()
  await run.listening()
  await eventually('a pick that races a lock', async () => writers.locked() > 0)
  await writers.stop()
  const { body } = await league.visitor.post('/auth/login', CONNIE)
  for (const path of ['send-magic-link', 'forgot-password']) {
    expect(await league.visitor.post(`/auth/${path}`, { email: CONNIE.email })).toMatchObject({ status: 200 })
  }
  await lockForEver(league)
  await everythingDone(league)
  await everythingMailed(run)
  expect(await league.visitor.get('/health')).toMatchObject({ body: { status: 'ok' } })
  await stop(run)

  const { sent, acknowledged, strange } = writers
  expect(strange).toEqual([])
  const secrets = secretsOf(settings, smtp, [body.token])
  expect([...secrets.texts.values()]).toEqual(
    expect.arrayContaining(['a link to pick', 'a link to admin/login', 'a link to admin/reset-password']),
  )
  await withInstallation(settings, (kept) =>
    expectInvariants(kept, { sent, acknowledged, smtp, outputs, secrets }),
  )
}

/** Its first admin sets up and adds a player; then all is as it should be, however often it was killed before. */
export async function endFirstStart(run: CrashRun): Promise<void> {
  const { settings, smtp, outputs } = run
  await run.listening()
  const admin = await setUpAdmin(run.server.url)
  expect(await admin.post('/admin/users', { name: 'Ann', email: '' })).toMatchObject({ status: 201 })
  expect(await http(run.server.url).get('/health')).toMatchObject({ body: { status: 'ok' } })
  await stop(run)
  const all = new Set(['Ann'])
  const secrets = secretsOf(settings, smtp, [admin.token])
  await withInstallation(settings, (kept) =>
    expectInvariants(kept, { sent: all, acknowledged: all, smtp, outputs, secrets }),
  )
}

/** How long a start takes, for kills that fall into one. */
async function timedStart(run: CrashRun): Promise<number> {
  await stop(run)
  run.start()
  const startedMs = performance.now()
  await run.listening()
  return performance.now() - startedMs
}

/** In good order. */
async function stop({ server, outputs }: CrashRun) {
  expect(await server.stop(), server.output()).toEqual({ code: 0, signal: null })
  outputs.push(server.output())
}

/** As two minutes would, which nobody has: what a process that died was about to send is due again. */
export async function letLeasesEnd({ database }: Installation): Promise<void> {
  const privateSchema = openPrivateSchema(database.kysely)
  await privateSchema
    .updateTable('mails')
    .set((eb) => ({ due_at: eb.ref('created_at') }))
    .where('state', '=', 'queued')
    .execute()
  await privateSchema
    .updateTable('notices')
    .set((eb) => ({ due_at: eb.ref('created_at') }))
    .where('mail_id', 'is', null)
    .execute()
}

async function lockForEver({ admin }: League) {
  const rounds: RoundList = (await admin.get('/admin/rounds')).body
  for (const { id, status, lock_time } of rounds) {
    if (status !== 'active' || Date.parse(lock_time) < Date.parse(NEVER)) continue
    expect(await admin.post(`/admin/rounds/${id}/lock`)).toMatchObject({ status: 200 })
  }
}

/** Events become mail in their order: once the links of one more sport have gone out, so has all that was told before. */
async function everythingMailed({ league, writers, smtp }: LeagueCrashRun) {
  const sport = 'Opened last'
  await writers.openRound(sport)
  const isMailed = async () =>
    smtp.mails.filter(({ subject }) => subject?.includes(sport)).length >= MAILED.length
  await eventually('the mail of the last event', isMailed)
  await eventually('the answer of the mail server', async () => {
    const { counts } = (await league.admin.get('/admin/outbox?state=queued')).body
    return !counts.queued
  })
}

/** No mail waits, and every lock whose time has come is published. There may be many: only what stands still is given up. */
async function everythingDone({ admin }: League) {
  const count = async () => {
    const { counts } = (await admin.get('/admin/outbox?state=queued')).body
    const rounds: RoundList = (await admin.get('/admin/rounds')).body
    return (counts.queued ?? 0) + rounds.filter(({ status }) => status === 'active').length
  }
  for (let left = await count(); left > 0; ) {
    const before = left
    await eventually(`the next of ${left} mails and locks`, async () => {
      left = await count()
      return left !== before
    })
  }
}
