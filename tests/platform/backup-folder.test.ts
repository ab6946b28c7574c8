import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import {
  type Backup,
  backupsIn,
  deleteOld,
  freeName,
  lastFailure,
  noteBackup,
  UNKNOWN,
} from '../../platform/league-file/backup-folder.ts'
import { folderForTest } from '../support/folder-for-test.ts'

const BYTES = 'picks encrypted\nand so on'

let dir: string
beforeEach(async () => {
  dir = await folderForTest()
})

/** As one that was made at `createdAt`, and named by the clocks of `timeZone`. */
async function made(createdAt: string, how: Partial<Backup> & { timeZone?: string } = {}): Promise<Backup> {
  const { timeZone = 'UTC', ...more } = how
  const file = await freeName(dir, createdAt, timeZone)
  const backup = { ...UNKNOWN, file, createdAt, bytes: BYTES.length, provedAt: createdAt, ...more }
  writeFileSync(join(dir, file), BYTES)
  await noteBackup(dir, backup)
  return backup
}

const filesNow = async () => (await backupsIn(dir)).map(({ file }) => file)

test('the newest is the one that was made last, whatever its name says', async () => {
  const evening = await made('2027-01-30T10:00:00.000Z', { timeZone: 'Pacific/Auckland' })
  const night = await made('2027-01-30T11:31:00.000Z', { timeZone: 'America/Los_Angeles' })
  expect(night.file < evening.file).toBe(true)
  expect(await filesNow()).toEqual([night.file, evening.file])
  await deleteOld(dir, night, 1)
  expect(await filesNow()).toEqual([night.file])
})

test('one from when the clock was ahead takes the place of no other', async () => {
  const ahead = await made('2030-01-01T00:00:00.000Z')
  const [, two, three] = [
    await made('2027-01-01T00:00:00.000Z'),
    await made('2027-01-02T00:00:00.000Z'),
    await made('2027-01-03T00:00:00.000Z'),
  ]
  await deleteOld(dir, three, 2)
  expect(await filesNow()).toEqual([ahead.file, three.file, two.file])
})

test('those that failed go with the next good one', async () => {
  const good = await made('2027-01-01T00:00:00.000Z')
  const failed = await made('2027-01-02T00:00:00.000Z', { error: 'it is damaged', provedAt: null })
  expect(await filesNow()).toEqual([failed.file, good.file])
  expect(await lastFailure(dir)).toEqual({ at: failed.createdAt, error: 'it is damaged' })
  const next = await made('2027-01-03T00:00:00.000Z')
  await deleteOld(dir, next, 2)
  expect(await filesNow()).toEqual([next.file, good.file])
  expect(await lastFailure(dir)).toBeNull()
})

test('one of which nothing is known takes no place, and goes once it is older than all that stay', async () => {
  const unknown = 'league-2099-01-01T0330.backup'
  writeFileSync(join(dir, unknown), BYTES)
  const fileOf = async (createdAt: string) => {
    const backup = await made(createdAt)
    await deleteOld(dir, backup, 2)
    return backup.file
  }
  const [one, two] = [await fileOf('2020-01-01T00:00:00.000Z'), await fileOf('2020-01-02T00:00:00.000Z')]
  expect(await filesNow()).toEqual([unknown, two, one])
  const [three, four] = [await fileOf('2098-01-01T00:00:00.000Z'), await fileOf('2098-01-02T00:00:00.000Z')]
  expect(await filesNow()).toEqual([four, three])
})

test('a file whose size has changed is no longer known as good', async () => {
  const { file } = await made('2027-01-01T00:00:00.000Z')
  truncateSync(join(dir, file), 20)
  expect(await backupsIn(dir)).toMatchObject([{ file, bytes: 20, provedAt: null }])
})

test('whatever else has such a name is passed over', async () => {
  symlinkSync('nowhere', join(dir, 'league-2020-01-01T0330.backup'))
  mkdirSync(join(dir, 'league-2020-01-02T0330.backup.unfinished'))
  writeFileSync(join(dir, 'backups.json'), 'null')
  const there = readdirSync(dir)
  const good = await made('2027-01-01T00:00:00.000Z')
  await deleteOld(dir, good, 1)
  expect(await filesNow()).toEqual([good.file])
  expect(readdirSync(dir)).toEqual(expect.arrayContaining(there))
})
