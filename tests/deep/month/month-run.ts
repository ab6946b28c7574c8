import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import type { MailDetails, Outbox } from '../../../api/contract/outbox.ts'
import type { ReminderEvent } from '../../../domain/rounds/reminders.ts'
import { findCheckpoint } from '../../../platform/database/checkpoints.ts'
import { openPrivateSchema } from '../../../platform/database/private-schema.ts'
import { resolveTime } from '../../../platform/time/time-zone.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/free-port.ts'
import { type Answer, done, http } from '../../support/http.ts'
import { aLeague } from '../../support/league/a-league.ts'
import { type League, signIn } from '../../support/league/over-http.ts'
import { type LogForTest, serverLog, wholeLog } from '../../support/log.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { shiftedClock } from '../../support/shifted-clock.ts'
import { type SmtpServerForTest, startSmtpServer } from '../../support/smtp-server.ts'
import { serverSettings } from '../crash/server-settings.ts'
import {
  type Deed,
  type Expected,
  PEOPLE,
  type Reminders,
  SEASONS,
  SPORTS,
  START,
  type Step,
  stepsOfMonth,
} from './month-plan.ts'
import { compareWithFormer } from './what-mails-say.ts'

/** So that a kill may come before the mail server has said that it took a mail. */
const THINKS_MS = 20
/** Of a command of a process that is gone, or of its mails, each by the clock of the server. */
const COMMAND_LEASE_MS = 61_000
/** A mail that is under way for as long, by the clock on the wall, is under way no more. */
const GONE_MS = 3_000
const KILL_WITHIN_MS = 2_500
/** What some mails take. */
const MAIL_MS = 60
const AWAY_SEEN_MS = 1_500
const AWAY_MS = 50 * 60_000

type Month = {
  /** Of each template about each sport, or by its subject, who was told it and how often. */
  told: Record<string, string>
  /** By what each mail is: its recipient and subject. */
  received: Record<string, number>
  /** How often a mail server took each mail. */
  deliveries: readonly number[]
  /** Of daily reminders: whom each mail of a day asks for which pick, and what the day asks of whom. */
  days: Awaited<ReturnType<typeof dailyMails>>
  /** What mails say of what they said before. */
  former: ReturnType<typeof compareWithFormer>
  kills: number
  outages: number
}

/** Where in a step the server is killed, from 0 to 1: at any moment of it, or while its mail goes out. */
export type Kill = { place: number; during: 'step' | 'mail' }
export type Trouble = { kill: Kill | null; isMailAway: boolean }

