import { execFileSync } from 'node:child_process'
import { chmod, chown, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { applicationForTest, FIRST_ADMIN } from '../support/application.ts'
import { settableClock } from '../support/clock.ts'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { freePort } from '../support/free-port.ts'
import { http } from '../support/http.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { startServerProcess } from '../support/server-process.ts'
import { smallDisk, smallDiskMissing } from '../support/small-disk.ts'

vi.setConfig({ testTimeout: 120_000 })

const [USER, GROUP] = [12_345, 23_456]
const WARNING = /"level":40.*The data folder \S+ can be read by other users/

const rootMissing = process.getuid?.() === 0 ? null : 'only root can give a folder to another user'
if (rootMissing) console.warn(`SKIPPED: the tests on folders of other users, because ${rootMissing}`)
const missing = rootMissing ? `: ${rootMissing}` : ''
const asRoot = test.skipIf(rootMissing)

async function startAsUser(dataDir: string) {
  const env = { DATA_DIR: dataDir, PORT: `${await freePort()}` }
  return startServerProcess(env, undefined, { uid: USER, gid: GROUP })
}

/** Every function of Node that sets a mode fails, as on a mount that refuses it. */
const REFUSES_CHMOD = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const refuse = (path) => {
    throw Object.assign(new Error('EPERM: operation not permitted, chmod ' + path), { code: 'EPERM', path })
  }
  for (const name of ['chmodSync', 'fchmodSync', 'copyFileSync']) fs[name] = refuse
  for (const name of ['chmod', 'copyFile']) fs.promises[name] = async (path) => refuse(path)
  syncBuiltinESMExports()
`

async function startWithoutChmod(dataDir: string) {
  const preloaded = `--import data:text/javascript,${encodeURIComponent(REFUSES_CHMOD)}`
  return startServerProcess({ DATA_DIR: dataDir, PORT: `${await freePort()}`, NODE_OPTIONS: preloaded })
}

/** Of root, as a mount has it that gives it to a group. */
async function folderOfGroup() {
  const folder = await folderForTest()
  await chown(folder, 0, GROUP)
  await chmod(folder, 0o2770)
  return folder
}

asRoot(`a folder that the server can write and does not own is used, with a warning${missing}`, async () => {
  const dataDir = await folderOfGroup()
  for (const start of ['first', 'later']) {
    const server = await startAsUser(dataDir)
    expect(await server.ready, `${start}: ${server.output()}`).toBe('listening')
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(server.output()).toMatch(WARNING)
  }
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o077, 'the database is for its owner').toBe(0)
})

asRoot(`so is a database in it, as of a mount that refuses chmod${missing}`, async () => {
  const dataDir = await folderOfGroup()
  await copyTemplate(dataDir)
  execFileSync('chown', ['-R', `0:${GROUP}`, dataDir])
  execFileSync('chmod', ['-R', 'u=rwX,g=rwX,o=', dataDir])
  const server = await startAsUser(dataDir)
  expect(await server.ready, server.output()).toBe('listening')
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  expect(server.output()).toMatch(WARNING)
})

asRoot(
  `a folder that the server cannot write is refused, and the user is named who needs it${missing}`,
  async () => {
    const dataDir = await folderForTest()
    await chmod(dataDir, 0o755)
    const server = await startAsUser(dataDir)
    expect(await server.ready).toEqual({ code: 1, signal: null })
    expect(server.output()).toMatch(
      /^The data folder \S+ cannot be written: EACCES[^\n]+: it must belong to user 12345\n$/,
    )
  },
)

asRoot(`so is a backup that another user copied back${missing}`, async () => {
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  await chown(dataDir, USER, GROUP)
  const server = await startAsUser(dataDir)
  expect(await server.ready).toEqual({ code: 1, signal: null })
  expect(server.output()).toMatch(
    /^The (data folder|database in) \S+ [^\n]+: it must belong to user 12345\n$/,
  )
})

test('a folder on a mount that refuses chmod is used, at the first start and later ones', async () => {
  const dataDir = await folderForTest()
  for (const start of ['first', 'later']) {
    const server = await startWithoutChmod(dataDir)
    expect(await server.ready, `${start}: ${server.output()}`).toBe('listening')
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  }
})

test('a database whose start was broken off starts again', async () => {
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '')
  const server = await startServerProcess({ DATA_DIR: dataDir, PORT: `${await freePort()}` })
  expect(await server.ready, server.output()).toBe('listening')
  expect(await server.stop()).toEqual({ code: 0, signal: null })
})

test('a clock before the last entry of the log is named at the start', async () => {
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  for (const [now, isWarned] of [
    ['2027-01-10T12:00:00.000Z', false],
    ['2027-01-10T11:59:30.000Z', false],
    ['2026-01-10T12:00:00.000Z', true],
  ] as const) {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const application = await applicationForTest({ dataDir, clock: settableClock(now), log })
    await application.close()
    expect(lines.some((line) => line.includes('the log goes up to 2027-01-10T12:00:00.000Z'))).toBe(isWarned)
  }
})

const diskMissing = smallDiskMissing ? `: ${smallDiskMissing}` : ''

test.skipIf(smallDiskMissing)(
  `a server starts on a disk with little room, and says that there is none${diskMissing}`,
  async () => {
    const disk = await smallDisk(320)
    onTestFinished(disk.remove)
    await copyTemplate(disk.path)
    const env = { DATA_DIR: disk.path, ADMIN_EMAIL: FIRST_ADMIN.email, ADMIN_PASSWORD: FIRST_ADMIN.password }
    const start = async () => startServerProcess({ ...env, PORT: `${await freePort()}` })
    const first = await start()
    expect(await first.ready, first.output()).toBe('listening')
    await setUpAdmin(first.url)
    await first.kill()
    await disk.fill(40 * 2 ** 20)
    const second = await start()
    expect(await second.ready, second.output()).toBe('listening')
    expect((await http(second.url).get('/public/seasons')).status).toBe(200)
    await second.stop()
    // Whatever keeps a database from starting, without room it cannot be told apart from a full disk.
    await rm(join(disk.path, 'postgres/global/pg_control'))
    const third = await start()
    expect(await third.ready, third.output()).toEqual({ code: 1, signal: null })
    expect(third.output()).toMatch(/Only \d+ MiB are free in \S+: nothing is saved until there are 128\n$/)
  },
)
