import { describe, expect, test } from 'vitest'
import { PLACES } from '../../domain/seasons/points.ts'
import {
  changeSettings,
  DEFAULT_SETTINGS,
  requireSecondFactor,
  type Settings,
  settings,
  switchNotifications,
} from '../../domain/settings/settings.ts'
import { given, stateOf } from './given-when-then.ts'

const { branding, points, reminders } = DEFAULT_SETTINGS
const beforeLock = { ...reminders, type: 'before_lock' } as const
const football = '🏈'

const change = (part: Partial<Settings>) => {
  const { notificationsOn: _, ...form } = { ...DEFAULT_SETTINGS, ...part }
  return given(settings).when(changeSettings, form)
}

describe('a new installation', () => {
  test('has the texts, points and reminders of the product', () => {
    expect(stateOf(settings)).toMatchObject({
      branding: {
        title: 'Go Make Your Picks',
        tagline: 'Predict. Compete. Win.',
        footerMessage: 'Built for Sports Fans',
      },
      timeZone: 'America/New_York',
      points: { first: 6, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 },
      noPick: 0,
      reminderGrouping: 'per_sport',
      reminders: { type: 'daily', dailyAt: '10:00:00', firstHours: 48, finalHours: 6 },
      notificationsOn: true,
      secondFactorRequired: false,
    })
  })

  test('has one settings stream', () => {
    expect(settings.stream()).toBe('settings')
  })
})

describe('saving the settings', () => {
  test('without a change records nothing', () => {
    change({}).thenNothing()
  })

  test('records a new title as new branding', () => {
    const named = { ...branding, title: 'Office Picks' }
    change({ branding: named }).then({ type: 'BrandingChanged', data: named })
  })

  test('records that daily reminders are one mail', () => {
    change({ reminderGrouping: 'one_mail' }).then({
      type: 'ReminderGroupingChanged',
      data: { grouping: 'one_mail' },
    })
  })

  test('records a new time zone', () => {
    change({ timeZone: 'Europe/Berlin' }).then({
      type: 'DefaultTimeZoneChanged',
      data: { timeZone: 'Europe/Berlin' },
    })
  })

  test('records new points', () => {
    const doubled = { ...points, first: 12 }
    change({ points: doubled }).then({ type: 'PointsChanged', data: { points: doubled } })
  })

  test('records new reminders', () => {
    change({ reminders: beforeLock }).then({ type: 'RemindersChanged', data: beforeLock })
  })

  test('records one event for each part that changed, in the order of the form', () => {
    const named = { ...branding, tagline: 'Win!' }
    const zero = { ...points, sixthPlus: 0 }
    const none = { ...reminders, type: 'none' } as const
    change({ branding: named, timeZone: 'UTC', points: zero, reminders: none }).then(
      { type: 'BrandingChanged', data: named },
      { type: 'DefaultTimeZoneChanged', data: { timeZone: 'UTC' } },
      { type: 'PointsChanged', data: { points: zero } },
      { type: 'RemindersChanged', data: none },
    )
  })

  test('changes nothing at all when one part is refused', () => {
    const named = { ...branding, title: 'Office Picks' }
    change({ branding: named, points: { ...points, fifth: 21 } }).thenRefused(
      'invalid',
      '5th place points must be between 0 and 20',
    )
  })

  test('leaves the notifications as they are', () => {
    const state = stateOf(settings, { type: 'NotificationsSwitchedOff', data: {} })
    const { notificationsOn: _, ...form } = state
    expect(changeSettings(state, { ...form, timeZone: 'UTC' }).reduce(settings.evolve, state)).toEqual({
      ...state,
      timeZone: 'UTC',
    })
  })
})

describe('the texts of the branding', () => {
  const texts = [
    { field: 'title', name: 'App title', max: 100 },
    { field: 'tagline', name: 'App tagline', max: 200 },
    { field: 'footerMessage', name: 'Footer message', max: 200 },
  ] as const

  test.each(texts)('$name may be one character short and up to $max long', ({ field, max }) => {
    for (const text of ['x', 'x'.repeat(max), football.repeat(max)]) {
      const named = { ...branding, [field]: text }
      change({ branding: named }).then({ type: 'BrandingChanged', data: named })
    }
  })

  test.each(texts)('$name is refused when empty or past $max characters', ({ field, name, max }) => {
    for (const text of ['', 'x'.repeat(max + 1), football.repeat(max + 1)]) {
      change({ branding: { ...branding, [field]: text } }).thenRefused(
        'invalid',
        `${name} must be 1 to ${max} characters`,
      )
    }
  })
})