/** A whole month on a real server. `troubles` is asked in each step. */
export async function playMonth(
  databaseUrl: string,
  reminders: Reminders,
  troubles: () => Trouble,
): Promise<Month> {
  const smtp = await startSmtpServer(() => null, THINKS_MS)
  onTestFinished(smtp.stop)
  const clock = await clockAt(START)
  const settings = await serverSettings({ DATABASE_URL: databaseUrl }, smtp)
  const env = { ...settings, ...clock.env, PORT: `${await freePort()}`, LOG_LEVEL: 'warn' }
  let server = startServerProcess(env)
  onTestFinished(async () => void (await server.kill()))
  const listening = async () => expect(await server.ready, server.output()).toBe('listening')
  await listening()
  const league = await laidOut(server.url, settings.JWT_SECRET, reminders)
  const log = await serverLog(databaseUrl)
  onTestFinished(log.close)

  let kills = 0
  let outages = 0
  const steps = stepsOfMonth(reminders)
  for (const [index, step] of steps.entries()) {
    const { kill, isMailAway } = troubles()
    const mayBeAway = isMailAway && hoursBetween(step, steps[index + 1]) >= 1
    clock.jumpTo(step.at)
    smtp.isAway = mayBeAway
    await Promise.all([killAt(kill), play(step)])
    if (mayBeAway) await mailComesBack()
    await everybodyTold()
  }
  const former = compareWithFormer(smtp.mails)
  const told = await whoWasTold(await signIn(server.url))
  const days = await dailyMails(log, smtp)
  return { told, ...taken(smtp), former, days, kills, outages }

  /** After nearly an hour, of which the server sees the begin and the end. */
  async function mailComesBack() {
    await sleep(AWAY_SEEN_MS)
    clock.advance(AWAY_MS)
    await sleep(AWAY_SEEN_MS)
    smtp.isAway = false
    outages += 1
  }

  async function killAt(kill: Kill | null) {
    if (kill === null) return
    if (kill.during === 'mail') await nextMail()
    await sleep(kill.place * (kill.during === 'mail' ? MAIL_MS : KILL_WITHIN_MS))
    await server.kill()
    kills += 1
    server = startServerProcess(env)
    await listening()
  }

  /** Where the step has none, it is killed all the same. */
  async function nextMail() {
    const before = smtp.mails.length
    for (const endMs = performance.now() + KILL_WITHIN_MS; performance.now() < endMs; await sleep(1)) {
      if (smtp.mails.length > before) return
    }
  }

  async function play({ at, expects, deeds }: Step) {
    await eventually(`${at} ${JSON.stringify(expects)}`, () => isInLog(log, expects))
    for (const [index, deed] of deeds.entries()) await insistOn(deed, `${at}/${index}`)
  }

  /** As a client does that repeats what was not answered. */
  async function insistOn(deed: Deed, key: string) {
    await eventually(JSON.stringify(deed), async () => {
      const answer = await ask(deed, key).catch(() => null)
      if (answer?.text.includes('still under way')) clock.advance(COMMAND_LEASE_MS)
      if (answer === null || answer.status === 503 || answer.text.includes('still under way')) return false
      expect(answer.status, answer.text).toBeLessThan(300)
      return true
    })
  }

  async function ask(deed: Deed, key: string): Promise<Answer> {
    const headers = { 'Idempotency-Key': key }
    if ('pick' in deed) {
      const token = league.tokenFor(...deed.of)
      return http(server.url).post(`/picks/${token}`, { picks: [deed.pick] }, headers)
    }
    const admin = await signIn(server.url)
    return deed.method === 'put' ? admin.put(deed.path, deed.body) : admin.post(deed.path, deed.body, headers)
  }

  /** All events have become mail, and none waits: the clock goes on to the time of one that is held or was under way. */
  async function everybodyTold() {
    const admin = await signIn(server.url)
    const privateSchema = openPrivateSchema(log.database.kysely)
    let before = ''
    let sinceMs = performance.now()
    await eventually('the mail', async () => {
      const head = await log.store.head()
      if ((await findCheckpoint(privateSchema, 'mail')).position < head) return false
      const { mails }: Outbox = (await admin.get('/admin/outbox?state=queued')).body
      if (mails.length === 0) return head === (await log.store.head())
      const details: MailDetails[] = await Promise.all(
        mails.map(async ({ id }) => (await admin.get(`/admin/outbox/${id}`)).body),
      )
      const seen = details.map(({ id, state, attempts }) => `${id} ${state} ${attempts}`).join()
      if (seen !== before) sinceMs = performance.now()
      before = seen
      const isUnderWay = details.some(({ attempts }) => attempts > 0)
      if (isUnderWay && performance.now() - sinceMs < GONE_MS) return false
      const [due] = details.flatMap(({ dueAt }) => dueAt ?? []).sort()
      if (due !== undefined && due > clock.now()) clock.jumpTo(due)
      return false
    })
  }
}

const hoursBetween = ({ at }: Step, next: Step | undefined) =>
  next === undefined ? 1 : (Date.parse(next.at) - Date.parse(at)) / 3_600_000

/** The clock of the server, which only goes forward. */
async function clockAt(start: string) {
  const { env, shift } = await shiftedClock()
  let shiftMs = Date.parse(start) - Date.now()
  const advance = (ms: number) => {
    shiftMs += ms
    shift(shiftMs)
  }
  advance(0)
  const now = () => new Date(Date.now() + shiftMs).toISOString()
  const jumpTo = (instant: string) => {
    const aheadMs = Date.parse(instant) - Date.parse(now())
    expect(aheadMs, `The month has passed ${instant}`).toBeGreaterThan(0)
    advance(aheadMs)
  }
  return { env, advance, now, jumpTo }
}

async function laidOut(url: string, secret: string, reminders: Reminders): Promise<League> {
  let plan = aLeague().withPlayers(PEOPLE)
  for (const [index, { timeZone, ...season }] of SEASONS.entries()) {
    plan = plan.withSeason(season)
    for (const { seasonId, sportName, locks } of SPORTS) {
      const lockTime = resolveTime(locks, timeZone)
      if (seasonId === index + 1) plan = plan.withDraft({ sportName, lockTime, timezone: timeZone })
    }
  }
  const league = await plan.on({ url, dataDir: '' }, { secret })
  expect(league.playerIds).toEqual(PEOPLE.map((_, index) => index + 1))
  expect(league.roundIds).toEqual(SPORTS.map(({ id }) => id))
  await done(league.admin.put('/admin/settings', reminders))
  for (const { id, opens } of SPORTS) {
    await done(league.admin.put(`/admin/rounds/${id}/opening`, { opensAt: opens }))
  }
  return league
}

