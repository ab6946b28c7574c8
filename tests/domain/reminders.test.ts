import { describe, expect, test } from 'vitest'
import { notices, remindByHand, remindOnTime } from '../../domain/rounds/asking.ts'
import type {
  AutomaticReminder,
  ReminderEvent,
  ReminderTimes,
  SkipReason,
} from '../../domain/rounds/reminders.ts'
import { dueReminders, isDailyToCome } from '../../domain/rounds/reminders.ts'
import { type RoundEvent, round } from '../../domain/rounds/round.ts'
import { season } from '../../domain/seasons/season.ts'
import { DEFAULT_SETTINGS, type Reminders } from '../../domain/settings/settings.ts'
import {
  active,
  ann,
  bob,
  completed,
  dayAfter,
  draft,
  everybodyJoined,
  familyCup,
  football,
  locked,
  lockedByHand,
  lockTime,
  longBefore,
  roundDeleted,
  roundPurged,
  roundRestored,
  seasonDeactivated,
  seasonDeleted,
  seasonEnded,
} from './family-cup-events.ts'
import { open } from './family-cup-states.ts'
import { given, stateOf } from './given-when-then.ts'

const recipients = [ann, bob]
const HOUR_MS = 3_600_000

/** So many elapsed hours before the lock, and some milliseconds later. */
const hoursLeft = (hours: number, ms = 0) =>
  new Date(Date.parse(lockTime) - hours * HOUR_MS + ms).toISOString()

const daily: Reminders = { ...DEFAULT_SETTINGS.reminders, type: 'daily' }
const beforeLock: Reminders = { ...daily, type: 'before_lock', firstHours: 48, finalHours: 6 }
const none: Reminders = { ...daily, type: 'none' }

/** Ten in the morning of the day before the lock, in New York. */
const TEN = '2027-03-13T15:00:00.000Z'
const today = { date: '2027-03-13', instant: TEN }

const timesOf = (settings: Reminders, changes: Partial<ReminderTimes> = {}): ReminderTimes => ({
  settings,
  locksAt: lockTime,
  today,
  armedAt: { daily: longBefore, beforeLock: longBefore },
  ...changes,
})
const armed = (at: string) => ({ armedAt: { daily: at, beforeLock: at } })

const sent = (kind: AutomaticReminder, slot?: string): ReminderEvent => ({
  type: 'PlayersReminded',
  data: { roundId: football, seasonId: familyCup, kind, recipients, ...(slot === undefined ? {} : { slot }) },
})
const skipped = (kind: AutomaticReminder, slot: string, why: SkipReason): ReminderEvent => ({
  type: 'ReminderSkipped',
  data: { roundId: football, seasonId: familyCup, kind, slot, why },
})
const lockMoved = (locksAt: string): RoundEvent => ({
  type: 'RoundRescheduled',
  data: { roundId: football, locksAt, timeZone: 'America/New_York' },
})

/** To a sport, and to those who play for it. */
type Happened = RoundEvent | ReminderEvent
const isReminder = (event: Happened): event is ReminderEvent =>
  event.type === 'PlayersReminded' || event.type === 'ReminderSkipped'

/** What the scheduler adds at an instant, when it runs as often as there is something to do. */
function happens(
  history: readonly Happened[],
  times: ReminderTimes,
  now: string,
  { inSeason = open, players = recipients as readonly number[] } = {},
): ReminderEvent[] {
  const noticed = stateOf(notices, ...history.filter(isReminder))
  const sport = stateOf(round, ...history.filter((event) => !isReminder(event)))
  const [due] = dueReminders(noticed.done, times, now)
  if (!due) return []
  const at = { times, recipients: players, now }
  const events = remindOnTime(noticed, { round: sport, season: inSeason }, due, at)
  return events.length === 0
    ? []
    : [...events, ...happens([...history, ...events], times, now, { inSeason, players })]
}

describe('a daily reminder of another sport takes in this one', () => {
  const next = { date: '2027-03-14', instant: '2027-03-14T14:00:00.000Z' }
  const until = { locksAt: '2027-03-20T18:00:00.000Z' }

  test.each([
    ['while its own is still to come that day', {}, [], today, true],
    ['when its own of the next day comes after it', until, [sent('daily', today.date)], next, true],
    ['not once its own has gone out', {}, [sent('daily', today.date)], today, false],
    ['not once its own was skipped', {}, [skipped('daily', today.date, 'nobody_left')], today, false],
    ['not when that day is over here', { today: next }, [], today, false],
    ['not when it locks first', { locksAt: TEN }, [], today, false],
    ['not when it was opened after its own time', armed(TEN), [], today, false],
    ['not where reminders come before the lock', { settings: beforeLock }, [], today, false],
  ] as const)('%s', (_, changes, before, day, isTakenIn) => {
    const { done } = stateOf(notices, ...before)
    expect(isDailyToCome(done, timesOf(daily, changes), day)).toBe(isTakenIn)
  })
})

