import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { done, http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import { type League, signIn } from '../support/league/over-http.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { type } from './console.ts'

// The drill: what docs/operations.md says about backups, done as it stands there.

const SECRET = 'a-secret-of-at-least-32-characters'
const PLAYERS = ['Ann', 'Bob', 'Cleo']

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A league in the middle of its season: one sport scored, one open with a pick. */
async function play(league: League) {
  const scored = await league.openRound({ lockTime: '2099-08-01T18:00:00Z' })
  await pick(league, scored, 'Reds')
  await league.admin.post(`/admin/rounds/${scored}/lock`)
  await league.admin.post(`/admin/rounds/${scored}/complete`, { firstPlaceTeam: 'Reds' })
  const open = await league.openRound({ lockTime: '2099-09-01T18:00:00Z' })
  await pick(league, open, 'Blues')
  return { open, standings: await standingsAt(league.visitor, league) }
}

function pick(league: League, roundId: number, team: string) {
  return league.visitor.post(`/picks/${league.tokenFor(roundId, league.playerIds[0] ?? 0)}`, {
    picks: [team],
  })
}

async function standingsAt(visitor: League['visitor'], { seasonId }: League) {
  const { status, text } = await visitor.get(`/public/leaderboard/season/${seasonId}`)
  expect(status).toBe(200)
  return text
}

/** The same standings, sign-ins that work, and links that were mailed before. */
async function expectRestored(url: string, league: League, played: Awaited<ReturnType<typeof play>>) {
  const visitor = http(url)
  expect(await standingsAt(visitor, league)).toBe(played.standings)
  expect(await (await signIn(url)).get('/auth/me')).toMatchObject({ body: { name: 'Connie' } })
  const token = league.tokenFor(played.open, league.playerIds[0] ?? 0)
  expect(await visitor.get(`/picks/validate/${token}`)).toMatchObject({
    body: { currentPick: { pickItems: [{ pickValue: 'Blues' }] } },
  })
  expect(await visitor.post(`/picks/${token}`, { picks: ['Greens'] })).toMatchObject({ status: 200 })
  expect(await visitor.get('/health')).toMatchObject({ body: { status: 'ok' } })
}

/** An installation of either kind, and its variables. */
async function installation(kind: Kind, postgres: PostgresServer | null, jwtSecret = SECRET) {
  const dataDir = await folderForTest()
  if (kind === 'embedded' || !postgres) {
    await copyTemplate(dataDir)
    return { options: { dataDir }, env: { DATA_DIR: dataDir } }
  }
  const databaseUrl = await postgres.createDatabase()
  return {
    options: { config: { databaseUrl, jwtSecret } },
    env: {
      ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, JWT_SECRET: jwtSecret },
      BACKUP_DIR: join(dataDir, 'backups'),
    },
  }
}

const kinds = ['embedded', 'server'] as const
type Kind = (typeof kinds)[number]

describe.skipIf(postgresMissing)('a backup that is restored, of either kind into either kind', () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgresServer()
  })
  afterAll(() => postgres?.stop())

  test.each(kinds.flatMap((from) => kinds.map((to) => [from, to] as const)))('%s -> %s', async (from, to) => {
    const origin = await installation(from, postgres)
    const first = await applicationForTest(origin.options)
    const secret =
      from === 'server' ? SECRET : readFileSync(join(origin.env.DATA_DIR, 'server-secret'), 'utf8')
    const league = await aLeague().withPlayers(PLAYERS).withSeason().on(first, { secret })
    const played = await play(league)
    const session = await done(http(first.url).post('/auth/login', CONNIE))
    const made = await type(['backup'], origin.env)
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('It is not encrypted') })
    const [path = ''] = /\S+\.backup/.exec(made.output) ?? []
    await first.close()

    const copy = await installation(to, postgres, secret)
    const restored = await type(['restore', path], copy.env)
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('0 came without a seal') })
    const second = await applicationForTest(copy.options)
    cleanups.push(second.close)
    await expectRestored(second.url, league, played)
    // The session goes on, and nobody is mailed.
    expect(await http(second.url).as(session.token).get('/auth/me')).toMatchObject({ status: 200 })
    expect((await (await signIn(second.url)).get('/admin/outbox')).body.mails).toEqual([])
    await second.close()
    expect(await type(['verify'], copy.env)).toMatchObject({ code: 0 })
    await expect(type(['restore', path], copy.env)).rejects.toThrow(
      /^This installation has been used already/,
    )
  })
})

describe('a backup that is restored brings back the standings, sign-ins and links', () => {
  test('of an embedded server: its folder, copied while it is stopped', async () => {
    const dataDir = await folderForTest()
    await copyTemplate(dataDir)
    const first = await applicationForTest({ dataDir })
    const league = await aLeague().withPlayers(PLAYERS).withSeason().on(first)
    const played = await play(league)
    await first.close()
    const backup = await folderForTest()
    await cp(dataDir, backup, { recursive: true })

    const restored = join(await folderForTest(), 'data')
    await cp(backup, restored, { recursive: true })
    const second = await applicationForTest({ dataDir: restored })
    cleanups.push(second.close)
    await expectRestored(second.url, league, played)
  })

  test.skipIf(postgresMissing)(
    `of a PostgreSQL server: a dump without read tables, made while it runs${postgresMissing ? `: ${postgresMissing}` : ''}`,
    async () => {
      const postgres = await startPostgresServer()
      cleanups.push(postgres.stop)
      const databaseUrl = await postgres.createDatabase()
      const first = await applicationForTest({ config: { databaseUrl, jwtSecret: SECRET } })
      cleanups.push(first.close)
      const league = await aLeague().withPlayers(PLAYERS).withSeason().on(first, { secret: SECRET })
      const played = await play(league)
      const backup = join(await folderForTest(), 'picks.dump')
      const what = ['--format=custom', '--exclude-schema=read_*', '--exclude-schema=reports']
      execFileSync('pg_dump', [...what, `--file=${backup}`, databaseUrl])

      const emptyUrl = await postgres.createDatabase()
      execFileSync('pg_restore', [`--dbname=${emptyUrl}`, backup])
      const second = await applicationForTest({ config: { databaseUrl: emptyUrl, jwtSecret: SECRET } })
      cleanups.push(second.close)
      await expectRestored(second.url, league, played)
    },
  )
})
