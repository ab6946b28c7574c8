import { expect, onTestFinished, test } from 'vitest'
import { copyTemplate } from '../../support/embedded.ts'
import { folderForTest } from '../../support/folder-for-test.ts'
import { freePort } from '../../support/free-port.ts'
import { aLeague } from '../../support/league/a-league.ts'
import { startPostgresServer } from '../../support/postgres-server.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { startSmtpServer } from '../../support/smtp-server.ts'
import { serverSettings } from '../crash/server-settings.ts'
import { report, times } from '../depth.ts'
import { startLoad } from './load.ts'
import { collectorEnv, growthOf, memoryTable, sampleMemory } from './memory.ts'

const MINUTES = times(1)
const PLAYERS = Array.from({ length: 20 }, (_, index) => `Player${index + 1}`)
const SAMPLE_MS = 2_000
/** A shorter run has hardly warmed up in its second quarter. */
const JUDGED_MINUTES = 5
const GROWTH_MAX = 0.1

test.each(['embedded', 'PostgreSQL'])(
  `a server (%s) that is used for ${MINUTES} minutes holds no more memory at the end`,
  async (mode) => {
    const smtp = await startSmtpServer()
    onTestFinished(smtp.stop)
    const metricsPort = await freePort()
    const settings = {
      ...(await serverSettings(await place(mode), smtp)),
      LOG_LEVEL: 'info',
      ...collectorEnv,
    }
    const server = startServerProcess({ ...settings, METRICS_PORT: `${metricsPort}` })
    onTestFinished(async () => void (await server.kill()))
    expect(await server.ready, server.output()).toBe('listening')
    const secret = settings.JWT_SECRET
    const league = await aLeague()
      .withPlayers(PLAYERS)
      .withSeason()
      .on({ url: server.url, dataDir: '' }, { secret })

    const load = startLoad(server.url, league)
    const over = AbortSignal.timeout(MINUTES * 60_000)
    const samples = await sampleMemory(`http://127.0.0.1:${metricsPort}/metrics`, SAMPLE_MS, over)
    await load.stop()
    console.log(memoryTable(samples))
    report({ minutes: MINUTES, answers: load.answered(), mails: smtp.mails.length })
    expect(load.failed).toEqual([])
    expect(smtp.mails.length).toBeGreaterThan(0)
    if (MINUTES >= JUDGED_MINUTES) {
      for (const figure of ['residentMb', 'heapMb'] as const) {
        expect(growthOf(samples, figure), figure).toBeLessThan(GROWTH_MAX)
      }
    } else console.warn(`Growth is not judged before ${JUDGED_MINUTES} minutes`)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  },
)

async function place(mode: string) {
  if (mode === 'PostgreSQL') {
    const postgres = await startPostgresServer()
    onTestFinished(postgres.stop)
    return { DATABASE_URL: await postgres.createDatabase() }
  }
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  return { DATA_DIR: dataDir }
}