describe('the daily reminder', () => {
  const at = (now: string, changes: Partial<ReminderTimes> = {}, history: Happened[] = active) =>
    happens(history, timesOf(daily, changes), now)

  test('goes out from its time on, and not a millisecond before', () => {
    expect(at('2027-03-13T14:59:59.999Z')).toEqual([])
    expect(at(TEN)).toEqual([sent('daily', '2027-03-13')])
  })

  test('goes out once a local day, however late it is looked for', () => {
    const once = [...active, sent('daily', '2027-03-13')]
    expect(at('2027-03-14T03:59:59.000Z', {}, once)).toEqual([])
    const tomorrow = { today: { date: '2027-03-14', instant: '2027-03-14T14:00:00.000Z' } }
    expect(at('2027-03-14T13:59:59.999Z', tomorrow, once)).toEqual([])
    expect(at('2027-03-14T14:00:00.000Z', tomorrow, once)).toEqual([sent('daily', '2027-03-14')])
  })

  test('goes out late on the same day when nobody was there to send it, and never for yesterday', () => {
    expect(at('2027-03-14T03:59:59.999Z')).toEqual([sent('daily', '2027-03-13')])
    const tomorrow = { today: { date: '2027-03-14', instant: '2027-03-14T14:00:00.000Z' } }
    expect(at('2027-03-14T04:00:00.000Z', tomorrow)).toEqual([])
  })

  test('waits for the next day when the sport was activated at that time or after it', () => {
    expect(at('2027-03-13T20:00:00.000Z', armed('2027-03-13T14:59:59.999Z'))).toHaveLength(1)
    expect(at('2027-03-13T20:00:00.000Z', armed(TEN))).toEqual([])
    expect(at('2027-03-13T20:00:00.000Z', armed('2027-03-13T15:00:00.001Z'))).toEqual([])
  })

  test('never goes out at the lock or after it, however near its time is', () => {
    const lockDay = { today: { date: '2027-03-14', instant: lockTime } }
    expect(at(lockTime, lockDay)).toEqual([])
    expect(at('2027-03-14T18:30:00.000Z', lockDay)).toEqual([])
    const justInTime = { today: { date: '2027-03-14', instant: hoursLeft(0, -1) } }
    expect(at(hoursLeft(0, -1), justInTime)).toEqual([sent('daily', '2027-03-14')])
  })

  test('does not go out again when its time is moved to later that day', () => {
    const evening = '2027-03-14T00:00:00.000Z'
    const moved = { today: { date: '2027-03-13', instant: evening }, ...armed('2027-03-13T18:00:00.000Z') }
    expect(at(evening, moved, [...active, sent('daily', '2027-03-13')])).toEqual([])
  })

  test('is not caught up when its time is moved to earlier that day', () => {
    expect(at('2027-03-13T20:00:00.000Z', armed('2027-03-13T19:00:00.000Z'))).toEqual([])
  })

  test('never goes back to a date that is done, in a zone where it is still yesterday', () => {
    const west = { today: { date: '2027-03-12', instant: '2027-03-13T09:00:00.000Z' } }
    expect(at(TEN, west, [...active, sent('daily', '2027-03-13')])).toEqual([])
  })

  test('is recorded as skipped, once, when there is nobody left to remind', () => {
    const nobody = happens(active, timesOf(daily), TEN, { players: [] })
    expect(nobody).toEqual([skipped('daily', '2027-03-13', 'nobody_left')])
    expect(at('2027-03-13T20:00:00.000Z', {}, [...active, ...nobody])).toEqual([])
  })
})

