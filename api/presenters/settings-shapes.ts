import { Refusal } from '../../domain/refusal.ts'
import type { Settings, SettingsForm } from '../../domain/settings/settings.ts'
import { isTimeZone } from '../../platform/time/time-zone.ts'
import type * as contract from '../contract/settings.ts'

/** What a visitor may know. */
export function publicSettings({
  branding,
  timeZone,
  points,
  noPick,
  notificationsOn,
}: Settings): contract.PublicSettings {
  return {
    app_title: branding.title,
    app_tagline: branding.tagline,
    footer_message: branding.footerMessage,
    default_timezone: timeZone,
    points_first_place: points.first,
    points_second_place: points.second,
    points_third_place: points.third,
    points_fourth_place: points.fourth,
    points_fifth_place: points.fifth,
    points_sixth_plus_place: points.sixthPlus,
    ...(noPick === 0 ? {} : { points_no_pick: noPick }),
    email_notifications_enabled: notificationsOn ? 'true' : 'false',
  }
}

export function allSettings(settings: Settings): contract.Settings {
  const { type, dailyAt, firstHours, finalHours } = settings.reminders
  return {
    ...publicSettings(settings),
    reminder_type: type,
    daily_reminder_time: dailyAt,
    reminder_first_hours: firstHours,
    reminder_final_hours: finalHours,
    second_factor_required: settings.secondFactorRequired ? 'true' : 'false',
  }
}

/** What is left out stays as it is. Throws Refusal for a zone that does not exist. */
export function changedSettings(now: Settings, body: contract.SettingsBody): SettingsForm {
  const { branding, points, reminders } = now
  const { defaultTimezone: timeZone = now.timeZone, dailyReminderTime: dailyAt = reminders.dailyAt } = body
  if (!isTimeZone(timeZone)) throw new Refusal('invalid', 'Timezone is not known', 'defaultTimezone')
  return {
    timeZone,
    branding: {
      title: body.appTitle ?? branding.title,
      tagline: body.appTagline ?? branding.tagline,
      footerMessage: body.footerMessage ?? branding.footerMessage,
    },
    points: {
      first: body.pointsFirstPlace ?? points.first,
      second: body.pointsSecondPlace ?? points.second,
      third: body.pointsThirdPlace ?? points.third,
      fourth: body.pointsFourthPlace ?? points.fourth,
      fifth: body.pointsFifthPlace ?? points.fifth,
      sixthPlus: body.pointsSixthPlusPlace ?? points.sixthPlus,
    },
    noPick: body.pointsNoPick ?? now.noPick,
    reminders: {
      type: body.reminderType ?? reminders.type,
      dailyAt: dailyAt.length === 'HH:MM'.length ? `${dailyAt}:00` : dailyAt,
      firstHours: body.reminderFirstHours ?? reminders.firstHours,
      finalHours: body.reminderFinalHours ?? reminders.finalHours,
    },
  }
}
