import { type Static, Type } from 'typebox'
import { Email, SeenPosition, Text, WholeNumber } from './schema.ts'

const publicKeys = {
  app_title: Type.String(),
  app_tagline: Type.String(),
  footer_message: Type.String(),
  default_timezone: Type.String(),
  points_first_place: Type.Integer(),
  points_second_place: Type.Integer(),
  points_third_place: Type.Integer(),
  points_fourth_place: Type.Integer(),
  points_fifth_place: Type.Integer(),
  points_sixth_plus_place: Type.Integer(),
  email_notifications_enabled: Type.Enum(['true', 'false']),
}

/** What a visitor may know of the settings. */
export const PublicSettings = Type.Object(publicKeys)

export const Settings = Type.Object({
  ...publicKeys,
  reminder_type: Type.Enum(['daily', 'before_lock', 'none']),
  /** HH:MM:SS, local in each round's own zone. */
  daily_reminder_time: Type.String(),
  reminder_first_hours: Type.Integer(),
  reminder_final_hours: Type.Integer(),
})

const points = (place: string) => Type.Optional(WholeNumber(`${place} points`, 0, 20))

/** What is left out stays as it is. A 0 is 0. */
export const SettingsBody = Type.Object({
  appTitle: Type.Optional(Text('App title', 1, 100)),
  appTagline: Type.Optional(Text('App tagline', 1, 200)),
  footerMessage: Type.Optional(Text('Footer message', 1, 200)),
  defaultTimezone: Type.Optional(Text('Default timezone', 1, 64)),
  pointsFirstPlace: points('1st place'),
  pointsSecondPlace: points('2nd place'),
  pointsThirdPlace: points('3rd place'),
  pointsFourthPlace: points('4th place'),
  pointsFifthPlace: points('5th place'),
  pointsSixthPlusPlace: points('6th place and below'),
  reminderType: Type.Optional(
    Type.Enum(['daily', 'before_lock', 'none'], {
      'x-sentence': "reminderType must be 'daily', 'before_lock' or 'none'",
    }),
  ),
  /** HH:MM or HH:MM:SS. */
  dailyReminderTime: Type.Optional(
    Type.String({ maxLength: 8, 'x-sentence': 'Daily reminder time must be in HH:MM format' }),
  ),
  reminderFirstHours: Type.Optional(WholeNumber('First reminder hours', 2, 168)),
  reminderFinalHours: Type.Optional(WholeNumber('Final reminder hours', 1, 45)),
  seenPosition: SeenPosition,
})

export const SettingsSaved = Type.Object({ message: Type.String(), settings: Settings })

export const NotificationsBody = Type.Object({
  enabled: Type.Boolean({ 'x-sentence': 'enabled must be true or false' }),
})

export const NotificationsSwitched = Type.Object({
  message: Type.String(),
  email_notifications_enabled: publicKeys.email_notifications_enabled,
})

export const TestEmailBody = Type.Object({ email: Email })

export const TestEmailSent = Type.Object({ message: Type.String(), sentTo: Type.String() })

export const TestEmailFailed = Type.Object({ error: Type.String(), details: Type.String() })

export const PublicConfig = Type.Object({ enableDevTools: Type.Boolean() })

export type PublicSettings = Static<typeof PublicSettings>
export type Settings = Static<typeof Settings>
export type SettingsBody = Static<typeof SettingsBody>
export type SettingsSaved = Static<typeof SettingsSaved>
export type NotificationsSwitched = Static<typeof NotificationsSwitched>
export type TestEmailSent = Static<typeof TestEmailSent>
export type PublicConfig = Static<typeof PublicConfig>
