import { type Static, Type } from 'typebox'

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

export const PublicConfig = Type.Object({ enableDevTools: Type.Boolean() })

export type PublicSettings = Static<typeof PublicSettings>
export type Settings = Static<typeof Settings>
export type PublicConfig = Static<typeof PublicConfig>
