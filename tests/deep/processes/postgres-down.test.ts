import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest } from '../../support/application.ts'
import { eventually } from '../../support/eventually.ts'
import type { Answer, Http } from '../../support/http.ts'
import { aLeague } from '../../support/league/a-league.ts'
import type { League } from '../../support/league/over-http.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../../support/postgres-server.ts'

const SECRET = 'a-secret-for-a-server-whose-database-goes'
const SENTENCE = 'The server cannot reach its database right now. Please try again in a moment'
const ANSWER_MS = 3_000
/** For a machine that is busy with something else as well. */
const TICK_MS = 3_000

describe.skipIf(postgresMissing)(
  `while PostgreSQL is down${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let server: PostgresServer
    let application: ApplicationForTest
    let league: League
    let roundId: number

    beforeAll(async () => {
      server = await startPostgresServer()
      const databaseUrl = await server.createDatabase()
      application = await applicationForTest({ config: { databaseUrl, jwtSecret: SECRET } })
      league = await aLeague().withPlayers('Ann', 'Bob').withSeason().on(application, { secret: SECRET })
      roundId = await league.openRound({ lockTime: '2099-08-01T18:00:00Z' })
    })
    afterAll(async () => {
      await application?.close()
      await server?.stop()
    })

    /** What people do all day: visitors, players with their link, an admin who is signed in, and one who signs in. */
    const calls = (): [what: string, ask: (visitor: Http, admin: Http) => Promise<Answer>][] => {
      const pick = `/picks/${league.tokenFor(roundId, league.idOf('Ann'))}`
      return [
        ['the standings', (visitor) => visitor.get(`/public/leaderboard/season/${league.seasonId}`)],
        ['a pick', (visitor) => visitor.post(pick, { picks: ['Reds'] })],
        ['a pick link', (visitor) => visitor.get(pick.replace('/picks/', '/picks/validate/'))],
        ['a list for an admin', (_, admin) => admin.get('/admin/users')],
        ['a new player', (_, admin) => admin.post('/admin/users', { name: 'Cleo', email: '' })],
        ['who I am', (_, admin) => admin.get('/auth/me')],
        [
          'a sign-in',
          (visitor) => visitor.post('/auth/login', { email: 'a@b.example', password: 'Wrong-1' }),
        ],
        ['a lock by hand', (_, admin) => admin.post(`/admin/rounds/${roundId + 99}/lock`)],
      ]
    }

    async function expectUnavailable() {
      const outcomes = await Promise.all(
        calls().map(async ([what, ask]) => {
          const askedMs = performance.now()
          const { status, body } = await ask(league.visitor, league.admin)
          return { what, status, body, inTime: performance.now() - askedMs < ANSWER_MS + TICK_MS }
        }),
      )
      expect(outcomes).toEqual(
        calls().map(([what]) => ({ what, status: 503, body: { error: SENTENCE }, inTime: true })),
      )
      expect(await league.visitor.get('/health')).toMatchObject({ status: 503 })
    }

    async function expectRecovery() {
      await eventually('the first answer', async () => (await league.admin.get('/auth/me')).status === 200)
      await eventually('health', async () => (await league.visitor.get('/health')).body.status === 'ok')
      for (const [what, ask] of calls().slice(0, 6)) {
        expect((await ask(league.visitor, league.admin)).status, what).toBeLessThan(300)
      }
      const { body } = await league.admin.get('/admin/users')
      expect(body.at(-1)).toMatchObject({ name: 'Cleo' })
    }

    test('each call answers 503 with a sentence, never 401, and all goes on once it is back', async () => {
      await server.shutDown()
      await expectUnavailable()
      await server.startAgain()
      await expectRecovery()
    })

    test('the same when it keeps its connections and falls silent, within three seconds', async () => {
      await server.freeze()
      try {
        await expectUnavailable()
        await expectUnavailable()
      } finally {
        server.thaw()
      }
      await expectRecovery()
    })
  },
)