describe('the points of a place', () => {
  const names = {
    first: '1st place',
    second: '2nd place',
    third: '3rd place',
    fourth: '4th place',
    fifth: '5th place',
    sixthPlus: '6th place and below',
  }

  test.each(PLACES)('may be 0 and 20 for %s', (place) => {
    for (const value of [0, 20]) {
      const next = { ...points, [place]: value }
      change({ points: next }).then({ type: 'PointsChanged', data: { points: next } })
    }
  })

  test.each(PLACES)('are refused below 0, above 20 and in fractions for %s', (place) => {
    for (const value of [-1, 21, 1.5, Number.NaN]) {
      change({ points: { ...points, [place]: value } }).thenRefused(
        'invalid',
        `${names[place]} points must be between 0 and 20`,
      )
    }
  })

  test('may all be 0, and stay 0', () => {
    const zero = { first: 0, second: 0, third: 0, fourth: 0, fifth: 0, sixthPlus: 0 }
    change({ points: zero }).then({ type: 'PointsChanged', data: { points: zero } })
    expect(stateOf(settings, { type: 'PointsChanged', data: { points: zero } }).points).toEqual(zero)
  })
})

describe('reminders', () => {
  const HOURS_TOO_CLOSE = 'First reminder must be more hours before lock time than final reminder'

  test.each(['00:00:00', '09:30:00', '19:59:59', '23:59:59'])('go out daily at %s', (dailyAt) => {
    const next = { ...reminders, dailyAt }
    change({ reminders: next }).then({ type: 'RemindersChanged', data: next })
  })

  test.each(['24:00:00', '10:60:00', '10:00:60', '9:30:00', '10:00', '10', '', 'noon', ' 10:00:00'])(
    'never go out at "%s"',
    (dailyAt) => {
      change({ reminders: { ...reminders, dailyAt } }).thenRefused(
        'invalid',
        'Daily reminder time must be in HH:MM format',
      )
    },
  )

  test.each([
    [2, 1],
    [168, 45],
    [46, 45],
  ])('may come %i and %i hours before the lock', (firstHours, finalHours) => {
    const next = { ...beforeLock, firstHours, finalHours }
    change({ reminders: next }).then({ type: 'RemindersChanged', data: next })
  })

  test.each([1, 169, 47.5])('cannot first come %d hours before the lock', (firstHours) => {
    change({ reminders: { ...beforeLock, firstHours, finalHours: 1 } }).thenRefused(
      'invalid',
      'First reminder must be between 2 and 168 hours before lock time',
    )
  })

  test.each([0, 46, 6.5])('cannot finally come %d hours before the lock', (finalHours) => {
    change({ reminders: { ...beforeLock, firstHours: 168, finalHours } }).thenRefused(
      'invalid',
      'Final reminder must be between 1 and 45 hours before lock time',
    )
  })

  test.each([
    [45, 45],
    [44, 45],
  ])('cannot come first at %i and finally at %i hours', (firstHours, finalHours) => {
    change({ reminders: { ...beforeLock, firstHours, finalHours } }).thenRefused('invalid', HOURS_TOO_CLOSE)
  })

  test('compare their hours only while they come before the lock', () => {
    const daily = { ...reminders, firstHours: 6, finalHours: 6 }
    change({ reminders: daily }).then({ type: 'RemindersChanged', data: daily })

    const { notificationsOn: _, ...form } = stateOf(settings, { type: 'RemindersChanged', data: daily })
    given(settings, { type: 'RemindersChanged', data: daily })
      .when(changeSettings, { ...form, reminders: { ...daily, type: 'before_lock' } })
      .thenRefused('invalid', HOURS_TOO_CLOSE)
  })
})

describe('notification mail', () => {
  const on = { type: 'NotificationsSwitchedOn', data: {} } as const
  const off = { type: 'NotificationsSwitchedOff', data: {} } as const

  test('is switched off and on again', () => {
    given(settings).when(switchNotifications, false).then(off)
    given(settings, off).when(switchNotifications, true).then(on)
    expect(stateOf(settings, off, on).notificationsOn).toBe(true)
  })

  test('stays as it is when switched to what it is', () => {
    given(settings).when(switchNotifications, true).thenNothing()
    given(settings, off).when(switchNotifications, false).thenNothing()
  })
})

describe('a second factor', () => {
  const required = { type: 'SecondFactorRequired', data: {} } as const
  const optional = { type: 'SecondFactorMadeOptional', data: {} } as const

  test('is up to each admin until it is asked of all, and again', () => {
    given(settings).when(requireSecondFactor, true).then(required)
    given(settings, required).when(requireSecondFactor, true).thenNothing()
    given(settings, required).when(requireSecondFactor, false).then(optional)
    given(settings).when(requireSecondFactor, false).thenNothing()
  })
})
