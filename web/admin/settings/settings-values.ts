import { fieldsOf } from '../../../api/contract/fields.ts'
import type { Settings, SettingsBody } from '../../../api/contract/settings.ts'

export const settingsFields = fieldsOf('PUT /admin/settings')

export const pointsFields = [
  { key: 'points_first_place', field: 'pointsFirstPlace', place: '1st place' },
  { key: 'points_second_place', field: 'pointsSecondPlace', place: '2nd place' },
  { key: 'points_third_place', field: 'pointsThirdPlace', place: '3rd place' },
  { key: 'points_fourth_place', field: 'pointsFourthPlace', place: '4th place' },
  { key: 'points_fifth_place', field: 'pointsFifthPlace', place: '5th place' },
  { key: 'points_sixth_plus_place', field: 'pointsSixthPlusPlace', place: '6th place and below' },
  { key: 'points_no_pick', field: 'pointsNoPick', place: 'No pick' },
] as const

export type PointsField = (typeof pointsFields)[number]['field']

/** By the names of the request. */
export type SettingsValues = Record<
  Exclude<keyof SettingsBody, 'reminderType' | 'reason' | 'seenPosition'>,
  string
> & {
  reminderType: Settings['reminder_type']
}

export const settingsValuesOf = (settings: Settings): SettingsValues => ({
  appTitle: settings.app_title,
  appTagline: settings.app_tagline,
  footerMessage: settings.footer_message,
  championshipPageTitle: settings.championship_page_title ?? 'Hall of Fame',
  defaultTimezone: settings.default_timezone,
  pointsFirstPlace: String(settings.points_first_place),
  pointsSecondPlace: String(settings.points_second_place),
  pointsThirdPlace: String(settings.points_third_place),
  pointsFourthPlace: String(settings.points_fourth_place),
  pointsFifthPlace: String(settings.points_fifth_place),
  pointsSixthPlusPlace: String(settings.points_sixth_plus_place),
  pointsNoPick: String(settings.points_no_pick ?? 0),
  reminderType: settings.reminder_type,
  dailyReminderTime: settings.daily_reminder_time.slice(0, 5),
  reminderFirstHours: String(settings.reminder_first_hours),
  reminderFinalHours: String(settings.reminder_final_hours),
})

/** Only the chosen kind's details are sent; the others stay as they are. */
export function toSettingsBody(values: SettingsValues): SettingsBody {
  const { reminderType } = values
  return {
    appTitle: values.appTitle.trim(),
    appTagline: values.appTagline.trim(),
    footerMessage: values.footerMessage.trim(),
    championshipPageTitle: values.championshipPageTitle.trim(),
    defaultTimezone: values.defaultTimezone,
    ...Object.fromEntries(pointsFields.map(({ field }) => [field, Number(values[field])])),
    reminderType,
    ...(reminderType === 'daily' && { dailyReminderTime: values.dailyReminderTime.trim() }),
    ...(reminderType === 'before_lock' && {
      reminderFirstHours: Number(values.reminderFirstHours),
      reminderFinalHours: Number(values.reminderFinalHours),
    }),
  }
}

/** Other points change every result of the open seasons. */
export const hasOtherPoints = (settings: Settings, body: SettingsBody) =>
  pointsFields.some(({ key, field }) => body[field] !== (settings[key] ?? 0))
