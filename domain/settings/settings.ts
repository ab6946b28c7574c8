import { type Aggregate, atOf, type Instant, type Placed } from '../event.ts'
import { Refusal } from '../refusal.ts'
import { DEFAULT_POINTS, type Points } from '../seasons/points.ts'
import { checkNoPick, checkPoints } from '../seasons/rules.ts'

export type Branding = { title: string; tagline: string; footerMessage: string; championsTitle?: string }

/** What the hall of fame is called until an admin gives it another title. */
export const HALL = 'Hall of Fame'

export type Reminders = {
  type: 'daily' | 'before_lock' | 'none'
  /** HH:MM:SS, local time in each round's zone. */
  dailyAt: string
  firstHours: number
  finalHours: number
}

/** Whether a daily reminder tells of its sport alone, or of each sport of that day. */
export type ReminderGrouping = 'per_sport' | 'one_mail'

export type SettingsEvent =
  | { type: 'BrandingChanged'; data: Branding }
  | { type: 'DefaultTimeZoneChanged'; data: { timeZone: string } }
  | { type: 'PointsChanged'; data: { points: Points } }
  | { type: 'NoPickPointsChanged'; data: { points: number } }
  | { type: 'RemindersChanged'; data: Reminders }
  | { type: 'ReminderGroupingChanged'; data: { grouping: ReminderGrouping } }
  | { type: 'NotificationsSwitchedOn'; data: Record<string, never> }
  | { type: 'NotificationsSwitchedOff'; data: Record<string, never> }
  | { type: 'SecondFactorRequired'; data: Record<string, never> }
  | { type: 'SecondFactorMadeOptional'; data: Record<string, never> }

export type Settings = {
  branding: Branding
  timeZone: string
  points: Points
  /** For a sport in which a pick was owed and none made: -10 to 20. */
  noPick: number
  reminders: Reminders
  reminderGrouping: ReminderGrouping
  notificationsOn: boolean
  secondFactorRequired: boolean
  /** Empty until they change. */
  remindersChangedAt: Instant
}

export type SettingsForm = Omit<Settings, 'notificationsOn' | 'secondFactorRequired' | 'remindersChangedAt'>

export const DEFAULT_SETTINGS: Settings = {
  branding: {
    title: 'Go Make Your Picks',
    tagline: 'Predict. Compete. Win.',
    footerMessage: 'Built for Sports Fans',
  },
  timeZone: 'America/New_York',
  points: DEFAULT_POINTS,
  noPick: 0,
  reminders: { type: 'daily', dailyAt: '10:00:00', firstHours: 48, finalHours: 6 },
  reminderGrouping: 'per_sport',
  notificationsOn: true,
  secondFactorRequired: false,
  remindersChangedAt: '',
}

export const settings: Aggregate<Settings, SettingsEvent, []> = {
  stream: () => 'settings',
  initial: DEFAULT_SETTINGS,
  evolve,
}

function evolve(state: Settings, event: SettingsEvent & Placed): Settings {
  switch (event.type) {
    case 'BrandingChanged':
      return { ...state, branding: event.data }
    case 'DefaultTimeZoneChanged':
      return { ...state, timeZone: event.data.timeZone }
    case 'PointsChanged':
      return { ...state, points: event.data.points }
    case 'NoPickPointsChanged':
      return { ...state, noPick: event.data.points }
    case 'RemindersChanged':
      return { ...state, reminders: event.data, remindersChangedAt: atOf(event) }
    case 'ReminderGroupingChanged':
      return { ...state, reminderGrouping: event.data.grouping }
    case 'NotificationsSwitchedOn':
      return { ...state, notificationsOn: true }
    case 'NotificationsSwitchedOff':
      return { ...state, notificationsOn: false }
    case 'SecondFactorRequired':
      return { ...state, secondFactorRequired: true }
    case 'SecondFactorMadeOptional':
      return { ...state, secondFactorRequired: false }
  }
}

export function changeSettings(state: Settings, next: SettingsForm): SettingsEvent[] {
  checkBranding(next.branding)
  checkPoints(next.points)
  checkNoPick(next.noPick)
  checkReminders(next.reminders)

  const events: SettingsEvent[] = []
  if (!same(state.branding, next.branding)) events.push({ type: 'BrandingChanged', data: next.branding })
  if (state.timeZone !== next.timeZone) {
    events.push({ type: 'DefaultTimeZoneChanged', data: { timeZone: next.timeZone } })
  }
  if (!same(state.points, next.points)) events.push({ type: 'PointsChanged', data: { points: next.points } })
  if (state.noPick !== next.noPick) {
    events.push({ type: 'NoPickPointsChanged', data: { points: next.noPick } })
  }
  if (!same(state.reminders, next.reminders)) events.push({ type: 'RemindersChanged', data: next.reminders })
  if (state.reminderGrouping !== next.reminderGrouping) {
    events.push({ type: 'ReminderGroupingChanged', data: { grouping: next.reminderGrouping } })
  }
  return events
}

export function switchNotifications(state: Settings, on: boolean): SettingsEvent[] {
  if (state.notificationsOn === on) return []
  return [{ type: on ? 'NotificationsSwitchedOn' : 'NotificationsSwitchedOff', data: {} }]
}

export function requireSecondFactor(state: Settings, required: boolean): SettingsEvent[] {
  if (state.secondFactorRequired === required) return []
  return [{ type: required ? 'SecondFactorRequired' : 'SecondFactorMadeOptional', data: {} }]
}

function checkBranding({ title, tagline, footerMessage, championsTitle }: Branding) {
  checkLength('App title', title, 100)
  checkLength('App tagline', tagline, 200)
  checkLength('Footer message', footerMessage, 200)
  if (championsTitle !== undefined) checkLength('Hall of fame title', championsTitle, 100)
}

function checkLength(name: string, text: string, max: number) {
  const { length } = [...text]
  if (length < 1 || length > max) throw new Refusal('text-length', { name, min: 1, max })
}

function checkReminders({ type, dailyAt, firstHours, finalHours }: Reminders) {
  if (!/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(dailyAt)) throw new Refusal('daily-time-invalid')
  if (!inRange(firstHours, 2, 168)) throw new Refusal('first-reminder-hours', { min: 2, max: 168 })
  if (!inRange(finalHours, 1, 45)) throw new Refusal('final-reminder-hours', { min: 1, max: 45 })
  if (type === 'before_lock' && firstHours <= finalHours) throw new Refusal('reminder-order')
}

const inRange = (value: number, min: number, max: number) =>
  Number.isInteger(value) && value >= min && value <= max

const same = <T extends object>(left: T, right: T) =>
  (Object.keys({ ...left, ...right }) as (keyof T)[]).every((key) => left[key] === right[key])
