import { setTimeout as sleep } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { scryptPasswords } from '../../commands/accounts/passwords.ts'
import { openServer } from '../../platform/database/database-server.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { type EventStore, EventStoreUnavailable } from '../../platform/event-store/event-store.ts'
import { createPostgresEventStore } from '../../platform/event-store/postgres/postgres-event-store.ts'
import { inRequest } from '../../platform/request-scope.ts'
import { someEvent } from '../support/events.ts'
import { eventually } from '../support/eventually.ts'
import { STEP_MS, WRONG } from '../support/guarded-admins.ts'
import { done, type Http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import { JWT_SECRET, type RunningLeague } from '../support/league/running.ts'
import { CHEAP } from '../support/passwords.ts'
import { postgresClient } from '../support/postgres-client.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

const ANSWER_MS = 3_000
/** Others may use the machine meanwhile. */
const TICK_MS = 2_000
const MORE_THAN_CONNECTIONS = 12
/** Of a recovery code's form. */
const NO_CODE = 'AAAA-AAAA-AAAA-AAAA'

describe.skipIf(postgresMissing)(
  `while no standby answers${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let server: PostgresServer
    let url: string
    beforeAll(async () => {
      server = await startPostgresServer()
      url = await server.createDatabase()
    })
    afterAll(() => server?.stop())
    afterEach(() => needStandby(''))

    /** Until a commit waits, or none does: the process of PostgreSQL that heeds the setting hears of it later than others. */
    async function needStandby(name: string) {
      const [client, observer] = [await postgresClient(url), await postgresClient(url)]
      await client.query(`alter system set synchronous_standby_names = '${name}'`)
      await client.query('select pg_reload_conf()')
      await eventually('the setting', async () => {
        let isDone = false
        const commit = client.query(`select pg_logical_emit_message(true, 'test', '')`).then(() => {
          isDone = true
        })
        while (!isDone && (name === '' || !(await isWaiting(observer)))) await sleep(5)
        if (!isDone) await observer.query(`select pg_cancel_backend(pid) from pg_stat_activity ${WAITING}`)
        else if (name !== '') return false
        await commit
        return true
      })
    }

    test('an append says so in time, later ones at once, one that was not sent is never made, and a repeated one is made once', async () => {
      const database = await openServer({ url: await server.createDatabase(), onError: () => {} })
      await migrate(database.kysely)
      const store = createPostgresEventStore(database, { onError: () => {} })
      await store.append('a', [someEvent()], 'no_stream')
      const [event, other] = [someEvent(), someEvent()]
      await needStandby('nobody')
      const first = refusalOf(store, 'a', event)
      const observer = await postgresClient(url)
      await eventually('a commit that waits', () => isWaiting(observer))
      const [second, repeated] = await Promise.all([
        refusalOf(store, 'b', other),
        refusalOf(store, 'a', event),
      ])
      expect([await first, second, repeated]).toEqual([true, false, true])
      expect(await store.read('a')).toHaveLength(1)
      const startedMs = performance.now()
      expect(await refusalOf(store, 'b', someEvent())).toBe(false)
      expect(await refusalOf(store, 'a', event)).toBe(true)
      expect(performance.now() - startedMs).toBeLessThan(TICK_MS)

      await needStandby('')
      // The commit that waited may be answered a moment later.
      const again = () => store.append('a', [event], 0).catch(() => null)
      expect(await eventually('an append that is made', again)).toMatchObject({ revision: 1 })
      expect(await store.read('a')).toHaveLength(2)
      expect(await store.read('b')).toEqual([])
      await store.close()
      await database.close()
    })

    describe('a league', () => {
      let league: RunningLeague
      let databaseUrl: string
      const linkOf = (name: string) => league.tokenFor(league.roundId, league.idOf(name))
      const pick = (name: string, team: string, key: string) =>
        league.visitor.post(`/picks/${linkOf(name)}`, { picks: [team] }, { 'idempotency-key': key })
      beforeAll(async () => {
        databaseUrl = await server.createDatabase()
        league = await aLeague()
          .withPlayers('Ann', 'Bob')
          .withSeason()
          .withRound()
          .start({ config: { databaseUrl, jwtSecret: JWT_SECRET } })
      })
      afterAll(() => league?.close())

      test('answers picks in time, shows what was saved, and saves a repeated pick once', async () => {
        expect(await pick('Ann', 'Reds', 'first')).toMatchObject({ status: 200 })
        await needStandby('nobody')
        const may = { status: 503, body: { error: expect.stringContaining('may or may not be saved') } }
        for (const _ of [1, 2]) {
          const startedMs = performance.now()
          expect(await pick('Ann', 'Blues', 'second')).toMatchObject(may)
          expect(performance.now() - startedMs).toBeLessThan(ANSWER_MS + TICK_MS)
        }
        const others = Array.from({ length: MORE_THAN_CONNECTIONS }, (_, number) =>
          pick('Bob', 'Reds', `bob-${number}`),
        )
        const nothing = { status: 503, body: { error: expect.stringContaining('nothing was saved') } }
        for (const answer of await Promise.all(others)) expect(answer).toMatchObject(nothing)
        expect(await league.visitor.get(`/public/leaderboard/season/${league.seasonId}`)).toMatchObject({
          status: 200,
        })
        expect(await league.visitor.get(`/picks/validate/${linkOf('Ann')}`)).toMatchObject({
          ...{ status: 200, body: { currentPick: { pickItems: [{ pickValue: 'Reds' }] } } },
        })

        const signIns = Array.from({ length: MORE_THAN_CONNECTIONS }, () =>
          league.visitor.post('/auth/login', { email: CONNIE.email, password: CONNIE.password }),
        )
        for (const answer of await Promise.all(signIns)) expect(answer).toMatchObject({ status: 200 })
        expect(await league.visitor.get(`/picks/validate/${linkOf('Bob')}`)).toMatchObject({ status: 200 })

        await needStandby('')
        expect(await pick('Ann', 'Blues', 'second')).toMatchObject({ status: 200 })
        expect(await versionsOf('Ann')).toEqual(['Reds', 'Blues'])
        expect(await versionsOf('Bob')).toEqual([])
      })

      test('lets admins in by each way that needs no new mail, and refuses wrong codes', async () => {
        const { email } = await league.addAdmin('Sam')
        const guarded = await league.addAdmin('Ted')
        const ted = await twoStepsOf(await league.signInByMail(guarded.email))
        const link = await league.askForLink(email)
        const guardedLink = await league.askForLink(guarded.email)
        const connie = await twoStepsOf(league.admin, CONNIE.password)
        league.clock.advance(STEP_MS)
        await writeOutdatedPassword()
        await needStandby('nobody')

        const first = await codeAfter('login', { email: CONNIE.email, password: CONNIE.password })
        expect(await verify(first, codeFrom(connie.secret))).toMatchObject({ status: 200 })
        const again = await codeAfter('login', { email: CONNIE.email, password: CONNIE.password })
        expect(await verify(again, codeFrom(connie.secret)), 'a code works once').toMatchObject(WRONG)
        expect(await verify(again, connie.recoveryCodes[0] ?? '')).toMatchObject({ status: 200 })

        expect(await post('verify-magic-link', { token: link })).toMatchObject({ status: 200 })
        expect(await post('verify-magic-link', { token: link }), 'a link works once').toMatchObject({
          status: 401,
        })
        const afterLink = await codeAfter('verify-magic-link', { token: guardedLink })
        for (const _ of [1, 2, 3, 4, 5]) expect(await verify(afterLink, NO_CODE)).toMatchObject(WRONG)
        expect(await verify(afterLink, codeFrom(ted.secret))).toMatchObject({ status: 403 })
      })

      const post = (path: string, body: object) => league.visitor.post(`/auth/${path}`, body)
      const verify = (challenge: string, code: string) => post('verify-second-factor', { challenge, code })
      const codeFrom = (secret: string) =>
        new TOTP({ secret }).generate({ timestamp: Date.parse(league.clock.now()) })
      async function codeAfter(path: string, body: object): Promise<string> {
        return (await done(post(path, body))).challenge
      }

      async function twoStepsOf(session: Http, currentPassword?: string) {
        const { secret } = await done(session.post('/auth/second-factor/setup', { currentPassword }))
        const { recoveryCodes } = await done(
          session.post('/auth/second-factor/confirm', { code: codeFrom(secret) }),
        )
        return { secret, recoveryCodes }
      }

      async function writeOutdatedPassword() {
        const hash = await scryptPasswords({ ...CHEAP, log2N: CHEAP.log2N + 1 }).hash(CONNIE.password)
        const client = await postgresClient(databaseUrl)
        await client.query(
          'update private.credentials set password_hash = $1 where password_hash is not null',
          [hash],
        )
      }

      async function versionsOf(name: string): Promise<string[]> {
        const client = await postgresClient(databaseUrl)
        const { rows } = await client.query<{ team: string }>(
          `select data->'picks'->>0 as team from log.events where stream = $1 order by revision`,
          [`pick-${league.roundId}-${league.idOf(name)}`],
        )
        return rows.map(({ team }) => team)
      }
    })
  },
)

/** Whether it may be done. */
async function refusalOf(store: EventStore, stream: string, event: ReturnType<typeof someEvent>) {
  const append = inRequest(
    ANSWER_MS,
    () => {},
    () => store.append(stream, [event], 'any'),
  )
  const error = await append.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(EventStoreUnavailable)
  return error instanceof EventStoreUnavailable && error.mayBeDone
}

const WAITING = "where wait_event = 'SyncRep'"

async function isWaiting(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select from pg_stat_activity ${WAITING}`)
  return rows.length > 0
}
