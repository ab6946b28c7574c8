import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { settableClock } from '../support/clock.ts'
import { http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { League } from '../support/league/over-http.ts'
import { type LogForTest, serverLog, wholeLog } from '../support/log.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

const clock = settableClock('2027-01-10T12:00:00.000Z')
const jwtSecret = 'a-secret-for-two-applications-that-share'

describe.skipIf(postgresMissing)(
  `two applications on one database${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let server: PostgresServer
    let databaseUrl: string
    let log: LogForTest
    let league: League
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
      league = await aLeague().on(first, { secret: jwtSecret })
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
