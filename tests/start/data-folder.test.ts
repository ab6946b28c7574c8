import { execFileSync } from 'node:child_process'
import { chmod, chown, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { freePort } from '../support/free-port.ts'
import { startServerProcess } from '../support/server-process.ts'

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
