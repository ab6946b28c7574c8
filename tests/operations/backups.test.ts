import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { BackupList } from '../../api/contract/operations.ts'
import { noteBackup, UNKNOWN } from '../../platform/league-file/backup-folder.ts'
import { PRIVATE_TABLES } from '../../platform/league-file/private-rows.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { copyTemplate } from '../support/embedded.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/folder.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { aLeague } from '../support/league/a-league.ts'
import { JWT_SECRET, type RunningLeague } from '../support/league/running.ts'
import { withFolder } from '../support/log.ts'
import { smallDisk, smallDiskMissing } from '../support/small-disk.ts'
import { type } from './console.ts'

const NIGHT = 'league-2027-01-13T0331'

/** What a restore brings back, and what it does not. */
const accountsIn = (folder: string): Promise<Record<string, unknown[]>> =>
  withFolder(folder, async ({ database }) => {
    const tables: Record<string, unknown[]> = {}
    for (const table of [...PRIVATE_TABLES, 'mails', 'notices']) {
      const { rows } = await database.pool.query(
        `select to_json(one) as row from private.${table} one order by one::text`,
      )
      tables[table] = rows
        .map(({ row }) => row)
        .filter(({ name, expires_at = '9' }) => name !== 'installation' && expires_at > '2026-11')
    }
    return tables
  })

/** None of them is ours. */
const OTHERS = {
  'notes.txt': 'mine',
  'league-2018-01-01T0331.backup': 'by its name alone',
  'league.backup': '',
}

let dataDir: string
let dir: string
let removeFolder: () => Promise<void>
let league: RunningLeague
const config = { at: '03:30', keep: 2, passphrase: null }

beforeAll(async () => {
  const folder = await temporaryFolder()
  removeFolder = folder.remove
  dataDir = join(folder.path, 'data')
  dir = join(folder.path, 'backups')
  mkdirSync(dataDir)
  await copyTemplate(dataDir)
  league = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound({ lockTime: '2027-12-01T18:00:00Z' })
    .withPicks({ Ann: ['Reds'], Bob: ['Reds'] })
    .start({ dataDir, config: { backup: { ...config, dir } } })
})
afterAll(async () => {
  await league?.close()
  await removeFolder()
})

const list = async (): Promise<BackupList> => (await league.admin.get('/admin/operations/backups')).body
const filesInFolder = () => readdirSync(dir).sort()
const health = async () => (await league.admin.get('/admin/health')).body

async function backUp() {
  expect(await league.admin.post('/admin/operations/backups', {})).toMatchObject({ status: 202 })
  return eventually('the end of the backup', async () => {
    const { operation } = (await league.admin.get('/admin/operations')).body
    return operation.state !== 'running' && operation
  })
}

