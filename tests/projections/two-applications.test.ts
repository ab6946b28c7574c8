import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { settableClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { eventsOfRound } from '../support/league/commands.ts'
import { FOOTBALL } from '../support/league/examples.ts'
import type { League } from '../support/league/over-http.ts'
import { type LogForTest, serverLog, wholeLog } from '../support/log.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { tablesOf } from '../support/read-tables.ts'
import { replayInto } from '../support/replay-into.ts'

const clock = settableClock('2027-01-10T12:00:00.000Z')
const jwtSecret = 'a-secret-for-two-applications-that-share'
const PLAYERS = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve']

describe.skipIf(postgresMissing)(
  `two applications on one database${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let server: PostgresServer
    let databaseUrl: string
    let log: LogForTest
    let league: League
    let roundId: number
    const applications: ApplicationForTest[] = []
    const start = () => applicationForTest({ clock, config: { databaseUrl, jwtSecret } })
    const visitors = () => applications.map(({ url }) => http(url))

    beforeAll(async () => {
      server = await startPostgresServer()
      databaseUrl = await server.createDatabase()
      applications.push(await start())
      applications.push(await start())
      log = await serverLog(databaseUrl)
      const [first] = applications
      if (!first) throw new Error('No application')
      league = await aLeague().withPlayers(PLAYERS).withSeason().on(first, { secret: jwtSecret })
      roundId = await league.openRound()
    })
    afterAll(async () => {
      await log?.close()
      for (const application of applications) await application.close()
      await server?.stop()
    })

    const typesInLog = async () => (await wholeLog(log.store)).map(({ type }) => type)

    test('make one first admin', async () => {
      expect((await typesInLog()).filter((type) => type === 'AdminAdded')).toHaveLength(1)
    })

    test('take picks side by side, and each shows what the other took', async () => {
      await Promise.all(
        league.playerIds.map(async (playerId, index) => {
          const visitor = visitors()[index % 2] as (typeof league)['visitor']
          const token = league.tokenFor(roundId, playerId)
          expect(await visitor.post(`/picks/${token}`, { picks: ['Reds'] })).toMatchObject({ status: 200 })
        }),
      )
      const path = `/public/leaderboard/season/${league.seasonId}`
      for (const visitor of visitors())
        await eventually('all picks', async () => {
          const { text } = await visitor.get(path)
          return text.match(/"pickItems":\[\]/g)?.length === PLAYERS.length
        })
    })

    test('show what the other has answered, however often they were asked just before', async () => {
      const other = visitors()[1] as (typeof league)['visitor']
      const title = async () => (await other.get('/public/settings')).body.app_title
      for (let time = 0; time < 30; time += 1) {
        let isAsking = true
        const asking = (async () => {
          while (isAsking) await title()
        })()
        const saved = await league.admin.put('/admin/settings', { appTitle: `Cup ${time}` })
        expect(saved.status).toBe(200)
        // On a slow machine the tables may take longer than the answer waits, which it says.
        if (!saved.headers.has('x-read-model')) expect(await title()).toBe(`Cup ${time}`)
        isAsking = false
        await asking
      }
    })

    test('send each mail once', async () => {
      const outbox = async () => (await league.admin.get('/admin/outbox')).body.mails
      await eventually(
        'all mails',
        async () =>
          (await outbox()).filter(({ state }: { state: string }) => state === 'kept').length >=
          PLAYERS.length,
      )
      expect(await outbox()).toHaveLength(PLAYERS.length)
      const printed = applications.flatMap((application) => application.printed)
      expect(printed.filter((text) => text.startsWith('Mail to'))).toHaveLength(PLAYERS.length)
    })

    test('publish one lock', async () => {
      clock.set(FOOTBALL.lockTime)
      await eventually('the published lock', async () => (await typesInLog()).includes('RoundLocked'))
      // Both have had their turn when the next minute's round locks as well.
      const next = await league.openRound({ lockTime: '2027-08-01T18:01:00Z' })
      clock.set('2027-08-01T18:01:00.000Z')
      await eventually('the second lock', async () => (await eventsOfRound(log.store, next)).length === 3)
      const locked = (await eventsOfRound(log.store, roundId)).filter(({ type }) => type === 'RoundLocked')
      expect(locked).toHaveLength(1)
    })

    test('serve the table without a gap while a third process makes it anew', async () => {
      const path = `/public/leaderboard/season/${league.seasonId}`
      const [before] = await Promise.all(visitors().map((visitor) => visitor.get(path)))
      let rebuilding = true
      const done = rebuild(log.database, log.store).finally(() => {
        rebuilding = false
      })
      while (rebuilding) {
        for (const visitor of visitors())
          expect(await visitor.get(path)).toMatchObject({ text: before?.text })
      }
      await done
    })

    test('have tables that equal a full replay', async () => {
      const { kysely } = log.database
      await league.admin.post('/admin/users', { name: 'Fay', email: '' })
      await replayInto(log.database, log.store, 'replay')
      expect(await tablesOf(kysely, READ_SCHEMA)).toEqual(await tablesOf(kysely, 'replay'))
      for (const visitor of visitors()) {
        expect(await visitor.get('/health')).toMatchObject({ body: { status: 'ok' } })
      }
    })

    test('start at the same time on an empty database', async () => {
      const empty = await server.createDatabase()
      const config = { databaseUrl: empty, jwtSecret }
      const both = await Promise.allSettled([
        applicationForTest({ clock, config }),
        applicationForTest({ clock, config }),
      ])
      for (const one of both) if (one.status === 'fulfilled') await one.value.close()
      expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    })
  },
)
