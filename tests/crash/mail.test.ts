import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openVault } from '#platform/vault'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { type League, leagueOf } from '../support/league.ts'
import { type LogForTest, serverLog } from '../support/log.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { type SmtpServerForTest, startSmtpServer } from '../support/smtp-server.ts'
import { randomFrom } from './random.ts'

const KILLS = Number(process.env.CRASH_MAIL_KILLS || 20)
const SEED = Number(process.env.CRASH_SEED || Date.now() % 1_000_000)
const PLAYERS = Array.from({ length: 6 }, (_, index) => `Player${index + 1}`)
const JWT_SECRET = 'a-secret-for-workers-that-are-killed'
/** How long the mail server thinks before it answers that it has taken a mail, so that many a kill comes meanwhile. */
const THINKS_MS = 40
const AFTER_READY_MS = 700

describe.skipIf(postgresMissing)(
  `a worker that is killed${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let server: PostgresServer
    let databaseUrl: string
    let log: LogForTest
    let smtp: SmtpServerForTest
    let application: ApplicationForTest
    let league: League
    let worker: ServerProcess | undefined

    beforeAll(async () => {
      server = await startPostgresServer()
      databaseUrl = await server.createDatabase()
      smtp = await startSmtpServer(() => null, THINKS_MS)
      application = await applicationForTest({ config: { databaseUrl, jwtSecret: JWT_SECRET, role: 'api' } })
      league = await leagueOf(application, { players: PLAYERS, secret: JWT_SECRET })
      log = await serverLog(databaseUrl)
    })
    afterAll(async () => {
      await worker?.kill()
      await log?.close()
      await application?.close()
      await smtp?.stop()
      await server?.stop()
    })

    test(`${KILLS} times between an event, the outbox and the mail server loses no mail, and repeats one only unanswered`, {
      timeout: 120_000 + KILLS * 30_000,
    }, async () => {
      const startedMs = performance.now()
      const random = randomFrom(SEED)
      const vault = openVault(log.database.kysely)
      const port = await freePort()
      let rounds = 0
      for (let kill = 0; kill < KILLS; kill += 1) {
        const started = startWorker(port)
        worker = started
        expect(await started.ready, started.output()).toBe('listening')
        await league.openRound({ sportName: `Sport ${kill}`, lockTime: '2099-01-01T00:00:00Z' })
        rounds += 1
        await sleep(random() * AFTER_READY_MS)
        await started.kill()
        await letLeasesEnd()
      }
      worker = startWorker(port)
      expect(await worker.ready, worker.output()).toBe('listening')
      await eventually('every link', async () => {
        const mails = await vault.selectFrom('outbox').select('state').execute()
        return mails.length === rounds * PLAYERS.length && mails.every(({ state }) => state !== 'queued')
      })

      const mails = await vault.selectFrom('outbox').selectAll().execute()
      const deliveries = new Map<string, number>()
      for (const { messageId = '' } of smtp.mails)
        deliveries.set(messageId, (deliveries.get(messageId) ?? 0) + 1)
      const occasions = mails.map(({ round_id, recipient_address }) => `${round_id} ${recipient_address}`)
      expect(new Set(occasions).size, 'one mail for each player and sport').toBe(rounds * PLAYERS.length)
      for (const { id, state, unanswered } of mails) {
        const times = deliveries.get(`<${id}@picks.test>`) ?? 0
        expect(times, 'never more often than handed over').toBeLessThanOrEqual(unanswered)
        expect(unanswered).toBeLessThanOrEqual(2)
        if (state === 'sent') expect(times).toBeGreaterThanOrEqual(1)
        else expect(state).toBe('unconfirmed')
      }
      const repeated = [...deliveries.values()].filter((times) => times > 1).length
      const unconfirmed = mails.filter(({ state }) => state === 'unconfirmed').length
      console.log(
        `${KILLS} kills (seed ${SEED}) in ${Math.round((performance.now() - startedMs) / 1000)} s: ` +
          `${mails.length} mails, ${repeated} repeated once, ${unconfirmed} unconfirmed`,
      )

      /** As two minutes would, which nobody has. Nobody is sending meanwhile. */
      function letLeasesEnd() {
        return vault
          .updateTable('outbox')
          .set((eb) => ({ due_at: eb.ref('created_at') }))
          .where('state', '=', 'queued')
          .execute()
      }
    })

    function startWorker(port: number) {
      return startServerProcess({
        ROLE: 'worker',
        PORT: `${port}`,
        DATABASE_URL: databaseUrl,
        JWT_SECRET,
        APP_URL: 'https://picks.test',
        SMTP_HOST: smtp.config.host,
        SMTP_PORT: `${smtp.config.port}`,
        SMTP_FROM: smtp.config.from,
      })
    }
  },
)
