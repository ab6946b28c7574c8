import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DomainEvent } from '../../domain/domain-event.ts'
import { pick, submitPick } from '../../domain/picks/pick.ts'
import { round } from '../../domain/rounds/round.ts'
import { completeRound } from '../../domain/rounds/round-decisions.ts'
import { planActivation } from '../../domain/rounds/round-opening.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { roundsIn } from '../../domain/seasons/season-stream.ts'
import { changeSettings, settings } from '../../domain/settings/settings.ts'
import { transact } from '../../platform/event-store/transact.ts'
import { resolveTime, wallClock } from '../../platform/time/time-zone.ts'
import { listDocuments } from '../../projections/read-models/find-documents.ts'
import { lockRounds } from '../../scheduler/jobs/lock-rounds.ts'
import { openRounds } from '../../scheduler/jobs/open-rounds.ts'
import { remindPlayers } from '../../scheduler/jobs/remind-players.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { depth } from '../deep/depth.ts'
import { caughtUp } from '../support/caught-up.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { seasonInLog } from '../support/league/commands.ts'
import { wholeLog } from '../support/log.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { reactToAll } from '../support/subscription.ts'

// A season is laid out in August. From then on the admin enters results, and nothing else.

const AUGUST = '2027-08-02T12:00:00.000Z'
const LAID_OUT = '2027-08-02T13:00:00.000Z'
const DECEMBER = '2027-12-01T12:00:00.000Z'
const [SEASON, ANN, BOB, CLEO] = [1, 1, 2, 3]
const HOUR_MS = 3_600_000

/** By their own clocks, which change on October 3rd, October 31st and November 7th. The last two open together. */
const [SYDNEY, LONDON, NEW_YORK] = ['Australia/Sydney', 'Europe/London', 'America/New_York']
const SPORTS = [
  { timeZone: SYDNEY, opens: '2027-09-20T09:00', locks: '2027-09-25T19:00' },
  { timeZone: SYDNEY, opens: '2027-09-28T09:00', locks: '2027-10-05T19:00' },
  { timeZone: SYDNEY, opens: '2027-10-10T09:00', locks: '2027-10-16T19:00' },
  { timeZone: LONDON, opens: '2027-10-20T08:00', locks: '2027-10-27T20:00' },
  { timeZone: LONDON, opens: '2027-10-25T08:00', locks: '2027-11-01T20:00' },
  { timeZone: LONDON, opens: '2027-11-03T08:00', locks: '2027-11-08T20:00' },
  { timeZone: NEW_YORK, opens: '2027-10-30T10:00', locks: '2027-11-05T13:00' },
  { timeZone: NEW_YORK, opens: '2027-11-04T10:00', locks: '2027-11-08T13:00' },
  { timeZone: NEW_YORK, opens: '2027-11-15T10:00', locks: '2027-11-20T13:00' },
  { timeZone: NEW_YORK, opens: '2027-11-15T10:00', locks: '2027-11-25T13:00' },
].map((sport, index) => ({ ...sport, id: index + 1, name: `Sport ${index + 1}` }))

type Parts = SchedulerParts & { clock: SettableClock }

let parts: Parts
beforeAll(async () => {
  const clock = settableClock(AUGUST)
  parts = { ...(await schedulerParts({ clock })), clock }
  let league = aLeague().withPlayers('Ann', 'Bob', 'Cleo').withSeason()
  for (const { name, timeZone, locks } of SPORTS) {
    league = league.withDraft({ sportName: name, timezone: timeZone, lockTime: instantOf(locks, timeZone) })
  }
  await league.in(parts)
  await parts.run(settings, [], (state) =>
    changeSettings(state, {
      ...state,
      reminders: { ...state.reminders, type: 'before_lock', firstHours: 48, finalHours: 6 },
    }),
  )
  const inSeason = await seasonInLog(parts.store, SEASON)
  for (const { id, opens, timeZone } of SPORTS) {
    await parts.run(round, [id], (state, now) =>
      planActivation(state, inSeason, instantOf(opens, timeZone), now),
    )
  }
  await caughtUp(parts)
}, 120_000)
afterAll(() => parts?.close())

test('ten sports open, remind and lock by themselves, in three zones over changes of their clocks', async () => {
  for (const ms of ticks()) await tick(new Date(ms).toISOString())
  const told = (await wholeLog(parts.store)) as unknown as Told[]
  for (const { id, timeZone, opens, locks } of SPORTS) {
    const locksAt = instantOf(locks, timeZone)
    expect(
      told.flatMap((event) => inWords(event, id, timeZone)),
      `sport ${id}`,
    ).toEqual([
      `${opens} opened by scheduler`,
      `${wallClock(hoursBefore(locksAt, 48), timeZone)} first to ${BOB}`,
      `${wallClock(hoursBefore(locksAt, 6), timeZone)} final to ${BOB}`,
      `${locks} locked by scheduler`,
      `${wallClock(hoursBefore(locksAt, -1), timeZone)} completed by admin`,
    ])
  }
  const byAdmins = told.filter(
    ({ metadata }) => metadata.actor.kind === 'admin' && metadata.occurredAt > LAID_OUT,
  )
  expect(new Set(byAdmins.map(({ type }) => type))).toEqual(new Set(['RoundCompleted']))
}, 600_000)

