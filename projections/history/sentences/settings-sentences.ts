import type { InstallationEvent } from '../../../domain/settings/installation.ts'
import type { LeagueEvent } from '../../../domain/settings/league.ts'
import type { LinkKeyEvent } from '../../../domain/settings/link-key.ts'
import {
  type Branding,
  HALL,
  type ReminderGrouping,
  type Reminders,
  type SettingsEvent,
} from '../../../domain/settings/settings.ts'
import { pointChanges } from './rules-wording.ts'
import type { Sentences } from './sentence.ts'
import { action, changed, differences, quoted } from './wording.ts'

export const settingsSentences: Sentences<SettingsEvent | LeagueEvent | LinkKeyEvent | InstallationEvent> = {
  BrandingChanged: ({ data, was }) =>
    changed(
      '',
      differences<Branding>(was, data, {
        title: { field: 'app title', words: quoted },
        tagline: { field: 'tagline', words: quoted },
        footerMessage: { field: 'footer message', words: quoted },
        championsTitle: { field: 'title of the hall of fame', words: (title) => quoted(title ?? HALL) },
      }),
    ),
  DefaultTimeZoneChanged: ({ data, was }) =>
    changed('', [{ field: 'default time zone', before: was.timeZone, after: data.timeZone }]),
  PointsChanged: ({ data, was }) => changed('', pointChanges(was.points, data.points)),
  NoPickPointsChanged: ({ data, was }) =>
    changed('', [{ field: 'points for a missing pick', before: `${was.noPick}`, after: `${data.points}` }]),
  RemindersChanged: ({ data, was }) => changed('', differences(was, data, REMINDERS)),
  ReminderGroupingChanged: ({ data, was }) =>
    changed(
      '',
      differences(was, data, { grouping: { field: 'daily reminders', words: (one) => GROUPINGS[one] } }),
    ),
  NotificationsSwitchedOn: () => action('switched on the emails to players'),
  NotificationsSwitchedOff: () => action('switched off the emails to players'),
  SecondFactorRequired: () => action('required two-step sign-in for all admins'),
  SecondFactorMadeOptional: () => action('made two-step sign-in optional'),

  DefaultSeasonChosen: ({ season, from }) =>
    action(`made ${season} the season that the home page opens with${from ? ` (was: ${from})` : ''}`),
  DefaultSeasonCleared: ({ season }) => action(`stopped opening the home page with ${season}`),

  LeagueExported: ({ data, actor }) => {
    const took = actor.kind === 'admin' ? 'downloaded' : 'exported'
    return action(`${took} a copy of the league${data.personalData ? '' : ' without personal data'}`)
  },

  BackupDownloaded: ({ data }) => action(`downloaded the backup ${data.file}`),

  LinkKeyReplaced: () => action('replaced the key of pick links: links in earlier mails no longer work'),

  InstallationNamed: () => action('started keeping the league here'),
}

const KINDS: Record<Reminders['type'], string> = {
  daily: 'daily',
  before_lock: 'hours before the lock',
  none: 'none',
}

const GROUPINGS: Record<ReminderGrouping, string> = {
  per_sport: 'one mail for each sport',
  one_mail: 'one mail a day',
}

const hours = (field: string) => ({ field, words: (value: number) => `${value} hours before the lock` })

const REMINDERS: Parameters<typeof differences<Reminders>>[2] = {
  type: { field: 'reminders', words: (kind) => KINDS[kind] },
  dailyAt: { field: 'time of the daily reminder', words: (time) => time.slice(0, 'HH:MM'.length) },
  firstHours: hours('first reminder'),
  finalHours: hours('final reminder'),
}
