import { execFileSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { type League, signIn } from '../support/league/over-http.ts'
import { postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

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
