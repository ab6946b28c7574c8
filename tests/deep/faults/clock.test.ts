import { expect, onTestFinished, test } from 'vitest'
import { copyTemplate } from '../../support/embedded.ts'
import { eventually } from '../../support/eventually.ts'
import { folderForTest } from '../../support/folder-for-test.ts'
import { freePort } from '../../support/free-port.ts'
import { jobsHaveRun } from '../../support/job-runs.ts'
import { aLeague } from '../../support/league/a-league.ts'
import { FOOTBALL } from '../../support/league/examples.ts'
import { signIn } from '../../support/league/over-http.ts'
import { wholeLog } from '../../support/log.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { shiftedClock } from '../../support/shifted-clock.ts'
import { startSmtpServer } from '../../support/smtp-server.ts'
import { expectInvariants } from '../crash/invariants.ts'
import { traceOf } from '../crash/log-values.ts'
import { secretsOf } from '../crash/secrets.ts'
import { serverSettings, withInstallation } from '../crash/server-settings.ts'

const HOUR_MS = 3_600_000
const PLAYERS = ['Ann', 'Bob', 'Cleo']
const LOCKED = 'Picks are locked for this sport'

test('a server whose clock jumps 25 hours ahead and then 2 hours back locks once, reminds once, and opens nothing again', async () => {
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  const smtp = await startSmtpServer()
  onTestFinished(smtp.stop)
  const clock = await shiftedClock()
  const metricsPort = await freePort()
  const settings = { ...(await serverSettings({ DATA_DIR: dataDir }, smtp)), ...clock.env }
  const server = startServerProcess({ ...settings, METRICS_PORT: `${metricsPort}` })
  onTestFinished(async () => void (await server.kill()))
  expect(await server.ready, server.output()).toBe('listening')
  const league = await aLeague()
    .withPlayers(PLAYERS)
    .withSeason()
    .on({ url: server.url, dataDir }, { secret: settings.JWT_SECRET })
  const [ann = 0] = league.playerIds
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const reminders = { reminderType: 'before_lock', reminderFirstHours: 48, reminderFinalHours: 6 }
  expect(await league.admin.put('/admin/settings', reminders)).toMatchObject({ status: 200 })

  const soon = await league.openRound({ sportName: 'Soon', lockTime: inHours(24) })
  const byHand = await league.openRound({ sportName: 'By hand', lockTime: inHours(100) })
  const later = await league.openRound({
    sportName: 'Later',
    lockTime: inHours(72),
    teams: ['Lions', 'Bears'],
  })
  await mailsOf('Soon', 3)
  expect(await pick(soon, 'Reds')).toMatchObject({ status: 200 })

  clock.shift(25 * HOUR_MS)
  await jobsHaveRun(metricsPort)
  expect(await league.admin.get('/auth/me')).toMatchObject({ status: 401 })
  const admin = await signIn(server.url)
  expect(await pick(soon, 'Blues')).toMatchObject({ status: 403, body: { error: LOCKED } })
  await mailsOf('Later', 3 + 3)
  expect(await pick(later, 'Lions')).toMatchObject({ status: 200 })
  expect(await admin.post(`/admin/rounds/${byHand}/lock`)).toMatchObject({ status: 200 })
  await openAnother('Ahead')
  await eventually('the published lock', async () => {
    const { text } = await admin.get(`/admin/history?round=${byHand}`)
    return text.includes('RoundLocked')
  })

  clock.shift(23 * HOUR_MS)
  await jobsHaveRun(metricsPort)
  expect(await admin.get('/auth/me')).toMatchObject({ status: 200 })
  for (const roundId of [soon, byHand]) {
    expect(await admin.get(`/admin/rounds/${roundId}`)).toMatchObject({ body: { status: 'locked' } })
    expect(await pick(roundId, 'Greens')).toMatchObject({ status: 403, body: { error: LOCKED } })
  }
  expect(await pick(later, 'Bears')).toMatchObject({ status: 200 })
  await openAnother('Back')

  clock.shift(25 * HOUR_MS)
  await jobsHaveRun(metricsPort)
  await openAnother('Ahead again')
  expect(await admin.get('/health')).toMatchObject({ body: { status: 'ok' } })
  expect(await server.stop()).toEqual({ code: 0, signal: null })

  await withInstallation(settings, async (kept) => {
    const events = await wholeLog(kept.store)
    const roundIn = ({ data }: (typeof events)[number]) => (data as { roundId: number }).roundId
    const told = (type: string) => events.filter((event) => event.type === type).map(roundIn)
    expect(told('RoundLocked').sort()).toEqual([soon, byHand].sort())
    expect(told('PlayersReminded')).toEqual([later])
    const all = new Set([
      ...PLAYERS,
      ...['Soon', 'By hand', 'Later', 'Ahead', 'Back', 'Ahead again', 'Reds', 'Lions', 'Bears'],
      ...events.map((event) => traceOf('RoundActivated', roundIn(event))),
    ])
    const secrets = secretsOf(settings, smtp)
    await expectInvariants(kept, {
      sent: all,
      acknowledged: new Set(),
      smtp,
      outputs: [server.output()],
      secrets,
    })
  })

  function pick(roundId: number, team: string) {
    return league.visitor.post(`/picks/${league.tokenFor(roundId, ann)}`, { picks: [team] })
  }

  async function openAnother(sportName: string) {
    const values = { ...FOOTBALL, seasonId: league.seasonId, sportName, lockTime: inHours(1_000) }
    const made = await (await signIn(server.url)).post('/admin/rounds', values)
    expect(await (await signIn(server.url)).post(`/admin/rounds/${made.body.id}/activate`)).toMatchObject({
      status: 200,
    })
    await mailsOf(sportName, 3)
  }

  async function mailsOf(sportName: string, count: number) {
    const isAbout = ({ subject = '' }) => subject.includes(sportName)
    await eventually(
      `${count} mails about ${sportName}`,
      async () => smtp.mails.filter(isAbout).length >= count,
    )
  }
})
