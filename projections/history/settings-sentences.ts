import type { InstallationEvent } from '../../domain/settings/installation.ts'
import type { LeagueEvent } from '../../domain/settings/league.ts'
import type { LinkKeyEvent } from '../../domain/settings/link-key.ts'
import { HALL, type Reminders, type SettingsEvent } from '../../domain/settings/settings.ts'
import { pointChanges } from './rules-wording.ts'
import type { Sentences } from './sentence.ts'
import { action, changed, differences, quoted } from './wording.ts'

export const settingsSentences: Sentences<SettingsEvent | LeagueEvent | LinkKeyEvent | InstallationEvent> = {
  BrandingChanged: ({ event, before }) =>
    changed(
      '',
      differences(before.branding, event.data, {
        title: { field: 'app title', words: quoted },
        tagline: { field: 'tagline', words: quoted },
        footerMessage: { field: 'footer message', words: quoted },
        championsTitle: { field: 'title of the hall of fame', words: (title) => quoted(title ?? HALL) },
      }),
    ),
  DefaultTimeZoneChanged: ({ event, before }) =>
    changed('', [{ field: 'default time zone', before: before.timeZone, after: event.data.timeZone }]),
  PointsChanged: ({ event, before }) => changed('', pointChanges(before.points, event.data.points)),
  NoPickPointsChanged: ({ event, before }) =>
    changed('', [
      { field: 'points for a missing pick', before: `${before.noPick}`, after: `${event.data.points}` },
    ]),
  RemindersChanged: ({ event, before }) => changed('', differences(before.reminders, event.data, REMINDERS)),
  NotificationsSwitchedOn: () => action('switched on the emails to players'),
  NotificationsSwitchedOff: () => action('switched off the emails to players'),
  SecondFactorRequired: () => action('required two-step sign-in for all admins'),
  SecondFactorMadeOptional: () => action('made two-step sign-in optional'),

  DefaultSeasonChosen: ({ event, before, names }) => {
    const { seasonId } = event.data
    const was = before.defaultSeasonId === null ? '' : ` (was: ${names.season(before.defaultSeasonId)})`
    return action(`made ${names.season(seasonId)} the season that the home page opens with${was}`)
  },
  DefaultSeasonCleared: ({ event, names }) =>
    action(`stopped opening the home page with ${names.season(event.data.seasonId)}`),

  LeagueExported: ({ event, metadata }) => {
    const took = metadata.actor.kind === 'admin' ? 'downloaded' : 'exported'
    return action(`${took} a copy of the league${event.data.personalData ? '' : ' without personal data'}`)
  },

  LinkKeyReplaced: () => action('replaced the key of pick links: links in earlier mails no longer work'),

  InstallationNamed: () => action('started keeping the league here'),
}

const KINDS: Record<Reminders['type'], string> = {
  daily: 'daily',
  before_lock: 'hours before the lock',
  none: 'none',
}

const hours = (field: string) => ({ field, words: (value: number) => `${value} hours before the lock` })

const REMINDERS: Parameters<typeof differences<Reminders>>[2] = {
  type: { field: 'reminders', words: (kind) => KINDS[kind] },
  dailyAt: { field: 'time of the daily reminder', words: (time) => time.slice(0, 'HH:MM'.length) },
  firstHours: hours('first reminder'),
  finalHours: hours('final reminder'),
}
