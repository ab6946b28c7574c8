import { always, type Descriptors, undoBy } from '../event-descriptor.ts'
import { whereFollowed, whileOpen } from '../record/record-rules.ts'
import { PLACES } from '../seasons/points.ts'
import { pointsText } from '../seasons/rule-sentences.ts'
import { presentSeason, type Season } from '../seasons/season.ts'
import type { InstallationEvent, LogOwner } from './installation.ts'
import { chooseDefaultSeason, clearDefaultSeason, type League, type LeagueEvent } from './league.ts'
import type { LinkKey, LinkKeyEvent } from './link-key.ts'
import {
  changeSettings,
  requireSecondFactor,
  type Settings,
  type SettingsEvent,
  switchNotifications,
} from './settings.ts'

export const SETTINGS_EVENTS = {
  BrandingChanged: {
    safe: ['title', 'tagline', 'footerMessage', 'championsTitle'],
    undo: ({ before, now }) => changeSettings(now, { ...now, branding: before.branding }),
    whenUndone: 'The titles, the tagline and the footer are as they were before',
  },
  DefaultTimeZoneChanged: {
    safe: ['timeZone'],
    undo: ({ before, now }) => changeSettings(now, { ...now, timeZone: before.timeZone }),
    whenUndone: ({ timeZone }) => `The default time zone is ${timeZone} again`,
  },
  PointsChanged: {
    safe: ['points'],
    updatesBoards: 'open seasons',
    record: { as: 'points_changed', when: whereFollowed, changesPoints: true, tellsLock: true },
    asksReason: always,
    story: 'rules',
    undo: ({ before, now }) => changeSettings(now, { ...now, points: before.points }),
    whenUndone: ({ points }) =>
      `The points from first place down are ${PLACES.map((place) => points[place]).join(', ')} again`,
  },
  NoPickPointsChanged: {
    safe: ['points'],
    updatesBoards: 'open seasons',
    record: { as: 'points_changed', when: whereFollowed, changesPoints: true, tellsLock: true },
    asksReason: always,
    story: 'rules',
    undo: ({ before, now }) => changeSettings(now, { ...now, noPick: before.noPick }),
    whenUndone: ({ points }) => `A missing pick is worth ${pointsText(points)} again`,
  },
  RemindersChanged: {
    safe: ['type', 'dailyAt', 'firstHours', 'finalHours'],
    undo: ({ before, now }) => changeSettings(now, { ...now, reminders: before.reminders }),
    whenUndone: 'Reminders go out when they did before',
  },
  ReminderGroupingChanged: {
    safe: ['grouping'],
    undo: ({ before, now }) => changeSettings(now, { ...now, reminderGrouping: before.reminderGrouping }),
    whenUndone: 'Daily reminders are grouped as they were before',
  },
  NotificationsSwitchedOn: {
    record: { as: 'mail_switched_on', when: whileOpen, tellsOpen: true },
    about: 'notifications',
    undo: ({ now }) => switchNotifications(now, false),
    whenUndone: 'Players get mail again',
  },
  NotificationsSwitchedOff: {
    record: { as: 'mail_switched_off', when: whileOpen, tellsOpen: true },
    about: 'notifications',
    undo: ({ now }) => switchNotifications(now, true),
    whenUndone: 'Players no longer get mail',
  },
  SecondFactorRequired: {
    about: 'second factor',
    undo: ({ now }) => requireSecondFactor(now, false),
    whenUndone: 'All admins need two-step sign-in again',
  },
  SecondFactorMadeOptional: {
    about: 'second factor',
    undo: ({ now }) => requireSecondFactor(now, true),
    whenUndone: 'Two-step sign-in is optional again',
  },
} as const satisfies Descriptors<SettingsEvent, Settings>

export const undoSettings = undoBy<SettingsEvent, Settings, undefined>(SETTINGS_EVENTS)

export const LEAGUE_EVENTS = {
  DefaultSeasonChosen: {
    safe: ['seasonId'],
    about: 'default season',
    undo: chooseAgain,
    whenUndone: 'The previous default season is back',
  },
  DefaultSeasonCleared: {
    safe: ['seasonId'],
    about: 'default season',
    undo: chooseAgain,
    whenUndone: 'There is no default season',
  },
  LeagueExported: {
    kind: 'settings',
    safe: ['personalData'],
    record: { as: 'league_exported', when: whileOpen, tellsOpen: true },
    undo: 'export-stays',
  },
  BackupDownloaded: {
    kind: 'settings',
    safe: ['file'],
    record: { as: 'league_exported', when: whileOpen, tellsOpen: true },
    undo: 'download-stays',
  },
} as const satisfies Descriptors<LeagueEvent, League, Season>

export const undoLeague = undoBy<LeagueEvent, League, Season>(LEAGUE_EVENTS)

function chooseAgain({ before, now }: { before: League; now: League }, seasonBefore: Season): LeagueEvent[] {
  if (before.defaultSeasonId === null) return clearDefaultSeason(now, now.defaultSeasonId ?? 0)
  presentSeason(seasonBefore)
  return chooseDefaultSeason(now, before.defaultSeasonId)
}

export const LINK_KEY_EVENTS = {
  LinkKeyReplaced: {
    safe: ['generation'],
    record: { as: 'links_replaced', when: whileOpen, tellsOpen: true },
    undo: 'key-stays-replaced',
  },
} as const satisfies Descriptors<LinkKeyEvent, LinkKey>

export const INSTALLATION_EVENTS = {
  InstallationNamed: {
    safe: ['installationId', 'logFormat'],
    undo: 'log-stays',
  },
} as const satisfies Descriptors<InstallationEvent, LogOwner>
