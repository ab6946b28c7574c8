import { once } from 'node:events'
import { fsyncSync, readlinkSync, statSync } from 'node:fs'
import { readdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { readOrMakeServerSecret } from '../../platform/config/server-secret.ts'
import { DiskFull } from '../../platform/database/database.ts'
import { openEmbedded } from '../../platform/database/database-embedded.ts'
import { guardDiskSpace } from '../../platform/database/disk-space.ts'
import { createPostgresEventStore } from '../../platform/event-store/postgres/postgres-event-store.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { copyTemplate } from '../support/embedded.ts'
import { someEvent } from '../support/events.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { holdDatabase } from '../support/other-process.ts'
import { embeddedForTest } from '../support/shared-postgres.ts'

const MB = 1024 * 1024

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function someEmbedded(options: Parameters<typeof embeddedForTest>[0] = {}) {
  const embedded = await embeddedForTest(options)
  cleanups.push(embedded.close)
  return embedded
}

describe('the embedded database', () => {
  test('syncs its write-ahead log to the disk for every commit', async () => {
    let logSyncs = 0
    const { database } = await someEmbedded({
      fsync: (file) => {
        if (isWriteAheadLog(file)) logSyncs += 1
        fsyncSync(file)
      },
    })
    const store = createPostgresEventStore(database, { onError: console.error })
    const before = logSyncs
    for (let count = 0; count < 200; count += 1) await store.append(`stream-${count}`, [someEvent()], 'any')
    expect(logSyncs - before).toBeGreaterThanOrEqual(200)
  })

  test('keeps what was committed when its process is killed', async () => {
    const dataDir = await folderForTest()
    await copyTemplate(dataDir)
    const child = await holdDatabase(dataDir, 'create table kept as select 42 as answer')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const database = await openEmbedded({ dataDir })
    cleanups.push(database.close)
    expect((await database.pool.query('select answer from kept')).rows).toEqual([{ answer: 42 }])
  })

  test('starts from a copy that lacks the empty folders', async () => {
    const dataDir = await folderForTest()
    await copyTemplate(dataDir)
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
    const folders = entries
      .filter((entry) => entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name))
    // The deepest first, as a folder may hold nothing but empty ones.
    const empty: string[] = []
    for (const folder of folders.sort().reverse())
      await rmdir(folder).then(
        () => empty.push(folder),
        () => {},
      )
    expect(empty.length).toBeGreaterThan(10)
    const database = await openEmbedded({ dataDir })
    cleanups.push(database.close)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('refuses a folder that another process holds, and says which', async () => {
    const dataDir = await folderForTest()
    await copyTemplate(dataDir)
    const child = await holdDatabase(dataDir, 'select 1')
    cleanups.push(async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    })
    const refused = openEmbedded({ dataDir })
    await expect(refused).rejects.toThrow(StartRefusal)
    await expect(refused).rejects.toThrow(
      new RegExp(
        `^The data folder ${dataDir} is in use by process ${child.pid} on \\S+ since 2\\S+Z: [^\\n]+$`,
      ),
    )
  })

  test.each(['a-file/data', 'a-file'])('refuses a folder that cannot be made: %s', async (path) => {
    const folder = await folderForTest()
    await writeFile(join(folder, 'a-file'), '')
    const refused = openEmbedded({ dataDir: join(folder, path) })
    await expect(refused).rejects.toThrow(StartRefusal)
    await expect(refused).rejects.toThrow(/^The data folder \S+a-file\S* cannot be written: [^\n]+$/)
  })

  test('answers the right asker after failed queries', async () => {
    const { database } = await someEmbedded()
    const numbers = Array.from({ length: 30 }, (_, number) => number)
    const answers = await Promise.allSettled(
      numbers.map((number) =>
        database.pool.query(number % 3 === 0 ? `select 1/${number - number}` : `select ${number} as number`),
      ),
    )
    const rows = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : 'failed'))
    expect(rows).toEqual(numbers.map((number) => (number % 3 === 0 ? 'failed' : [{ number }])))
  })

  test('explains why a query on the root handle never comes to its turn inside a transaction', async () => {
    const { database } = await someEmbedded()
    database.pool.options.connectionTimeoutMillis = 200
    const client = await database.pool.connect()
    await expect(database.pool.query('select 1')).rejects.toThrow(/one connection was not free for too long/)
    client.release()
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('makes its secret once, for its owner alone', async () => {
    const dataDir = await folderForTest()
    const secret = readOrMakeServerSecret(dataDir)
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(readOrMakeServerSecret(dataDir)).toBe(secret)
    expect(statSync(join(dataDir, 'server-secret')).mode & 0o777).toBe(0o600)
  })

  test('refuses a secret that is too short', async () => {
    const dataDir = await folderForTest()
    await writeFile(join(dataDir, 'server-secret'), 'short')
    expect(() => readOrMakeServerSecret(dataDir)).toThrow(/too short/)
  })
})

describe('the floor of free disk space', () => {
  test('refuses writes below it, and looks at most once a second', async () => {
    const looks: string[] = []
    const refuseWhenFull = guardDiskSpace({
      folder: '/data',
      freeBytes: async (folder) => {
        looks.push(folder)
        return 100 * MB
      },
    })
    for (let write = 0; write < 50; write += 1) await expect(refuseWhenFull()).rejects.toThrow(DiskFull)
    await expect(refuseWhenFull()).rejects.toThrow(
      'Only 100 MiB are free in /data: nothing is saved until there are 128',
    )
    expect(looks).toEqual(['/data'])
  })

  test('lets writes pass above it', async () => {
    const refuseWhenFull = guardDiskSpace({ folder: '/data', freeBytes: async () => 200 * MB })
    await expect(refuseWhenFull()).resolves.toBeUndefined()
  })

  test('keeps an append out, and lets reading go on', async () => {
    const { database } = await someEmbedded()
    const full = {
      ...database,
      refuseWhenFull: guardDiskSpace({ folder: '/data', freeBytes: async () => 0 }),
    }
    const store = createPostgresEventStore(full, { onError: console.error })
    await expect(store.append('some', [someEvent()], 'any')).rejects.toThrow(DiskFull)
    expect(await store.read('some')).toEqual([])
  })
})

/** Only Linux tells the name of an open file; elsewhere every sync counts. */
function isWriteAheadLog(file: number) {
  return process.platform !== 'linux' || readlinkSync(`/proc/self/fd/${file}`).includes('pg_wal')
}
