import { presentSeason, type Season } from '../seasons/season.ts'
import { chooseDefaultSeason, clearDefaultSeason, type League, type LeagueEvent } from '../settings/league.ts'
import {
  changeSettings,
  requireSecondFactor,
  type Settings,
  type SettingsEvent,
  switchNotifications,
} from '../settings/settings.ts'
import type { Undoing } from './undo.ts'

export function undoSettings({ event, before, now }: Undoing<Settings, SettingsEvent>): SettingsEvent[] {
  switch (event.type) {
    case 'BrandingChanged':
      return changeSettings(now, { ...now, branding: before.branding })
    case 'DefaultTimeZoneChanged':
      return changeSettings(now, { ...now, timeZone: before.timeZone })
    case 'PointsChanged':
      return changeSettings(now, { ...now, points: before.points })
    case 'NoPickPointsChanged':
      return changeSettings(now, { ...now, noPick: before.noPick })
    case 'RemindersChanged':
      return changeSettings(now, { ...now, reminders: before.reminders })
    case 'NotificationsSwitchedOn':
      return switchNotifications(now, false)
    case 'NotificationsSwitchedOff':
      return switchNotifications(now, true)
    case 'SecondFactorRequired':
      return requireSecondFactor(now, false)
    case 'SecondFactorMadeOptional':
      return requireSecondFactor(now, true)
  }
}

/** @param seasonBefore the former default season, which must still exist. */
export function undoDefaultSeason(
  { before, now }: Undoing<League, LeagueEvent>,
  seasonBefore: Season,
): LeagueEvent[] {
  if (before.defaultSeasonId === null) return clearDefaultSeason(now, now.defaultSeasonId ?? 0)
  presentSeason(seasonBefore)
  return chooseDefaultSeason(now, before.defaultSeasonId)
}
