import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roundsIn } from '../../../domain/seasons/season-stream.ts'
import { openPrivateSchema } from '../../../platform/database/private-schema.ts'
import type { RecordedEvent } from '../../../platform/event-store/event-store.ts'
import { outboxFigures } from '../../../platform/mail/mail-list.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { readSchema } from '../../../projections/engine/checkpoint.ts'
import { listDocuments } from '../../../projections/read-models/find-documents.ts'
import { APP_URL, FIRST_ADMIN } from '../../support/application.ts'
import { BUILT_READ_SCHEMA } from '../../support/built-read-schema.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/free-port.ts'
import { type Http, http } from '../../support/http.ts'
import { aLeague } from '../../support/league/a-league.ts'
import { CONNIE, OSCARS } from '../../support/league/examples.ts'
import type { League } from '../../support/league/over-http.ts'
import { type LogForTest, serverLog, wholeLog } from '../../support/log.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../../support/postgres-server.ts'
import { tablesOf } from '../../support/read-tables.ts'
import { replayInto } from '../../support/replay-into.ts'
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts'
import { type SmtpServerForTest, startSmtpServer } from '../../support/smtp-server.ts'
import { storedEvents, submittedIn } from '../crash/log-values.ts'
import { report, times } from '../depth.ts'

const LASTS_MS = times(20) * 1_000
const SECRET = 'a-secret-that-all-of-the-processes-share'
const PLAYERS = Array.from({ length: 8 }, (_, index) => `Player${index + 1}`)
const ROUND_LASTS_MS = 5_000
const BETWEEN_KILLS_MS = 1_500
const ROLES = ['api', 'worker', 'api', 'worker'] as const

type Load = { endMs: number; kills: number }

type Running = { role: (typeof ROLES)[number]; port: number; process: ServerProcess }