async function isInLog({ store }: LogForTest, expects: readonly Expected[]): Promise<boolean> {
  const events = await wholeLog(store)
  return expects.every(({ type, or, ...wanted }) =>
    events.some((event) => {
      const data = event.data as Record<string, unknown>
      const isOfType = event.type === type || event.type === or
      return isOfType && Object.entries(wanted).every(([key, value]) => data[key] === value)
    }),
  )
}

/** By date. `mails` in the order in which they arrived, by address, with the buttons that each has. */
async function dailyMails({ store, database }: LogForTest, { mails }: SmtpServerForTest) {
  const notices = await openPrivateSchema(database.kysely)
    .selectFrom('notices')
    .select(['mail_id', 'day'])
    .where('day', 'is not', null)
    .execute()
  const dayOf = new Map(notices.map(({ mail_id, day }) => [mail_id, day]))
  const arrived = new Map(mails.map((mail) => [mail.messageId, mail]))
  const daily = [...arrived.values()].flatMap(({ messageId = '', recipients, text = '' }) => {
    const day = dayOf.get(messageId.slice(1, messageId.indexOf('@')))
    const buttons = [...text.matchAll(/\/pick\/\d+-(\d+)-(\d+)-/g)].map(
      ([, round, of]) => `${of} in ${round}`,
    )
    return day ? [{ day, to: `${recipients}`, buttons }] : []
  })
  const missing = (await wholeLog(store)).flatMap(({ type, data }) => {
    const { kind, slot, roundId, recipients } = data as Extract<
      ReminderEvent,
      { type: 'PlayersReminded' }
    >['data']
    if (type !== 'PlayersReminded' || kind !== 'daily') return []
    return recipients.map((id) => ({ day: slot, button: `${id} in ${roundId}` }))
  })
  return { daily, missing }
}

const LISTED_MAX = 500

/** As the outbox on screen has it. One that was handed over and never answered may have been read. */
async function whoWasTold(admin: Pick<League['admin'], 'get'>): Promise<Month['told']> {
  const counts = new Map<string, Map<number, number>>()
  for (const state of ['sent', 'unconfirmed']) {
    const { mails }: Outbox = (await admin.get(`/admin/outbox?state=${state}`)).body
    expect(mails.length, 'all are listed').toBeLessThan(LISTED_MAX)
    for (const { id } of mails) {
      const mail: MailDetails = (await admin.get(`/admin/outbox/${id}`)).body
      for (const topic of topicsOf(mail)) {
        const players = counts.get(topic) ?? new Map<number, number>()
        for (const id of mail.playerIds) players.set(id, (players.get(id) ?? 0) + 1)
        counts.set(topic, players)
      }
    }
  }
  const inWords = (players: ReadonlyMap<number, number>) =>
    [...players]
      .sort(([one], [other]) => one - other)
      .map(([id, count]) => `${PEOPLE[id - 1]?.name}${count > 1 ? ` ${count} times` : ''}`)
      .join(', ')
  return Object.fromEntries([...counts].map(([topic, players]) => [topic, inWords(players)]).sort())
}

/** A mail with links to several sports tells of each. */
function topicsOf({ template, roundId, roundIds = roundId === null ? [] : [roundId], subject }: MailDetails) {
  if (roundIds.length === 0) return [`${template}: ${subject}`]
  return roundIds.map((id) => `${template}: ${SPORTS[id - 1]?.sportName}`)
}

function taken({ mails }: SmtpServerForTest): Pick<Month, 'received' | 'deliveries'> {
  const copies = new Map<string, number>()
  const received: Record<string, number> = {}
  for (const { messageId = '', recipients, subject } of mails) {
    const what = `${recipients}: ${subject}`
    if (!copies.has(messageId)) received[what] = (received[what] ?? 0) + 1
    copies.set(messageId, (copies.get(messageId) ?? 0) + 1)
  }
  return { received, deliveries: [...copies.values()] }
}
