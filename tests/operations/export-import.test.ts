import { existsSync, readFileSync } from 'node:fs'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PLACEHOLDER_DOMAIN } from '../../api/presenters/players.ts'
import { storePasswordHash } from '../../commands/accounts/credentials.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { openInstallation } from '../../platform/installation.ts'
import { openLeagueFile } from '../../platform/league-file/league-file-reader.ts'
import { importLeague } from '../../platform/league-file/league-import.ts'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { settableClock } from '../support/clock.ts'
import { copyTemplate } from '../support/embedded.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/folder.ts'
import { done, type Http, http } from '../support/http.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { withFolder } from '../support/log.ts'
import { postgresClient } from '../support/postgres-client.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { type } from './console.ts'

const clock = settableClock('2027-01-10T12:00:00.000Z')
const SEASON = '/public/leaderboard/season/1'
const JWT_SECRET = 'a-secret-for-the-installation-that-imports'

let folder: { path: string; remove(): Promise<void> }
let dataDir: string
let file: string
let boards: string[]

const boardsAt = async (url: string) =>
  Promise.all([SEASON, `${SEASON}/graph`].map(async (path) => (await http(url).get(path)).text))

beforeAll(async () => {
  folder = await temporaryFolder()
  dataDir = join(folder.path, 'from')
  file = join(folder.path, 'league.zip')
  await copyTemplate(dataDir)
  const application = await applicationForTest({ clock, dataDir, config: { enableDevTools: true } })
  const admin = await setUpAdmin(application.url)
  await admin.post('/admin/seed/seed-test-data')
  await admin.post('/admin/users/3/erase', { confirmation: 'ERASE' })
  boards = await boardsAt(application.url)
  await application.close()
  await type(['verify'], { DATA_DIR: dataDir })
  expect(await type(['export', file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
})
afterAll(() => folder?.remove())

test('a league file holds no password, key or link', async () => {
  const { files, manifest } = await contentsOf(file)
  expect(files).toContain('Connie')
  expect(files).not.toMatch(/\$?scrypt|password_hash|token/i)
  expect(files).not.toContain(readFileSync(join(dataDir, 'server-secret'), 'utf8'))
  expect(manifest).toMatchObject({
    ...{ format: 'go-make-your-picks league', formatVersion: 1, personalData: 'included' },
    events: expect.any(Number),
    sealedHead: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

describe('a league that is imported into another embedded database', () => {
  let env: Record<string, string>
  let imported: string
  let application: ApplicationForTest

  beforeAll(async () => {
    env = { DATA_DIR: await newDataDir('to') }
    imported = (await type(['import', file], env)).output
  })
  afterAll(() => application?.close())

  test('tells its head, that nothing came without a seal, and who its admins are', async () => {
    const { events, sealedHead } = (await contentsOf(file)).manifest
    expect(imported).toMatch(new RegExp(`Log     ${events} events under \\d+ seals; 0 came without a seal`))
    expect(imported).toContain(`  Head    ${sealedHead}`)
    expect(imported).toContain('  Admin   Connie <connie@example.com>, the main admin')
  })

  test('verifies, seals included', async () => {
    const { code, output } = await type(
      ['verify', '--head', (await contentsOf(file)).manifest.sealedHead ?? ''],
      env,
    )
    expect(output).toContain('is the head of seal')
    expect(code).toBe(0)
  })

  test('is an installation of its own', async () => {
    const named = await withFolder(env.DATA_DIR ?? '', ({ store }) => store.read('installation'))
    const ids = named.map(({ data }) => (data as { installationId: string }).installationId)
    expect(ids).toHaveLength(2)
    expect(ids[1]).not.toBe(ids[0])
  })

  test('shows the same leaderboards to the byte, mails nobody, and lets its main admin in', async () => {
    application = await applicationForTest({ clock, dataDir: env.DATA_DIR ?? '' })
    expect(await boardsAt(application.url)).toEqual(boards)
    const admin = await signInAsPrinted(application.url, imported)
    expect((await admin.get('/admin/outbox')).body.mails).toEqual([])
  })

  test('gives new ids, and knows nobody who was erased', async () => {
    const admin = await signInAsPrinted(application.url, imported)
    expect(await admin.post('/admin/users', { name: 'Newcomer', email: '' })).toMatchObject({
      body: { id: 16 },
    })
    const { body } = await admin.get('/admin/users')
    expect(body).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 3, name: 'Erased player 3' })]),
    )
    expect(await admin.put('/admin/users/3', { name: 'Who', email: '' })).toMatchObject({ status: 404 })
  })

  test('mails the links to its open sports to whoever joins, and to nobody who had theirs before', async () => {
    const admin = await signInAsPrinted(application.url, imported)
    // Reminders may be due as well.
    const mailed = async (): Promise<string[]> =>
      (await admin.get('/admin/outbox?state=kept')).body.mails
        .filter(({ template }: { template: string }) => template.startsWith('pick-link'))
        .map(({ to }: { to: string }) => to)
        .sort()
    await takePart(admin, 'Early', 'early@example.com')
    await eventually('the links of the first', async () => (await mailed()).length === 1)
    await admin.put('/admin/seasons/1/toggle-active')
    await admin.put('/admin/seasons/1/toggle-active')
    await takePart(admin, 'Late', 'late@example.com')
    await eventually('the links of the second', async () => (await mailed()).length >= 2)
    expect(await mailed()).toEqual(['early@example.com', 'late@example.com'])
  })

  test('mails links that were replaced while a sport was cancelled once it comes back, to everybody', async () => {
    const admin = await signInAsPrinted(application.url, imported)
    const { body: sports } = await admin.get('/admin/rounds/season/1')
    const { id, sport_name: sport } = sports.find(({ status }: { status: string }) => status === 'active')
    const mailed = async () => {
      const { mails } = await done(admin.get('/admin/outbox?state=kept'))
      return mails.flatMap(({ template, text, to }: Record<'template' | 'text' | 'to', string>) =>
        template.startsWith('pick-link') && text.includes(sport) ? to : [],
      )
    }
    await done(admin.post(`/admin/rounds/${id}/cancel`, { reason: 'Rain' }))
    await done(admin.post('/admin/seasons/1/seal-picks', {}))
    await done(admin.post(`/admin/rounds/${id}/reinstate`, {}))
    const participants = await done(admin.get('/admin/season-participants/1'))
    const everybody: string[] = participants.flatMap(({ email }: { email: string }) =>
      email.endsWith(`@${PLACEHOLDER_DOMAIN}`) ? [] : email,
    )
    expect(everybody.length).toBeGreaterThan(5)
    await eventually('the links of everybody', async () => {
      const told = await mailed()
      return everybody.every((email) => told.includes(email))
    })
  })

  test('is not imported a second time', async () => {
    await application.close()
    await expect(type(['import', file], env)).rejects.toThrow(/^This installation has been used already\./)
  })
})

describe.skipIf(postgresMissing)(
  `a league that is imported into PostgreSQL${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let server: PostgresServer
    let application: ApplicationForTest | undefined
    beforeAll(async () => {
      server = await startPostgresServer()
    })
    afterAll(async () => {
      await application?.close()
      await server?.stop()
    })

    test('shows the same leaderboards to the byte, and verifies', async () => {
      const databaseUrl = await server.createDatabase()
      const env = { DATA_DIR: join(folder.path, 'server'), DATABASE_URL: databaseUrl, JWT_SECRET }
      const { output } = await type(['import', file], env)
      application = await applicationForTest({ clock, config: { databaseUrl, jwtSecret: JWT_SECRET } })
      expect(await boardsAt(application.url)).toEqual(boards)
      expect(await signInAsPrinted(application.url, output)).toBeTruthy()
      expect(await type(['verify'], env)).toMatchObject({ code: 0 })
    })

    test('waits for an append that PostgreSQL does not answer in time', async () => {
      const databaseUrl = await server.createDatabase()
      const env = { DATA_DIR: join(folder.path, 'late'), DATABASE_URL: databaseUrl, JWT_SECRET }
      const installation = await openInstallation(readConfig(env), console.error)
      onTestFinished(() => installation.close())
      const league = await openLeagueFile(file)
      onTestFinished(() => league.close())
      let refusals = 0
      const rawEventStore: EventStore = {
        ...installation.rawEventStore,
        append: (...append) =>
          installation.rawEventStore.append(...append).catch((error) => {
            refusals += 1
            throw error
          }),
      }
      const client = await postgresClient(databaseUrl)
      await client.query('begin')
      await client.query('select log.lock_until_commit()')
      const importing = importLeague({ ...installation, rawEventStore, file: league })
      await Promise.race([importing, eventually('a second refusal', async () => refusals > 1)])
      await client.query('commit')
      await client.end()
      await importing
      const { rows } = await installation.database.pool.query('select count(*)::integer from log.events')
      // And the one that names the new installation.
      expect(rows).toEqual([{ count: league.manifest.events + 1 }])
    })
  },
)

test('an import that was interrupted leaves nothing that starts, or into which is imported', async () => {
  const env = { DATA_DIR: await newDataDir('interrupted') }
  const league = await openLeagueFile(file)
  const { database, rawEventStore, close } = await openInstallation(readConfig(env), console.error)
  const onEvents = (count: number) => {
    if (count > 10) throw new Error('The power is gone')
  }
  await expect(importLeague({ database, rawEventStore, file: league, onEvents })).rejects.toThrow('power')
  await close()
  league.close()
  const sentence = 'An import or a restore did not finish. Empty the installation and begin again'
  await expect(applicationForTest({ clock, dataDir: env.DATA_DIR })).rejects.toThrow(sentence)
  await expect(type(['import', file], env)).rejects.toThrow(sentence)
})

test('nothing is imported beside passwords that an earlier league has left', async () => {
  const env = { DATA_DIR: await newDataDir('with-traces') }
  const { database, close } = await openInstallation(readConfig(env), console.error)
  await storePasswordHash(openPrivateSchema(database.kysely), 1, 'scrypt')
  await close()
  await expect(type(['import', file], env)).rejects.toThrow(/^This installation has been used already\./)
})

describe('a league file without personal data', () => {
  test('names nobody, says so, and is a league all the same', async () => {
    const anonymous = join(folder.path, 'anonymous.zip')
    await type(['export', anonymous, '--without-personal-data'], { DATA_DIR: dataDir })
    const { files, manifest } = await contentsOf(anonymous)
    expect(files).not.toMatch(/Connie|connie@|@example\.com/)
    expect(files).toContain('"name":"Player 1"')
    expect(files).not.toMatch(/"network":"(?!left-out")/)
    expect(files).toContain('"network":"left-out"')
    expect(manifest).toMatchObject({ personalData: 'left out', seals: 0, sealedHead: null })
    expect(manifest.notes.join(' ')).toContain('"Player 12"')

    const env = { DATA_DIR: await newDataDir('anonymous') }
    await expect(type(['import', anonymous], env)).rejects.toThrow(
      /it has no seals, so nothing proves its events/,
    )
    expect(await type(['import', anonymous, '--unproven'], env)).toMatchObject({ code: 0 })
    expect(await type(['verify'], env)).toMatchObject({ code: 0 })
    const application = await applicationForTest({ clock, dataDir: env.DATA_DIR })
    const { body } = await http(application.url).get(SEASON)
    await application.close()
    const points = (text: string) =>
      JSON.parse(text).leaderboard.map(({ totalPoints }: { totalPoints: number }) => totalPoints)
    expect(points(JSON.stringify(body))).toEqual(points(boards[0] ?? ''))
  })
})

describe('a league file that is not whole', () => {
  test.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['is something else', () => Buffer.from('not a zip file at all, but long enough to look like one')],
    ['was damaged', (bytes: Buffer) => damaged(bytes)],
  ])('%s is refused, and nothing is written', async (name, change) => {
    const broken = join(folder.path, `${name}.zip`)
    await copyFile(file, broken)
    await writeFile(broken, change(await readFile(broken)))
    const env = { DATA_DIR: join(folder.path, 'untouched') }
    await expect(type(['import', broken], env)).rejects.toThrow(
      /cannot be imported: .*(the file is damaged|what an export writes)/,
    )
    expect(existsSync(env.DATA_DIR)).toBe(false)
  })
})

/** Of an installation whose first start was cut off behind its tables. */
async function newDataDir(name: string): Promise<string> {
  const path = join(folder.path, name)
  await copyTemplate(path)
  return path
}

/** One byte in the middle of the events. */
function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy[2_000] = (copy[2_000] ?? 0) ^ 1
  return copy
}

async function contentsOf(path: string) {
  const league = await openLeagueFile(path)
  let files = ''
  for (const part of ['events.ndjson', 'seals.ndjson'] as const) {
    for await (const line of league.lines(part)) files += `${JSON.stringify(line)}\n`
  }
  league.close()
  return { files, manifest: league.manifest }
}

/** A new player in the season that was imported. */
async function takePart(admin: Http, name: string, email: string) {
  const { body } = await admin.post('/admin/users', { name, email })
  const path = '/admin/season-participants/1/participants'
  expect(await admin.post(path, { userId: body.id })).toMatchObject({ status: 200 })
}

async function signInAsPrinted(url: string, output: string) {
  const [, email, password] = /Sign in as (\S+) with the password ([\w-]+),/.exec(output) ?? []
  const { body } = await http(url).post('/auth/login', { email, password })
  expect(body.token).toBeTruthy()
  return http(url).as(body.token)
}