describe.skipIf(postgresMissing)(
  `two processes for requests and two workers${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let postgres: PostgresServer
    let smtp: SmtpServerForTest
    let log: LogForTest
    let env: Record<string, string>
    let league: League
    let token: string
    const running: Running[] = []

    beforeAll(async () => {
      postgres = await startPostgresServer()
      smtp = await startSmtpServer()
      const databaseUrl = await postgres.createDatabase()
      env = {
        ...{ DATABASE_URL: databaseUrl, JWT_SECRET: SECRET, APP_URL },
        ...{ ADMIN_EMAIL: FIRST_ADMIN.email, ADMIN_PASSWORD: FIRST_ADMIN.password },
        ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: `${smtp.config.port}`, SMTP_FROM: 'picks@picks.test' },
      }
      // All at once, on an empty database.
      for (const role of ROLES) running.push(start(role, await freePort()))
      for (const { process } of running) expect(await process.ready, process.output()).toBe('listening')
      league = await aLeague()
        .withPlayers(PLAYERS)
        .withSeason()
        .on({ url: urls()[0] ?? '', dataDir: '' }, { secret: SECRET })
      const { email, password } = CONNIE
      token = (await league.visitor.post('/auth/login', { email, password })).body.token
      log = await serverLog(databaseUrl)
    })
    afterAll(async () => {
      for (const { process } of running) await process.kill()
      await log?.close()
      await smtp?.stop()
      await postgres?.stop()
    })

    function start(role: Running['role'], port: number): Running {
      return { role, port, process: startServerProcess({ ...env, ROLE: role, PORT: `${port}` }) }
    }

    const urls = () => running.filter(({ role }) => role === 'api').map(({ process }) => process.url)

    /** The first process that accepts the connection answers; null when it dies while it works. */
    async function ask(what: (url: string) => Promise<{ status: number; body: unknown }>, first: number) {
      for (let turn = first; ; turn += 1) {
        const answer = await what(urls()[turn % 2] ?? '').catch((error) =>
          error.cause?.code === 'ECONNREFUSED' ? 'nobody' : null,
        )
        if (answer !== 'nobody') return answer
        await sleep(20)
      }
    }

    /** Opens rounds one after the other until the time is over; every second one is locked by hand. */
    async function openRounds(until: () => boolean, current: { roundId: number }) {
      const asAdmin = (deed: (admin: Http) => Promise<{ status: number; body: unknown }>, turn: number) =>
        ask((url) => deed(http(url).as(token)), turn)
      for (let turn = 0; !until(); turn += 1) {
        const lockTime = new Date(Date.now() + ROUND_LASTS_MS).toISOString()
        const round = { ...OSCARS, seasonId: league.seasonId, sportName: `Sport ${turn}`, lockTime }
        const made = await asAdmin((admin) => admin.post('/admin/rounds', round), turn)
        if (made?.status !== 201) continue
        const { id } = made.body as { id: number }
        await asAdmin((admin) => admin.post(`/admin/rounds/${id}/activate`), turn + 1)
        current.roundId = id
        await sleep(ROUND_LASTS_MS / 2)
        if (turn % 2 === 1) await asAdmin((admin) => admin.post(`/admin/rounds/${id}/lock`), turn)
      }
    }

    /** On a busy machine it lasts longer, until each has been killed once. */
    const isOver = ({ endMs, kills }: Load) => performance.now() > endMs && kills >= running.length

    /** Kills and restarts one of each kind in turn. Nobody else may end because of it. */
    async function killInTurns(over: Load) {
      for (; !isOver(over); over.kills += 1) {
        const victim = running[over.kills % running.length]
        if (!victim) break
        const others = running.filter((one) => one !== victim)
        await victim.process.kill()
        await sleep(BETWEEN_KILLS_MS / 2)
        for (const { process } of others) {
          expect(await http(process.url).get('/health/live'), process.output()).toMatchObject({ status: 200 })
        }
        Object.assign(victim, start(victim.role, victim.port))
        expect(await victim.process.ready, victim.process.output()).toBe('listening')
        await sleep(BETWEEN_KILLS_MS / 2)
      }
    }

    async function pickWithoutPause(until: () => boolean, current: { roundId: number }) {
      const saved: string[] = []
      const strange: string[] = []
      await Promise.all(
        league.playerIds.map(async (playerId, player) => {
          for (let count = 0; !until(); count += 1) {
            const value = `pick ${player}-${count}`
            const path = `/picks/${league.tokenFor(current.roundId, playerId)}`
            const answer = await ask((url) => http(url).post(path, { picks: [value] }), count)
            if (answer?.status === 200) saved.push(value)
            else if (answer && ![403, 404, 429, 503].includes(answer.status))
              strange.push(JSON.stringify(answer))
            else await sleep(20)
          }
        }),
      )
      return { saved, strange }
    }

    test(`under load, one of each killed again and again for ${LASTS_MS / 1_000} s, lose nothing and do nothing twice`, async () => {
      const load = { endMs: performance.now() + LASTS_MS, kills: 0 }
      const until = () => isOver(load)
      const current = { roundId: 0 }
      const [, , { saved, strange }] = await Promise.all([
        openRounds(until, current),
        killInTurns(load),
        pickWithoutPause(until, current),
      ])
      await everythingDone()
      const events = await wholeLog(log.store)

      expect(strange).toEqual([])
      expect(saved.length).toBeGreaterThan(load.kills)
      expect(twice(submittedIn(events))).toEqual([])
      const kept = new Set(submittedIn(events))
      expect(saved.filter((value) => !kept.has(value))).toEqual([])
      expectEachRoundLockedOnce(events, saved)
      const mails = await expectEachMailOnce(events)

      await replayInto(log.database, log.store, 'replay')
      const { kysely } = log.database
      expect(await tablesOf(kysely, BUILT_READ_SCHEMA)).toEqual(await tablesOf(kysely, 'replay'))
      for (const { process } of running) {
        expect(await http(process.url).get('/health')).toMatchObject({ body: { status: 'ok' } })
      }
      report({ kills: load.kills, picks: saved.length, mails, 'mails again': smtp.mails.length - mails })
    })

    /** Every lock is published, and no mail waits but for a process that died with it, whose claim is over now. */
    async function everythingDone() {
      const privateSchema = openPrivateSchema(log.database.kysely)
      await eventually('every lock', async () => {
        const seasons = await listDocuments(readSchema(log.database.kysely, BUILT_READ_SCHEMA), 'season')
        return ![...seasons.values()].flatMap(roundsIn).some(({ status }) => status === 'active')
      })
      const head = await log.store.head()
      await eventually('every reaction', async () => {
        const { position } = await privateSchema
          .selectFrom('checkpoints')
          .select('position')
          .executeTakeFirstOrThrow()
        return position >= head
      })
      await privateSchema
        .updateTable('mails')
        .set((eb) => ({ due_at: eb.ref('created_at') }))
        .where('state', '=', 'queued')
        .execute()
      await eventually('every mail', async () => {
        const { byState } = await outboxFigures(privateSchema, systemClock.now())
        return (byState.queued ?? 0) === 0
      })
    }

    function expectEachRoundLockedOnce(events: readonly RecordedEvent[], saved: readonly string[]) {
      const stored = storedEvents(events)
      const roundsOf = (wanted: 'RoundActivated' | 'RoundLocked') =>
        stored.flatMap(({ type, data }) => (type === wanted ? data.roundId : [])).sort((a, b) => a - b)
      expect(roundsOf('RoundLocked')).toEqual(roundsOf('RoundActivated'))
      const locked = new Set<number>()
      const late = stored.flatMap(({ type, data }) => {
        if (type === 'RoundLocked') locked.add(data.roundId)
        return type === 'PickSubmitted' && locked.has(data.roundId) ? data.picks : []
      })
      expect(saved.filter((value) => late.includes(value))).toEqual([])
    }

    /** One for each player and round. Who dies right behind a delivery makes it again, as the same mail. */
    async function expectEachMailOnce(events: readonly RecordedEvent[]): Promise<number> {
      const rounds = events.filter(({ type }) => type === 'RoundActivated').length
      const rows = await openPrivateSchema(log.database.kysely)
        .selectFrom('mails')
        .select(['id', 'state', 'template', 'round_id', 'recipient_address'])
        .execute()
      const links = rows.filter(({ template }) => template === 'pick-link')
      expect(twice(links.map((row) => `${row.round_id} ${row.recipient_address}`))).toEqual([])
      expect(links).toHaveLength(rounds * PLAYERS.length)
      const sent = rows.filter(({ state }) => state === 'sent').map(({ id }) => id)
      const received = new Set(
        smtp.mails.map(({ messageId = '' }) => messageId.slice(1, messageId.indexOf('@'))),
      )
      expect(sent.filter((id) => !received.has(id))).toEqual([])
      return received.size
    }
  },
)

const twice = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index)
