import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { freePort } from '../support/free-port.ts'
import { startServerProcess } from '../support/server-process.ts'

/** Those that somebody else on the machine could enter or read, by the way there. */
async function openToOthers(folder: string): Promise<string[]> {
  const isOpen = async (path: string) => ((await stat(path)).mode & 0o077) !== 0
  if (!(await isOpen(folder))) return []
  const names = await readdir(folder, { withFileTypes: true })
  const inside = await Promise.all(
    names.map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return openToOthers(path)
      return (await isOpen(path)) ? [path] : []
    }),
  )
  return [folder, ...inside.flat()]
}

async function start(dataDir: string) {
  const server = startServerProcess({ DATA_DIR: dataDir, PORT: `${await freePort()}` })
  onTestFinished(async () => void (await server.kill()))
  expect(await server.ready, server.output()).toBe('listening')
}

test('a data folder that was open to everybody is put right at the next start', async () => {
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  await chmod(dataDir, 0o755)
  await chmod(join(dataDir, 'postgres'), 0o755)
  expect(await openToOthers(dataDir)).not.toEqual([])
  await start(dataDir)
  expect(await openToOthers(dataDir)).toEqual([])
  expect(await openToOthers(join(dataDir, 'postgres'))).toEqual([])
})

test('a data folder that the server makes is for its owner alone', async () => {
  const dataDir = join(await folderForTest(), 'data')
  await start(dataDir)
  expect(await openToOthers(dataDir)).toEqual([])
  expect(await openToOthers(join(dataDir, 'postgres'))).toEqual([])
})
