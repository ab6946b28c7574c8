import { readdirSync, rmSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLeagueFile } from '../../../platform/league-file/league-file-reader.ts'
import { copyTemplate } from '../../support/embedded.ts'
import { eventually } from '../../support/eventually.ts'
import { folderForTest } from '../../support/folder-for-test.ts'
import { done, http } from '../../support/http.ts'
import { CONNIE } from '../../support/league/examples.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../../support/postgres-server.ts'
import { startOperation, startServerProcess } from '../../support/server-process.ts'
import { depth, report } from '../depth.ts'
import { type LeagueCrashRun, startLeagueRun } from './crash-run.ts'
import type { Place } from './server-settings.ts'

const KILLS = depth({ gate: 2, deep: 6 })
/** Spread over the time that a backup takes: it is written, read back and replayed. */
const SHARES = Array.from({ length: KILLS }, (_, kill) => (kill + 0.5) / KILLS)
/** Appear when it is begun, noted and named. Old backups are deleted after that. */
const FILES = [/^league.*\.unfinished$/, /^backups\.json\.unfinished$/, /^backups\.json$/, /\.backup$/]
/** A replay goes on between the requests of all writers. */
const LASTS_MAX_MS = 300_000

let postgres: PostgresServer | undefined
beforeAll(async () => {
  if (!postgresMissing) postgres = await startPostgresServer()
})
afterAll(() => postgres?.stop())

const embedded = async (isNew: boolean): Promise<Place> => {
  const dataDir = await folderForTest()
  if (!isNew) await copyTemplate(dataDir)
  return { DATA_DIR: dataDir }
}
const server = async (): Promise<Place> => ({ DATABASE_URL: (await postgres?.createDatabase()) ?? '' })

describe.each([
  ['an embedded server', embedded],
  ...(postgresMissing ? [] : [['a server with PostgreSQL', server] as const]),
] as const)('a backup of %s under writers', (_, placeOf) => {
  test('is whole or not there, whenever its server is killed, and comes back', {
    timeout: 1_800_000,
  }, async () => {
    const dir = await folderForTest()
    const run = await startLeagueRun(
      Object.assign(await placeOf(false), { BACKUP_DIR: dir, BACKUP_KEEP: '2' }),
    )
    let admin = await signedIn(run)
    const startedMs = performance.now()
    await backUp(admin)
    const lastsMs = performance.now() - startedMs
    for (const moment of [...SHARES, ...FILES]) {
      // The next one is replayed too.
      rmSync(join(dir, 'backups.json'))
      const due = typeof moment === 'number' ? sleep(moment * lastsMs) : newFile(dir, moment)
      await Promise.all([due.then(run.kill), admin.post('/admin/operations/backups', {}).catch(() => null)])
      await expectWhole(dir)
      run.start()
      await run.listening()
      admin = await signedIn(run)
      await backUp(admin)
      expect(readdirSync(dir).filter((name) => name.includes('unfinished'))).toEqual([])
    }
    const underWriters = await newestOf(admin)
    const { sent, acknowledged } = run.writers
    await run.writers.stop()
    await eventually(
      'the tables',
      async () => (await admin.get('/health')).body.services.projection.status === 'ok',
    )
    await eventually('the locks', async () => {
      const rounds: { status: string; lock_time: string }[] = await done(admin.get('/admin/rounds'))
      return rounds.every(({ status, lock_time }) => status !== 'active' || lock_time > '2099')
    })
    await backUp(admin)
    const board = await boardOf(run, run.server.url)
    const newest = await newestOf(admin)
    await run.server.stop()

    let restoreMs = 0
    for (const file of [underWriters, newest]) {
      const settings = { ...run.settings, ...(await placeOf(true)) }
      const restored = startOperation(['operate', 'restore', join(dir, file)], settings)
      const beganMs = performance.now()
      expect(await restored.ended, restored.output()).toMatchObject({ code: 0 })
      restoreMs = performance.now() - beganMs
      const verified = startOperation(['operate', 'verify'], settings)
      expect(await verified.ended, verified.output()).toMatchObject({ code: 0 })
      if (file !== newest) continue
      const copy = startServerProcess(settings)
      expect(await copy.ready, copy.output()).toBe('listening')
      expect(await boardOf(run, copy.url)).toBe(board)
      await copy.stop()
    }
    for (const share of SHARES) {
      const settings = { ...run.settings, ...(await placeOf(true)) }
      const restore = () => startOperation(['operate', 'restore', join(dir, newest)], settings)
      const killed = restore()
      await sleep(share * restoreMs)
      await killed.kill()
      const again = restore()
      const { code } = await again.ended
      const copy = startServerProcess(settings)
      // All of the league, or no start.
      if (again.output().includes('did not finish')) {
        expect(await copy.ready, copy.output()).not.toBe('listening')
        expect(copy.output()).toContain('did not finish')
      } else {
        if (code !== 0) expect(again.output()).toContain('has been used already')
        expect(await copy.ready, copy.output()).toBe('listening')
        const sameBoard = async () => (await boardOf(run, copy.url)) === board
        await eventually('the board', sameBoard)
        await copy.stop()
      }
    }
    report({
      kills: SHARES.length + FILES.length,
      'kills of a restore': SHARES.length,
      'a backup': `${Math.round(lastsMs)} ms`,
      sent: sent.size,
      acknowledged: acknowledged.size,
    })
  })
})

async function signedIn({ server: { url } }: LeagueCrashRun) {
  return http(url).as((await done(http(url).post('/auth/login', CONNIE))).token)
}

const newestOf = async (admin: ReturnType<typeof http>): Promise<string> =>
  (await done(admin.get('/admin/operations/backups'))).backups[0].file

async function backUp(admin: ReturnType<typeof http>) {
  await done(admin.post('/admin/operations/backups', {}))
  const stateNow = async () => {
    const { operation } = await done(admin.get('/admin/operations'))
    return operation.error ?? operation.state
  }
  await expect.poll(stateNow, { timeout: LASTS_MAX_MS, interval: 200 }).toBe('done')
}

const boardOf = async ({ league }: LeagueCrashRun, url: string) =>
  (await http(url).get(`/public/leaderboard/season/${league.seasonId}`)).text

async function newFile(dir: string, name: RegExp): Promise<void> {
  const there = readdirSync(dir)
  for await (const { filename } of watch(dir, { signal: AbortSignal.timeout(LASTS_MAX_MS) }))
    if (filename && !there.includes(filename) && name.test(filename)) return
}

/** Nothing half made has the name of a backup. */
async function expectWhole(dir: string): Promise<void> {
  const files = readdirSync(dir).filter((name) => name.endsWith('.backup'))
  for (const file of files)
    (await openLeagueFile(join(dir, file), { kind: 'backup', passphrase: null })).close()
}