describe('the reminders before the lock', () => {
  const at = (now: string, changes: Partial<ReminderTimes> = {}, history: Happened[] = active) =>
    happens(history, timesOf(beforeLock, changes), now)

  test('go out 48 and 6 elapsed hours before it, across a clock change', () => {
    expect(at(hoursLeft(48, -1))).toEqual([])
    expect(at('2027-03-12T18:00:00.000Z')).toEqual([sent('first')])
    const first = [...active, sent('first')]
    expect(at(hoursLeft(6, -1), {}, first)).toEqual([])
    expect(at('2027-03-14T12:00:00.000Z', {}, first)).toEqual([sent('final')])
  })

  test('go out once each', () => {
    const both = [...active, sent('first'), sent('final')]
    for (const hours of [48, 24, 6, 1]) expect(at(hoursLeft(hours), {}, both)).toEqual([])
  })

  test('go out late when nobody was there to send them, but not at the lock or after it', () => {
    expect(at(hoursLeft(20))).toEqual([sent('first')])
    const first = [...active, sent('first')]
    expect(at(hoursLeft(0, -1), {}, first)).toEqual([sent('final')])
    expect(at(lockTime, {}, first)).toEqual([])
    expect(at(dayAfter, {}, first)).toEqual([])
  })

  test('do not go out together: the first is overtaken when the final one is due', () => {
    expect(at(hoursLeft(6))).toEqual([skipped('first', hoursLeft(48), 'overtaken'), sent('final')])
    expect(at(hoursLeft(6, -1))).toEqual([sent('first')])
  })

  test('are recorded as skipped when less time was left at the activation', () => {
    const fiveHours = armed(hoursLeft(5))
    const both = [
      skipped('first', hoursLeft(48), 'time_had_passed'),
      skipped('final', hoursLeft(6), 'time_had_passed'),
    ]
    expect(at(hoursLeft(5), fiveHours)).toEqual(both)
    expect(at(hoursLeft(1), fiveHours, [...active, ...both])).toEqual([])
  })

  test('leave the final one when only the first has come too late', () => {
    const history = [...active, skipped('first', hoursLeft(48), 'time_had_passed')]
    expect(at(hoursLeft(30), armed(hoursLeft(30)))).toEqual(history.slice(-1))
    expect(at(hoursLeft(6), armed(hoursLeft(30)), history)).toEqual([sent('final')])
  })

  test('are recorded as skipped, once, when there is nobody left to remind', () => {
    const nobody = happens(active, timesOf(beforeLock), hoursLeft(48), { players: [] })
    expect(nobody).toEqual([skipped('first', hoursLeft(48), 'nobody_left')])
    expect(at(hoursLeft(40), {}, [...active, ...nobody])).toEqual([])
  })
})

describe('moving the lock time', () => {
  const moved = (hours: number, armedAt: string, now: string, history: Happened[]) => {
    const locksAt = hoursLeft(-hours)
    const times = timesOf(beforeLock, { locksAt, ...armed(armedAt) })
    return happens([...active, ...history, lockMoved(locksAt)], times, now)
  }

  test('back sends no old reminder', () => {
    expect(moved(-40, hoursLeft(60), hoursLeft(60), [])).toEqual([
      skipped('first', hoursLeft(88), 'time_had_passed'),
    ])
    expect(moved(-56, hoursLeft(60), hoursLeft(60), [sent('first')])).toEqual([
      skipped('final', hoursLeft(62), 'time_had_passed'),
    ])
  })

  test('back leaves alone what was skipped before', () => {
    const history = [skipped('first', hoursLeft(48), 'nobody_left')]
    expect(moved(-10, hoursLeft(30), hoursLeft(30), history)).toEqual([])
  })

  test('forward arms again what was skipped', () => {
    const history = [
      skipped('first', hoursLeft(48), 'time_had_passed'),
      skipped('final', hoursLeft(6), 'time_had_passed'),
    ]
    expect(moved(72, hoursLeft(5), hoursLeft(5), history)).toEqual([])
    expect(moved(72, hoursLeft(5), hoursLeft(48 - 72), history)).toEqual([sent('first')])
    expect(moved(72, hoursLeft(5), hoursLeft(6 - 72), [...history, sent('first')])).toEqual([sent('final')])
  })

  test('forward never sends again what was sent', () => {
    const history = [sent('first'), sent('final')]
    for (const hours of [48, 24, 6, 1]) {
      expect(moved(72, hoursLeft(1), hoursLeft(hours - 72), history)).toEqual([])
    }
  })

  test('forward and back again brings nothing back', () => {
    const history = [skipped('first', hoursLeft(48), 'time_had_passed'), lockMoved(hoursLeft(-72))]
    expect(moved(0, hoursLeft(20), hoursLeft(20), history)).toEqual([])
  })

  test('while a reminder is being decided leaves it to the next look', () => {
    given(notices)
      .when(
        remindOnTime,
        { round: stateOf(round, ...active, lockMoved(hoursLeft(-72))), season: open },
        { kind: 'first', slot: hoursLeft(48) },
        { times: timesOf(beforeLock), recipients, now: hoursLeft(48) },
      )
      .thenNothing()
  })
})