test('and everybody had each mail once', async () => {
  const mails = await parts.outbox()
  const counted: Record<string, number> = {}
  for (const { template, recipient_name, state } of mails) {
    const key = `${template} to ${recipient_name}: ${state}`
    counted[key] = (counted[key] ?? 0) + 1
  }
  const each = (name: string) => ({
    [`pick-link to ${name}: kept`]: 8,
    [`pick-links to ${name}: kept`]: 1,
    [`picks-locked to ${name}: kept`]: 10,
    [`results to ${name}: kept`]: 10,
  })
  expect(counted).toEqual({
    ...each('Ann'),
    ...each('Bob'),
    ...each('Cleo'),
    'reminder to Bob: kept': 10,
    'final-reminder to Bob: kept': 10,
  })
})

/** What a running server does within a second, and what people do. */
async function tick(now: string) {
  parts.clock.set(now)
  const before = await parts.store.head()
  await openRounds(parts)
  await lockRounds(parts)
  await remindPlayers(parts)
  if ((await parts.store.head()) !== before) await settle()
  const seasons = [...(await listDocuments(parts.read, 'season')).values()]
  for (const { roundId, status, locksAt } of seasons.flatMap(roundsIn)) {
    if (status === 'active') await pickFor(roundId)
    if (status === 'locked' && now >= hoursBefore(locksAt, -1)) await enterResult(roundId)
  }
}

async function settle() {
  await caughtUp(parts)
  await reactToAll(parts)
  await sendMails(parts)
}

/** Bob never does. */
async function pickFor(roundId: number) {
  for (const [playerId, team] of [
    [ANN, 'Reds'],
    [CLEO, 'Blues'],
  ] as const) {
    const context = await parts.pickContext(roundId, playerId)
    const now = parts.clock.now()
    const command = { id: randomUUID(), actor: { kind: 'player', id: playerId }, occurredAt: now } as const
    await transact(parts.store, {
      ...{ aggregate: pick, id: [roundId, playerId], command },
      decide: (state) => submitPick(state, context, [team], now),
    })
  }
  await caughtUp(parts)
}

async function enterResult(roundId: number) {
  const inSeason = await seasonInLog(parts.store, SEASON)
  const result = { places: { first: roundId % 2 === 0 ? 'Reds' : 'Blues' }, placements: [] }
  await parts.run(round, [roundId], (state) => completeRound(state, inSeason, result, NOBODY_PLACED))
  await settle()
}

/** Around each hour that matters, and now and then in between: every hour in the deep tests. */
function ticks(): number[] {
  const [start, end] = [Date.parse(LAID_OUT), Date.parse(DECEMBER)]
  const all = new Set<number>()
  const step = depth({ gate: 48, deep: 1 }) * HOUR_MS
  for (let ms = start; ms < end; ms += step) all.add(ms)
  for (const { timeZone, opens, locks } of SPORTS) {
    const locksAt = Date.parse(instantOf(locks, timeZone))
    const hours = [48, 6, 0, -1].map((before) => locksAt - before * HOUR_MS)
    for (const ms of [Date.parse(instantOf(opens, timeZone)), ...hours]) {
      for (const away of [-1_000, 0, 1_000]) all.add(ms + away)
    }
  }
  return [...all].sort((left, right) => left - right)
}

type Told = DomainEvent & { metadata: { actor: { kind: string }; occurredAt: string } }

function inWords({ type, data, metadata }: Told, roundId: number, timeZone: string): string[] {
  if (!('roundId' in data) || data.roundId !== roundId) return []
  const at = wallClock(metadata.occurredAt, timeZone)
  const by = `by ${metadata.actor.kind}`
  if (type === 'RoundActivated') return [`${at} opened ${by}`]
  if (type === 'RoundLocked') return [`${at} locked ${by}`]
  if (type === 'RoundCompleted') return [`${at} completed ${by}`]
  return type === 'PlayersReminded' ? [`${at} ${data.kind} to ${data.recipients}`] : []
}

function instantOf(local: string, timeZone: string): string {
  const instant = resolveTime(local, timeZone)
  const { epochMilliseconds } = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone)
  expect(Date.parse(instant)).toBe(epochMilliseconds)
  return instant
}

const hoursBefore = (instant: string, hours: number) =>
  new Date(Date.parse(instant) - hours * HOUR_MS).toISOString()
