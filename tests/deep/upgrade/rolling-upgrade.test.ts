import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Installation, install, stopPostgres } from '../../bench/stages.ts'
import { done, http } from '../../support/http.ts'
import { OSCARS } from '../../support/league/examples.ts'
import { setUpAdmin } from '../../support/league/over-http.ts'
import { serverLog, wholeLog } from '../../support/log.ts'
import { postgresMissing } from '../../support/postgres-server.ts'
import { expectEachOnce } from '../crash/invariants.ts'
import { traceOf } from '../crash/log-values.ts'
import { NEVER, startWriters, type Writers } from '../crash/writers.ts'
import { report, times } from '../depth.ts'
import { type Instance, startLoadBalancer, untilReady } from './load-balancer.ts'
import { expectAllOnBoards, readBoards } from './picks-on-boards.ts'
import { expectVerified, makeVersions, type Version, type Versions } from './versions.ts'

const LASTS_MS = times(60) * 1_000
const EVENTS_BEFORE = 10_000
const SIZE = { players: 8, rounds: 6 }

describe.skipIf(postgresMissing)(
  `an upgrade without a pause on PostgreSQL${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let installation: Installation
    let versions: Versions
    let eventsBefore: number

    beforeAll(async () => {
      versions = await makeVersions()
      installation = await install('PostgreSQL', SIZE, EVENTS_BEFORE)
      const log = await serverLog(installation.env.DATABASE_URL ?? '')
      eventsBefore = (await wholeLog(log.store)).length
      await log.close()
    })
    afterAll(async () => {
      await installation?.remove()
      await stopPostgres()
      await versions?.remove()
    })

    test(`and its way back, after ${LASTS_MS / 1_000} s of both versions under load`, async () => {
      const { env, tokenFor, league } = installation
      const { seasonId, playerIds } = league
      const balancer = startLoadBalancer(env)
      const { visitor, wrong } = balancer
      const all: Instance[] = []
      const startReady = async (version: Version) => {
        const startedMs = performance.now()
        const instance = await balancer.start(version)
        all.push(instance)
        await untilReady(instance)
        return { instance, startMs: Math.round(performance.now() - startedMs) }
      }

      const { instance: oldOne } = await startReady(versions.old)
      const { instance: oldTwo } = await startReady(versions.old)
      const { token } = await setUpAdmin(oldOne.process.url)
      const admin = visitor.as(token)
      const lockTime = NEVER
      const { id: roundId } = await done(admin.post('/admin/rounds', { ...OSCARS, seasonId, lockTime }))
      await done(admin.post(`/admin/rounds/${roundId}/activate`))
      const writers = startWriters({ admin, visitor, seasonId, playerIds, tokenFor }, roundId, [
        OSCARS.sportName,
        traceOf('RoundActivated', roundId),
      ])
      const reader = { token, seasonId }
      const boards = readBoards(balancer, writers, reader)
      onTestFinished(async () => {
        await writers.stop()
        await boards.stop()
      })
      const expectAllOn = (...instances: Instance[]) => expectAllOnBoards(instances, writers, reader)

      const { instance: newOne, startMs: buildMs } = await startReady(versions.new)
      await expectAllOn(oldOne, oldTwo, newOne)
      await sleep(LASTS_MS)
      await expectAllOn(oldOne, oldTwo, newOne)
      await balancer.stop(oldOne)
      const { instance: newTwo } = await startReady(versions.new)
      await balancer.stop(oldTwo)
      await expectAllOn(newOne, newTwo)

      const { instance: oldAgain, startMs: backMs } = await startReady(versions.old)
      await expectAllOn(newOne, newTwo, oldAgain)
      await balancer.stop(newOne)
      await balancer.stop(newTwo)
      await expectAllOn(oldAgain)
      await writers.stop()
      const looks = await boards.stop()

      const { instance: newAgain } = await startReady(versions.new)
      await expectSameAnswers(oldAgain, newAgain, { token, paths: pathsOf(seasonId) })
      await balancer.stop(newAgain)
      await balancer.stop(oldAgain)

      expect(wrong).toEqual([])
      expect(writers.strange).toEqual([])
      // The port goes from who waits for the database to who serves; the end of the last one may not be noted yet.
      for (const { ready } of all)
        expect(ready.join(' ')).toMatch(/^(0 )?(503 )?(0 503 )?200( 503 0)+( 503)?$/)
      expect(newOne.ready, 'it listens while it builds its tables').toContain(503)
      await expectLogAndTables(writers)
      report({
        ...{ commands: writers.acknowledged.size, boards: looks },
        ...{ 'build in ms': buildMs, 'back in ms': backMs },
      })
    })

    async function expectLogAndTables(writers: Writers) {
      const { env } = installation
      const log = await serverLog(env.DATABASE_URL ?? '')
      const events = await wholeLog(log.store)
      await log.close()
      expectEachOnce(events.slice(eventsBefore), writers)
      for (const version of [versions.old, versions.new]) await expectVerified(version, env)
    }
  },
)

const pathsOf = (seasonId: number) => [
  `/public/leaderboard/season/${seasonId}`,
  `/public/leaderboard/season/${seasonId}/graph`,
  `/admin/leaderboard/season/${seasonId}`,
  ...[
    '/public/seasons',
    '/admin/seasons',
    '/admin/rounds',
    '/admin/users',
    '/admin/settings',
    '/admin/history',
  ],
]

/** Nobody writes any more. */
async function expectSameAnswers(
  one: Instance,
  other: Instance,
  { token, paths }: { token: string; paths: readonly string[] },
) {
  const [left, right] = [one, other].map(({ process }) => http(process.url).as(token))
  for (const path of paths) {
    const answer = await left?.get(path)
    expect(answer?.status, path).toBe(200)
    expect((await right?.get(path))?.text, path).toBe(answer?.text)
  }
}