describe('changing the settings', () => {
  test('sends nothing at once: what would have been due is skipped', () => {
    const times = timesOf({ ...beforeLock, firstHours: 96 }, armed(hoursLeft(80)))
    expect(happens(active, times, hoursLeft(80))).toEqual([
      skipped('first', hoursLeft(96), 'time_had_passed'),
    ])
  })

  test('to fewer hours arms again what was skipped, and never what was sent', () => {
    const times = timesOf({ ...beforeLock, firstHours: 24 }, armed(hoursLeft(40)))
    const late = [...active, skipped('first', hoursLeft(48), 'time_had_passed')]
    expect(happens(late, times, hoursLeft(24))).toEqual([sent('first')])
    expect(happens([...active, sent('first')], times, hoursLeft(24))).toEqual([])
  })

  test('to another kind and back sends nothing twice', () => {
    const history = [...active, sent('daily', today.date), sent('first')]
    expect(happens(history, timesOf(beforeLock), hoursLeft(30))).toEqual([])
    expect(happens(history, timesOf(daily), hoursLeft(30))).toEqual([])
  })

  test('to none stops them', () => {
    for (const hours of [48, 27, 6, 1]) expect(happens(active, timesOf(none), hoursLeft(hours))).toEqual([])
  })
})

describe('nobody is reminded', () => {
  const inTime = { times: timesOf(daily), recipients, now: TEN }
  const slot = { kind: 'daily', slot: today.date } as const
  const opened = stateOf(round, ...active)

  test.each([
    ['is missing', []],
    ['is a draft', draft],
    ['is locked', locked],
    ['was locked by hand', lockedByHand],
    ['is completed', completed],
    ['is deleted', [...active, roundDeleted]],
    ['is purged', [...active, roundDeleted, roundPurged]],
  ])('of a sport that %s', (_, history: RoundEvent[]) => {
    given(notices)
      .when(remindOnTime, { round: stateOf(round, ...history), season: open }, slot, inTime)
      .thenNothing()
  })

  test.each([
    ['is not active', [...everybodyJoined, seasonDeactivated]],
    ['has ended', [...everybodyJoined, seasonEnded]],
    ['is deleted', [...everybodyJoined, seasonDeleted]],
    ['is missing', []],
  ])('in a season that %s', (_, history) => {
    given(notices)
      .when(remindOnTime, { round: opened, season: stateOf(season, ...history) }, slot, inTime)
      .thenNothing()
  })

  test('for a slot that is not due', () => {
    const tomorrow = { kind: 'daily', slot: '2027-03-14' } as const
    const context = { round: opened, season: open }
    given(notices).when(remindOnTime, context, tomorrow, inTime).thenNothing()
    given(notices)
      .when(remindOnTime, context, { kind: 'final', slot: hoursLeft(6) }, inTime)
      .thenNothing()
  })

  test('but once, although the sport was deleted and restored in between', () => {
    const history = [...active, sent('daily', today.date), roundDeleted, roundRestored]
    expect(happens(history, timesOf(daily), '2027-03-13T20:00:00.000Z')).toEqual([])
    expect(happens([...active, roundDeleted, roundRestored], timesOf(daily), TEN)).toHaveLength(1)
  })
})

describe('reminding by hand', () => {
  const byHand: ReminderEvent = {
    type: 'PlayersReminded',
    data: { roundId: football, seasonId: familyCup, kind: 'by_hand', recipients },
  }
  const remind = (now: string, history: RoundEvent[] = active, inSeason = open, players = recipients) =>
    given(notices).when(() => remindByHand(stateOf(round, ...history), inSeason, players, now))

  test('neither uses up nor repeats the automatic reminders', () => {
    remind(TEN).then(byHand)
    const done = [sent('daily', today.date), skipped('first', hoursLeft(48), 'nobody_left')]
    expect(stateOf(notices, ...done, byHand)).toEqual(stateOf(notices, ...done))
  })

  test('does nothing when nobody is left to remind', () => {
    remind(TEN, active, open, []).thenNothing()
  })

  test('is refused unless the sport is open for picks', () => {
    const CLOSED = 'Reminders go out only while a sport is open for picks'
    for (const history of [draft, locked, lockedByHand, completed]) {
      remind(TEN, history).thenRefused('wrong_state', CLOSED)
    }
    remind(lockTime).thenRefused('wrong_state', CLOSED)
    remind(TEN, [...active, roundDeleted]).thenRefused('not_found', 'Sport not found')
  })

  test('is refused in a season that is not active', () => {
    remind(TEN, active, stateOf(season, ...everybodyJoined, seasonDeactivated)).thenRefused(
      'wrong_state',
      'The season is not active',
    )
  })
})

test('a daily reminder keeps its date and the others need none, so that each is told from its like', () => {
  const { done } = stateOf(notices, sent('daily', today.date), sent('first'))
  expect(done).toMatchObject({ daily: { date: today.date }, first: 'sent', final: null })
})
