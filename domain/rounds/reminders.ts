import type { Instant } from '../event.ts'
import type { Reminders } from '../settings/settings.ts'

export type AutomaticReminder = 'daily' | 'first' | 'final'

/**
 * - `time_had_passed`: already when the sport was activated, its lock time moved, or the settings changed
 * - `overtaken`: the final reminder was due by then
 * - `nobody_left`: everybody had picked, has no address, or wants no reminders
 */
export type SkipReason = 'time_had_passed' | 'overtaken' | 'nobody_left'

/** In the stream of the round's notices. */
export type ReminderEvent =
  | {
      type: 'PlayersReminded'
      data: {
        roundId: number
        seasonId: number
        kind: 'by_hand' | AutomaticReminder
        recipients: readonly number[]
        slot?: string
      }
    }
  | {
      type: 'ReminderSkipped'
      data: {
        roundId: number
        seasonId: number
        kind: AutomaticReminder
        slot: string
        why: SkipReason
      }
    }

/** A skipped one is looked at again only if its time moves to a later instant. */
type Done = 'sent' | { dueAt: Instant } | null

export type RemindersDone = { first: Done; final: Done; daily: { date: string } | null }

export const NO_REMINDERS_DONE: RemindersDone = { first: null, final: null, daily: null }

export const withReminder = (done: RemindersDone, event: ReminderEvent): RemindersDone => ({
  ...done,
  ...doneBy(event),
})

function doneBy({ type, data }: ReminderEvent): Partial<RemindersDone> {
  const { kind, slot } = data
  if (kind === 'by_hand') return {}
  if (kind === 'daily') return slot === undefined ? {} : { daily: { date: slot } }
  return { [kind]: type === 'PlayersReminded' ? 'sent' : { dueAt: slot } }
}

export type ReminderTimes = {
  settings: Reminders
  locksAt: Instant
  today: { date: string; instant: Instant }
  armedAt: { daily: Instant; beforeLock: Instant }
}

export type DueReminder = {
  kind: AutomaticReminder
  slot: string
  skipped: Exclude<SkipReason, 'nobody_left'> | null
}

/** One that fell due while no server ran is sent late: a daily one only on the same day, none after the lock. */
export function dueReminders(done: RemindersDone, times: ReminderTimes, now: Instant): DueReminder[] {
  if (now >= times.locksAt) return []
  switch (times.settings.type) {
    case 'daily':
      return dueDaily(done, times, now)
    case 'before_lock':
      return dueBeforeLock(done, times, now)
    case 'none':
      return []
  }
}

function dueDaily(done: RemindersDone, { today, armedAt }: ReminderTimes, now: Instant): DueReminder[] {
  const isDue = today.instant <= now && isLeft(done, today, armedAt)
  return isDue ? [{ kind: 'daily', slot: today.date, skipped: null }] : []
}

const isLeft = (
  { daily }: RemindersDone,
  { date, instant }: ReminderTimes['today'],
  armedAt: ReminderTimes['armedAt'],
) => armedAt.daily < instant && (daily === null || daily.date < date)

/** Whether the daily reminder of that day is still to come, or late: then a mail of the day takes in its sport. */
export function isDailyToCome(
  done: RemindersDone,
  { settings, locksAt, today, armedAt }: ReminderTimes,
  day: ReminderTimes['today'],
): boolean {
  const isOver = day.date < today.date || locksAt <= day.instant
  return settings.type === 'daily' && !isOver && isLeft(done, day, armedAt)
}

function dueBeforeLock(done: RemindersDone, times: ReminderTimes, now: Instant): DueReminder[] {
  const { firstHours, finalHours } = times.settings
  const finalAt = hoursBefore(times.locksAt, finalHours)
  const one = (kind: 'first' | 'final', dueAt: Instant): DueReminder[] => {
    if (now < dueAt || isDone(done[kind], dueAt)) return []
    if (dueAt <= times.armedAt.beforeLock) return [{ kind, slot: dueAt, skipped: 'time_had_passed' }]
    return [{ kind, slot: dueAt, skipped: kind === 'first' && now >= finalAt ? 'overtaken' : null }]
  }
  return [...one('first', hoursBefore(times.locksAt, firstHours)), ...one('final', finalAt)]
}

const isDone = (done: Done, dueAt: Instant) => done === 'sent' || (done !== null && dueAt <= done.dueAt)

const HOUR_MS = 3_600_000

const hoursBefore = (instant: Instant, hours: number): Instant =>
  new Date(Date.parse(instant) - hours * HOUR_MS).toISOString()
