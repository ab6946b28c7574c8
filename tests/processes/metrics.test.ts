import { afterEach, describe, expect, test } from 'vitest'
import { VERSION } from '../../platform/version.ts'
import { applicationForTest } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { aLeague } from '../support/league/a-league.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function applicationWithMetrics() {
  const port = await freePort()
  const application = await applicationForTest({ config: { metrics: { host: '127.0.0.1', port } } })
  cleanups.push(application.close)
  return { application, url: `http://127.0.0.1:${port}/metrics` }
}

/** The figure of one series, such as `picks_outbox_mails{state="kept"}`. */
async function figureAt(url: string, series: string): Promise<number | undefined> {
  const text = await (await fetch(url)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

describe('metrics', () => {
  test('are off unless a port is set, and visitors never reach them', async () => {
    const plain = await applicationForTest()
    cleanups.push(plain.close)
    const { application } = await applicationWithMetrics()
    for (const { url } of [plain, application]) {
      const page = await (await fetch(`${url}/metrics`)).text()
      expect(page).not.toContain('picks_')
    }
  })

  test('tell what the server does, by the pattern of each route and never by a token', async () => {
    const { application, url } = await applicationWithMetrics()
    const league = await aLeague().withPlayers('Ann', 'Bob').withSeason().on(application)
    const roundId = await league.openRound({ lockTime: '2099-08-01T18:00:00Z' })
    const token = league.tokenFor(roundId, league.idOf('Ann'))
    await league.visitor.post(`/picks/${token}`, { picks: ['Reds'] })
    await league.visitor.post(`/picks/${token}`, { picks: ['Puces'] })

    const answered = 'picks_http_request_seconds_count{method="POST",route="/api/picks/:token"'
    expect(await figureAt(url, `${answered},status="200"}`)).toBe(1)
    expect(await figureAt(url, `${answered},status="400"}`)).toBe(1)
    expect(await figureAt(url, 'picks_events_appended_total')).toBeGreaterThan(5)
    expect(await figureAt(url, 'picks_append_seconds_count{outcome="appended"}')).toBeGreaterThan(5)
    expect(await figureAt(url, `picks_build_info{version="${VERSION}",node="${process.version}"}`)).toBe(1)
    // A pick is answered before the tables have it.
    const events = 'picks_projection_lag_events'
    await eventually('the read tables', async () => (await figureAt(url, events)) === 0)
    expect(await figureAt(url, 'picks_projection_lag_seconds')).toBe(0)
    // It is counted anew from look to look.
    const lag = 'nodejs_eventloop_lag_p99_seconds'
    await eventually('a turn of the event loop', async () => ((await figureAt(url, lag)) ?? 0) > 0)
    const kept = 'picks_outbox_mails{state="kept"}'
    await eventually('both mails', async () => (await figureAt(url, kept)) === 2)
    expect(await figureAt(url, 'picks_mail_attempts_total{outcome="kept"}')).toBe(2)
    expect(await figureAt(url, 'picks_outbox_oldest_seconds')).toBe(0)
    expect(await figureAt(url, 'picks_job_late_seconds{job="lock rounds"}')).toBeLessThan(30)
    expect(await figureAt(url, 'picks_job_runs_total{job="send mails",outcome="done"}')).toBeGreaterThan(0)
    expect(await (await fetch(url)).text()).not.toContain(token)
  })
})
