import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NoticeEvent } from '../../domain/rounds/asking.ts'
import {
  dueReminders,
  NO_REMINDERS_DONE,
  type ReminderEvent,
  type ReminderTimes,
  withReminder,
} from '../../domain/rounds/reminders.ts'
import { type RoundEvent, round } from '../../domain/rounds/round.ts'
import { planActivation } from '../../domain/rounds/round-opening.ts'
import { changeSettings, DEFAULT_SETTINGS, type Reminders, settings } from '../../domain/settings/settings.ts'
import { timeOfToday } from '../../platform/time/time-zone.ts'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { settableClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { aLeague } from '../support/league/a-league.ts'
import { commandsOn, eventsOfRound, seasonInLog } from '../support/league/commands.ts'
import { type LogForTest, serverLog } from '../support/log.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { startTickingProcess, type TickingProcess } from '../support/ticking-process.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** March, with the clock changes of New York and London in it. */
const START_MS = Date.parse('2028-03-01T00:00:00.000Z')
const END_MS = Date.parse('2028-04-01T00:00:00.000Z')
/** From here on the reminders go out before the lock. */
const CHANGED_MS = Date.parse('2028-03-16T12:00:00.000Z')

const DAILY: Reminders = { ...DEFAULT_SETTINGS.reminders, type: 'daily', dailyAt: '10:00:00' }
const BEFORE_LOCK: Reminders = { ...DAILY, type: 'before_lock', firstHours: 48, finalHours: 6 }

/** Some lock while reminders are daily, some afterwards, and one with too little time left for its first reminder. */
const ROUNDS = [
  { id: 1, timeZone: 'America/New_York', locksAt: '2028-03-12T18:00:00.000Z' },
  { id: 2, timeZone: 'Europe/London', locksAt: '2028-03-26T20:00:00.000Z' },
  { id: 3, timeZone: 'Australia/Lord_Howe', locksAt: '2028-03-29T03:17:41.000Z' },
  { id: 4, timeZone: 'Asia/Kolkata', locksAt: '2028-03-17T18:00:00.000Z' },
  { id: 5, timeZone: 'Africa/Cairo', locksAt: '2028-03-26T20:00:00.000Z' },
  { id: 6, timeZone: 'Pacific/Apia', locksAt: '2028-03-10T21:00:00.000Z' },
]

/** They open by themselves, two of them together, and lock when the month is over. */
const DRAFTS = [
  { id: 7, opensAt: '2028-03-12T07:00:00.000Z', locksAt: '2028-05-01T18:00:00.000Z' },
  { id: 8, opensAt: '2028-03-20T07:00:00.000Z', locksAt: '2028-05-01T18:00:00.000Z' },
  { id: 9, opensAt: '2028-03-20T07:00:00.000Z', locksAt: '2028-05-02T18:00:00.000Z' },
]

describe.skipIf(postgresMissing)(
  `two scheduler processes on one database${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    const clock = settableClock(toInstant(START_MS))
    let server: PostgresServer
    let log: LogForTest
    const processes: TickingProcess[] = []
    let cases: (RoundForTest & { happens: TimelineEntry[] })[] = []

    beforeAll(async () => {
      cases = ROUNDS.map((one) => ({ ...one, happens: whatTheRuleSays(one) }))
      server = await startPostgresServer()
      const url = await server.createDatabase()
      log = await serverLog(url)
      await openRounds()
      for (const _ of [1, 2]) processes.push(await startTickingProcess(url))
    }, 120_000)
    afterAll(async () => {
      for (const ticking of processes) await ticking.stop()
      await log?.close()
      await server?.stop()
    })

    test('send every reminder and publish every lock of a month once, ticking around each second that matters', async () => {
      const seconds = cases.flatMap(({ happens, locksAt }) => [
        ...happens.map(({ ms }) => ms),
        Date.parse(locksAt),
      ])
      await runThrough([...seconds, ...DRAFTS.map(({ opensAt }) => Date.parse(opensAt))])
      for (const { id, locksAt, happens } of cases) {
        const expected = [...happens.map(({ text }) => text), `locked at ${locksAt}`]
        expect(await published(id), `round ${id}`).toEqual(expected)
      }
    }, 400_000)

    test('and have opened by itself what was planned, once', async () => {
      for (const { id, opensAt } of DRAFTS) {
        const events = await eventsOfRound(log.store, id)
        const opened = events.filter(({ type }) => type === 'RoundActivated')
        expect(
          opened.map(({ metadata }) => [metadata.actor.kind, metadata.occurredAt]),
          `round ${id}`,
        ).toEqual([['scheduler', opensAt]])
      }
    })

    test.each(ROUNDS)('and the rule says of round $id, in $timeZone, what a calendar says', (one) => {
      const { happens = [] } = cases.find(({ id }) => id === one.id) ?? {}
      expect(happens.map(({ text }) => text)).toEqual(whatACalendarSays(one))
    })

    /** Every second near one that matters, and every three hours in between. Both processes tick at once. */
    async function runThrough(seconds: readonly number[]) {
      const ticks = new Set<number>()
      for (let ms = START_MS; ms < END_MS; ms += 3 * HOUR_MS) ticks.add(ms)
      for (const second of seconds) {
        for (let away = -1; away <= 2; away += 1) ticks.add(second + away * SECOND_MS)
      }
      let changed = false
      for (const ms of [...ticks].sort((left, right) => left - right)) {
        if (ms > CHANGED_MS && !changed) {
          clock.set(toInstant(CHANGED_MS))
          await remindersAre(BEFORE_LOCK)
          await tablesShowAll()
          changed = true
        }
        await Promise.all(processes.map((one) => one.tick(toInstant(ms))))
      }
    }

    async function openRounds() {
      await remindersAre(DAILY)
      let league = aLeague().withPlayers('Ann').withSeason({ yearStart: 2028, yearEnd: 2028 })
      for (const { timeZone, locksAt } of ROUNDS) {
        league = league.withRound({ timezone: timeZone, lockTime: locksAt })
      }
      for (const { locksAt } of DRAFTS) league = league.withDraft({ lockTime: locksAt })
      const commands = commandsOn(log.store, clock)
      await league.in({ ...commands, store: log.store })
      const inSeason = await seasonInLog(log.store, 1)
      for (const { id, opensAt } of DRAFTS) {
        await commands.run(round, [id], (state, now) => planActivation(state, inSeason, opensAt, now))
      }
    }

    function remindersAre(reminders: Reminders) {
      return commandsOn(log.store, clock).run(settings, [], (state) =>
        changeSettings(state, { ...state, reminders }),
      )
    }

    /** Until then a process goes by the settings that it knows, and is a tick behind. */
    async function tablesShowAll() {
      const read = readSchema(log.database.kysely, READ_SCHEMA)
      const head = await log.store.head()
      await eventually('the read tables', async () => {
        const { position } = await read.selectFrom('checkpoint').select('position').executeTakeFirstOrThrow()
        return position >= head
      })
    }

    async function published(roundId: number) {
      const events = [
        ...(await log.store.read(`notices-${roundId}`)),
        ...(await eventsOfRound(log.store, roundId)),
      ]
      return events.flatMap(({ type, data, metadata }) =>
        inWords({ type, data } as RoundEvent | NoticeEvent, metadata.occurredAt),
      )
    }
  },
)

type RoundForTest = (typeof ROUNDS)[number]
type TimelineEntry = { ms: number; text: string }

/** The rule, asked at every single second of the month. */
function whatTheRuleSays({ timeZone, locksAt }: RoundForTest): TimelineEntry[] {
  const happens: TimelineEntry[] = []
  let done = NO_REMINDERS_DONE
  const armed = toInstant(START_MS)
  const changed = toInstant(CHANGED_MS)
  let today: ReminderTimes['today'] & { endsMs: number } = { date: '', instant: '', endsMs: 0 }
  for (let ms = START_MS + SECOND_MS; ms < END_MS; ms += SECOND_MS) {
    const now = toInstant(ms)
    if (now >= locksAt) break
    const isDaily = ms <= CHANGED_MS
    if (ms >= today.endsMs) {
      today = { ...timeOfToday(now, timeZone, DAILY.dailyAt), endsMs: endOfDay(now, timeZone) }
    }
    const times: ReminderTimes = {
      settings: isDaily ? DAILY : BEFORE_LOCK,
      ...{ locksAt, today },
      armedAt: isDaily ? { daily: armed, beforeLock: armed } : { daily: changed, beforeLock: changed },
    }
    for (const { kind, slot, skipped } of dueReminders(done, times, now)) {
      const event: ReminderEvent = skipped
        ? { type: 'ReminderSkipped', data: { roundId: 1, seasonId: 1, kind, slot, why: skipped } }
        : {
            type: 'PlayersReminded',
            data: { roundId: 1, seasonId: 1, kind, recipients: [1], ...(kind === 'daily' ? { slot } : {}) },
          }
      done = withReminder(done, event)
      happens.push(...inWords(event, now).map((text) => ({ ms, text })))
    }
  }
  return happens
}

/** Ten o'clock of each day before the change, and the hours before the lock behind it, reckoned another way. */
function whatACalendarSays({ timeZone, locksAt }: RoundForTest): string[] {
  const first = Temporal.Instant.fromEpochMilliseconds(START_MS).toZonedDateTimeISO(timeZone)
  const texts: string[] = []
  for (let index = 0; index <= 31; index += 1) {
    const date = first.toPlainDate().add({ days: index })
    const ms = date.toZonedDateTime({ timeZone, plainTime: '10:00' }).epochMilliseconds
    if (ms > START_MS && ms <= CHANGED_MS && ms < Date.parse(locksAt)) {
      texts.push(`daily ${date} to 1 at ${toInstant(ms)}`)
    }
  }
  if (Date.parse(locksAt) <= CHANGED_MS) return texts
  const firstMs = Date.parse(locksAt) - 48 * HOUR_MS
  const finalMs = Date.parse(locksAt) - 6 * HOUR_MS
  texts.push(
    firstMs > CHANGED_MS
      ? `first to 1 at ${toInstant(firstMs)}`
      : `first ${toInstant(firstMs)} skipped: time_had_passed at ${toInstant(CHANGED_MS + SECOND_MS)}`,
    `final to 1 at ${toInstant(finalMs)}`,
  )
  return texts
}

function endOfDay(now: string, timeZone: string): number {
  const zoned = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone)
  return zoned.startOfDay().add({ days: 1 }).epochMilliseconds
}

function inWords(event: RoundEvent | NoticeEvent, occurredAt: string): string[] {
  if (event.type === 'RoundLocked') return [`locked at ${occurredAt}`]
  if (event.type === 'PlayersReminded') {
    const { kind, slot, recipients } = event.data
    return [`${kind} ${slot === undefined ? '' : `${slot} `}to ${recipients} at ${occurredAt}`]
  }
  if (event.type === 'ReminderSkipped') {
    const { kind, slot, why } = event.data
    return [`${kind} ${slot} skipped: ${why} at ${occurredAt}`]
  }
  return []
}

function toInstant(ms: number): string {
  return new Date(ms).toISOString()
}