describe('backups of a running server', () => {
  test('are made at their time in the default zone, once, and say when the next one is', async () => {
    expect(await list()).toMatchObject({ backups: [], keep: 2, at: '03:30', encrypted: false })
    expect((await health()).services.backup).toEqual({ status: 'ok' })
    league.clock.set('2027-01-13T08:00:00.000Z')
    expect((await health()).services.backup).toEqual({ status: 'behind' })
    expect(await list()).toMatchObject({ nextAt: '2027-01-13T08:30:00.000Z' })
    league.clock.set('2027-01-13T08:31:00.000Z')
    const { backups, nextAt } = await eventually('the backup of the night', async () => {
      const found = await list()
      return found.backups[0]?.provedAt ? found : null
    })
    expect(nextAt).toBe('2027-01-14T08:30:00.000Z')
    const file = `${NIGHT}.backup`
    expect(backups).toMatchObject([{ file, error: null, replayedAt: '2027-01-13T08:31:00.000Z' }])
    expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600)
    expect(await health()).toMatchObject({
      services: { backup: { status: 'ok' } },
      backup: {
        file,
        bytes: backups[0]?.bytes,
        lastGoodAt: backups[0]?.createdAt,
        ageSeconds: 0,
        error: null,
      },
    })
    expect((await league.visitor.get('/health')).body.services.backup).toEqual({ status: 'ok' })
  })

  test('are replayed once a week, numbered within a minute, and no more than are kept', async () => {
    const { events, ...operation } = await backUp()
    expect(operation).toMatchObject({ kind: 'backup', state: 'done', error: null })
    // Written and read back.
    expect((await list()).backups[0]).toMatchObject({ events: events / 2 })
    expect((await list()).backups.map(({ file, replayedAt }) => [file, replayedAt !== null])).toEqual([
      [`${NIGHT}-2.backup`, false],
      [`${NIGHT}.backup`, true],
    ])
    for (const [other, text] of Object.entries(OTHERS)) writeFileSync(join(dir, other), text)
    mkdirSync(join(dir, 'league-2020-01-01T0331.backup'))
    for (const old of ['league-2019-01-01T0331.backup', `${NIGHT.replace('13T', '12T')}.backup.unfinished`])
      copyFileSync(join(dir, `${NIGHT}.backup`), join(dir, old))
    await backUp()
    const kept = ['backups.json', 'league-2020-01-01T0331.backup', `${NIGHT}-2.backup`, `${NIGHT}-3.backup`]
    expect(filesInFolder()).toEqual([...kept, ...Object.keys(OTHERS)].sort())
    await backUp()
    expect((await list()).backups.map(({ file }) => file)).toEqual([`${NIGHT}-4.backup`, `${NIGHT}-3.backup`])
    league.clock.set('2027-01-21T03:00:00.000Z')
    const replayed = await backUp()
    const [newest] = (await list()).backups
    expect(newest).toMatchObject({ replayedAt: '2027-01-21T03:00:00.000Z' })
    expect(replayed.events).toBeGreaterThanOrEqual(3 * (newest?.events ?? Number.NaN))
  })

  test('go on where the clock was ahead, and the last good one is of the past', async () => {
    league.clock.set('2027-11-21T03:00:00.000Z')
    await backUp()
    league.clock.set('2027-01-21T03:01:00.000Z')
    expect((await health()).backup).toMatchObject({ lastGoodAt: '2027-01-21T03:00:00.000Z', ageSeconds: 60 })
    await backUp()
    expect((await health()).backup).toMatchObject({ lastGoodAt: '2027-01-21T03:01:00.000Z' })
    const [ahead, newest] = (await list()).backups
    expect(newest?.replayedAt).toBe(null)
    rmSync(join(dir, ahead?.file ?? ''))
  })

  test('a failure of another process shows until the next good one, and none of when the clock was ahead', async () => {
    const [newest] = (await list()).backups
    league.clock.advance(60_000)
    const tried = { ...UNKNOWN, file: `${NIGHT}-99.backup`, createdAt: league.clock.now(), bytes: 0 }
    await noteBackup(dir, { ...tried, createdAt: '2028-01-01T00:00:00.000Z', error: 'The clock was ahead' })
    expect((await health()).services.backup).toEqual({ status: 'ok' })
    await noteBackup(dir, { ...tried, error: 'The disk is full' })
    expect(await health()).toMatchObject({
      services: { backup: { status: 'down', detail: 'The disk is full' } },
      backup: { error: 'The disk is full', file: newest?.file },
    })
    league.clock.advance(60_000)
    await backUp()
    expect((await health()).services.backup).toEqual({ status: 'ok' })
  })

  test('are downloaded by the main admin alone, and the history says so', async () => {
    const { file = '' } = (await list()).backups[0] ?? {}
    const { email } = await league.addAdmin('Dora')
    const dora = await league.signInByMail(email)
    for (const path of [`/admin/operations/backups/${file}`, '/admin/operations/backups']) {
      expect(await dora.get(path)).toMatchObject({ status: 403 })
      expect(await league.visitor.get(path)).toMatchObject({ status: 401 })
    }
    const answer = await league.admin.get(`/admin/operations/backups/${file}`)
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.get('content-length')).toBe(`${statSync(join(dir, file)).size}`)
    const { entries } = (await league.admin.get('/admin/history?kind=settings')).body
    expect(entries[0]).toMatchObject({
      type: 'BackupDownloaded',
      sentence: `Connie downloaded the backup ${file}`,
    })
    for (const other of [
      'backups.json',
      'notes.txt',
      '..%2Fdata%2Fserver-secret',
      'league-2018-01-01T0331.backup',
    ])
      expect(await league.admin.get(`/admin/operations/backups/${other}`)).toMatchObject({ status: 404 })
  })

  test('are made while picks are hidden from admins, and not downloaded', async () => {
    await league.admin.post(`/admin/seasons/${league.seasonId}/seal-picks`, {})
    const [newest] = (await list()).backups
    expect(await backUp()).toMatchObject({ state: 'done' })
    expect(await league.admin.get(`/admin/operations/backups/${newest?.file}`)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('picks hidden from admins') },
    })
  })

  test('are made by the command, one at a time', async () => {
    const env = { DATA_DIR: dataDir, BACKUP_DIR: dir }
    const { code, output } = await type(['backup'], env)
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^ {2}The server at .*\n(.*\n)*The backup is in \S+\.backup, and/),
    ])
    await league.admin.post('/admin/operations/backups', {})
    await expect(type(['backup'], env)).rejects.toThrow('Another operation is running')
    await eventually(
      'the end',
      async () => (await league.admin.get('/admin/operations')).body.operation.state === 'done',
    )
  })
})

