import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { done, type Http, http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import type { League } from '../support/league/over-http.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

const SECRET = 'a-secret-of-two-that-answer-in-turn-for-all'
const TIMES = 20

describe.skipIf(postgresMissing)(
  `where each request may reach the other process${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let server: PostgresServer
    let league: League
    let roundId: number
    let one: Http
    let other: Http
    const applications: ApplicationForTest[] = []

    beforeAll(async () => {
      server = await startPostgresServer()
      const config = { databaseUrl: await server.createDatabase(), jwtSecret: SECRET }
      for (const role of ['all', 'api'] as const)
        applications.push(await applicationForTest({ config: { ...config, role } }))
      const [first, second] = applications.map(({ url }) => http(url))
      if (!first || !second || !applications[0]) throw new Error('No applications')
      one = first
      other = second
      league = await aLeague().withPlayers('Ann').withSeason().on(applications[0], { secret: SECRET })
      roundId = await league.openRound({ lockTime: '2099-01-01T00:00:00Z' })
    })
    afterAll(async () => {
      for (const application of applications) await application.close()
      await server?.stop()
    })

    const signIn = async (at: Http): Promise<string> => {
      const { email, password } = CONNIE
      return (await done(at.post('/auth/login', { email, password }))).token
    }

    test('a session counts at once, and ends at once', async () => {
      const token = await signIn(one)
      expect(await other.as(token).get('/auth/me')).toMatchObject({ status: 200 })
      await done(other.as(token).post('/auth/logout'))
      expect(await one.as(token).get('/auth/me')).toMatchObject({ status: 401 })
    })

    test('what one saved the other shows, and changes', async () => {
      const token = await signIn(one)
      for (let time = 0; time < TIMES; time += 1) {
        const [saves, shows] = time % 2 === 0 ? [one, other] : [other, one]
        const name = `Player ${time}`
        const { id } = await done(saves.as(token).post('/admin/users', { name, email: '' }))
        await done(shows.as(token).put(`/admin/users/${id}`, { name: `${name} again`, email: '' }))
        const users: { id: number; name: string }[] = await done(saves.as(token).get('/admin/users'))
        expect(users.find((user) => user.id === id)?.name).toBe(`${name} again`)
      }
    })

    test('a request with a key is done once, whoever is asked, and also at once', async () => {
      const token = await signIn(one)
      const ask = (at: Http, key: string) =>
        at.as(token).post('/admin/users', { name: `Of ${key}`, email: '' }, { 'idempotency-key': key })
      const [first, again] = [await ask(one, 'first'), await ask(other, 'first')]
      expect([again.status, again.body]).toEqual([first.status, first.body])
      await Promise.all([ask(one, 'second'), ask(other, 'second')])
      const users: { name: string }[] = await done(one.as(token).get('/admin/users'))
      expect(users.filter(({ name }) => name.startsWith('Of ')).map(({ name }) => name)).toEqual([
        'Of first',
        'Of second',
      ])
    })

    test('a player reads the own pick at once, and the standings follow', async () => {
      const token = league.tokenFor(roundId, league.idOf('Ann'))
      for (let time = 0; time < TIMES; time += 1) {
        const [saves, shows] = time % 2 === 0 ? [one, other] : [other, one]
        const team = time % 2 === 0 ? 'Reds' : 'Blues'
        await done(saves.post(`/picks/${token}`, { picks: [team] }))
        const { currentPick } = await done(shows.get(`/picks/${token}`))
        expect(currentPick.pickItems.map(({ pickValue }: { pickValue: string }) => pickValue)).toEqual([team])
      }
      await eventually('the pick in the standings', async () =>
        (await other.get(`/public/leaderboard/season/${league.seasonId}`)).text.includes('"pickItems":[]'),
      )
    })

    test('a viewer at one hears of a pick at the other', async () => {
      const watching = new AbortController()
      const stream = await fetch(`${applications[0]?.url}/api/public/live`, { signal: watching.signal })
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
      const hear = async () => (await reader?.read())?.value ?? ''
      const before = await hear()
      await done(other.post(`/picks/${league.tokenFor(roundId, league.idOf('Ann'))}`, { picks: ['Greens'] }))
      const news = await hear()
      watching.abort()
      expect(before).toMatch(/^retry: /)
      expect(news).toContain(`"seasonId":${league.seasonId}`)
    })
  },
)
