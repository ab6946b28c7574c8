import type { Settings } from '../../domain/settings/settings.ts'
import type * as contract from '../contract/settings.ts'

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
    ...(branding.championsTitle === undefined ? {} : { championship_page_title: branding.championsTitle }),
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
  const { reminders, reminderGrouping } = settings
  const { type, dailyAt, firstHours, finalHours } = reminders
  return {
    ...publicSettings(settings),
    reminder_type: type,
    daily_reminder_time: dailyAt,
    reminder_first_hours: firstHours,
    reminder_final_hours: finalHours,
    ...(reminderGrouping === 'per_sport' ? {} : { reminder_grouping: reminderGrouping }),
    second_factor_required: settings.secondFactorRequired ? 'true' : 'false',
  }
}