describe('while no server runs', () => {
  const env = () => ({ DATA_DIR: dataDir, BACKUP_DIR: dir, JWT_SECRET })
  const pathIn = (output: string) => /\S+\.backup/.exec(output)?.[0] ?? ''
  let passphraseFile: string
  beforeAll(async () => {
    await league.close()
    passphraseFile = join(dataDir, '../passphrase')
    writeFileSync(passphraseFile, 'correct horse battery staple\n')
  })
  const restore = async (path: string, ...more: string[]) =>
    type(['restore', path, ...more], {
      DATA_DIR: join(await folderForTest(), 'data'),
      JWT_SECRET,
      ...withPassphrase,
    })
  let withPassphrase: Record<string, string> = {}

  test.each(['in the clear', 'encrypted'])(
    'a backup %s comes back, and not with one byte that has changed',
    async (how) => {
      withPassphrase = how === 'encrypted' ? { BACKUP_PASSPHRASE_FILE: passphraseFile } : {}
      const path = pathIn((await type(['backup'], { ...env(), ...withPassphrase })).output)
      const bytes = readFileSync(path)
      const isRead = ['events.ndjson', JWT_SECRET].map((text) => bytes.includes(text))
      expect(isRead).toEqual([how === 'in the clear', false])
      expect(await restore(path)).toMatchObject({ code: 0 })
      const changed = join(await folderForTest(), 'changed.backup')
      const places = Array.from({ length: 60 }, (_, index) => Math.floor((index * (bytes.length - 1)) / 59))
      for (const place of places) {
        const copy = Buffer.from(bytes)
        copy[place] = (copy[place] ?? 0) ^ 1
        writeFileSync(changed, copy)
        await expect(restore(changed), `byte ${place}`).rejects.toThrow(/cannot be restored: .*damaged/)
      }
      for (const length of [0, 10, 100, bytes.length - 1, Math.floor(bytes.length / 2)]) {
        writeFileSync(changed, bytes.subarray(0, length))
        await expect(restore(changed), `cut at ${length}`).rejects.toThrow(/cannot be restored: .*damaged/)
      }
    },
  )

  test('an encrypted backup needs its own passphrase', async () => {
    withPassphrase = { BACKUP_PASSPHRASE_FILE: passphraseFile }
    const path = pathIn((await type(['backup'], { ...env(), ...withPassphrase })).output)
    await expect(type(['import', path], env())).rejects.toThrow('it is a backup. Use restore instead')
    withPassphrase = {}
    await expect(restore(path)).rejects.toThrow('it is encrypted. Set BACKUP_PASSPHRASE_FILE')
    const other = join(await folderForTest(), 'other')
    writeFileSync(other, 'Tr0ub4dor&3')
    withPassphrase = { BACKUP_PASSPHRASE_FILE: other }
    await expect(restore(path)).rejects.toThrow('BACKUP_PASSPHRASE_FILE holds another passphrase')
    withPassphrase = {}
  })

  test('accounts come back as they were, and mail does not', async () => {
    await withFolder(dataDir, ({ database }) =>
      database.pool.query(`
        insert into private.second_factors values (1, '\\x00ff7f', null, 7);
        insert into private.recovery_codes values (1, 'a hash');
        insert into private.link_tokens
          values (1, 'sign-in', 'new', '2999-01-01', 0), (1, 'sign-in', 'old', '2000-01-01', 0)`),
    )
    const path = pathIn((await type(['backup'], env())).output)
    const restored = join(await folderForTest(), 'data')
    expect(await type(['restore', path], { DATA_DIR: restored, JWT_SECRET })).toMatchObject({ code: 0 })
    const [before, after] = [await accountsIn(dataDir), await accountsIn(restored)]
    expect(after).toEqual({ ...before, mails: [], notices: [] })
    expect(JSON.stringify(after)).toContain('00ff7f')
    expect([before.mails?.length, after.sessions?.length, after.link_tokens?.length]).not.toContain(0)
  })

  test('a backup is not imported, and a league file not restored', async () => {
    const { output } = await type(['backup'], env())
    await expect(type(['import', pathIn(output)], env())).rejects.toThrow(
      'it is a backup. Use restore instead',
    )
    const file = join(await folderForTest(), 'league.zip')
    await type(['export', file], env())
    await expect(restore(file)).rejects.toThrow('it is a league file. Use import instead')
  })

  test('another JWT_SECRET is refused, unless links and second factors may die', async () => {
    const path = pathIn((await type(['backup'], env())).output)
    const other = {
      DATA_DIR: join(await folderForTest(), 'data'),
      JWT_SECRET: 'another-secret-of-enough-characters',
    }
    await expect(type(['restore', path], other)).rejects.toThrow(
      /JWT_SECRET is not the secret .*server-secret/,
    )
    expect(await type(['restore', path, '--new-secret'], other)).toMatchObject({ code: 0 })
  })

  test.skipIf(smallDiskMissing)(
    'a full disk makes no backup, leaves no file, and says how much it takes',
    async () => {
      const disk = await smallDisk(64)
      onTestFinished(disk.remove)
      const small = { ...env(), BACKUP_DIR: join(disk.path, 'backups') }
      await expect(type(['backup'], small)).rejects.toThrow(
        /^Only 6\d MiB are free in .*: a backup needs 256 MiB$/,
      )
      expect(readdirSync(join(disk.path, 'backups'))).toEqual([])
    },
  )

  test('a server without BACKUP_DIR has none', async () => {
    const database = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/picks', JWT_SECRET }
    await expect(type(['backup'], database)).rejects.toThrow('Set BACKUP_DIR')
  })

  test('a backup whose replay differs from the tables is no good', async () => {
    const replayed = await folderForTest()
    await withFolder(dataDir, ({ database }) =>
      database.pool.query(
        `update ${READ_SCHEMA}.documents set state = replace(state::text, 'Bob', 'Eve')::json where kind = 'player'`,
      ),
    )
    await expect(type(['backup'], { ...env(), BACKUP_DIR: replayed })).rejects.toThrow(
      /is no good backup: a replay of it differs from the tables: documents .*Eve.*should be .*Bob/,
    )
    await type(['rebuild'], env())
  })

  test('a backup of a log that contradicts its seals is no good, and nothing is deleted for it', async () => {
    const before = filesInFolder()
    await withFolder(dataDir, async ({ database }) => {
      await database.pool.query('alter table log.seals disable trigger all')
      await database.pool.query(
        `update log.seals set head = decode(repeat('ab', 32), 'hex') where number = 2`,
      )
    })
    await expect(type(['backup'], env())).rejects.toThrow(
      /is no good backup: it contradicts its seals: .*seal 2/,
    )
    expect(filesInFolder()).toEqual(expect.arrayContaining(before))
    expect(filesInFolder()).toHaveLength(before.length + 1)
    await expect(type(['backup'], env())).rejects.toThrow('is no good backup')
    expect(filesInFolder()).toHaveLength(before.length + 1)
  })
})
