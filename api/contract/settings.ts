import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { command, read, section } from './endpoint.ts'
import { Choice, Email, Reason, RefusalFields, SeenPosition, Text, WholeNumber } from './schema.ts'

const publicKeys = {
  app_title: Type.String(),
  app_tagline: Type.String(),
  footer_message: Type.String(),
  championship_page_title: Type.Optional(Type.String()),
  default_timezone: Type.String(),
  points_first_place: Type.Integer(),
  points_second_place: Type.Integer(),
  points_third_place: Type.Integer(),
  points_fourth_place: Type.Integer(),
  points_fifth_place: Type.Integer(),
  points_sixth_plus_place: Type.Integer(),
  points_no_pick: Type.Optional(Type.Integer()),
  email_notifications_enabled: Type.Enum(['true', 'false']),
}

export const PublicSettings = Type.Object(publicKeys)

export const Settings = Type.Object({
  ...publicKeys,
  reminder_type: Type.Enum(['daily', 'before_lock', 'none']),
  /** HH:MM:SS, local in each round's own zone. */
  daily_reminder_time: Type.String(),
  reminder_first_hours: Type.Integer(),
  reminder_final_hours: Type.Integer(),
  /** Missing where it is `per_sport`. */
  reminder_grouping: Type.Optional(Type.Enum(['per_sport', 'one_mail'])),
  second_factor_required: Type.Enum(['true', 'false']),
  /** Where mail goes out: the address to which its links lead. */
  mail_links_to: Type.Optional(Type.String()),
})

export const points = (place: string) => WholeNumber(`${place} points`, 0, 20)

const optionalPoints = (place: string) => Type.Optional(points(place))

/** What is left out stays as it is. A 0 is 0. */
export const SettingsBody = Type.Object(
  {
    appTitle: Type.Optional(Text('App title', 1, 100)),
    appTagline: Type.Optional(Text('App tagline', 1, 200)),
    footerMessage: Type.Optional(Text('Footer message', 1, 200)),
    championshipPageTitle: Type.Optional(Text('Hall of fame title', 1, 100)),
    defaultTimezone: Type.Optional(Text('Default timezone', 1, 64)),
    pointsFirstPlace: optionalPoints('1st place'),
    pointsSecondPlace: optionalPoints('2nd place'),
    pointsThirdPlace: optionalPoints('3rd place'),
    pointsFourthPlace: optionalPoints('4th place'),
    pointsFifthPlace: optionalPoints('5th place'),
    pointsSixthPlusPlace: optionalPoints('6th place and below'),
    pointsNoPick: Type.Optional(WholeNumber('Points for a missing pick', -10, 20)),
    reminderType: Type.Optional(Choice('reminderType', ['daily', 'before_lock', 'none'])),
    dailyReminderTime: Type.Optional(
      Type.String({ maxLength: 8, 'x-refusal': refused('daily-time-invalid') }),
    ),
    reminderFirstHours: Type.Optional(WholeNumber('First reminder hours', 2, 168)),
    reminderFinalHours: Type.Optional(WholeNumber('Final reminder hours', 1, 45)),
    reminderGrouping: Type.Optional(Choice('reminderGrouping', ['per_sport', 'one_mail'])),
    reason: Reason,
    seenPosition: SeenPosition,
  },
  { title: 'SettingsBody', minProperties: 1 },
)

const SettingsSaved = Type.Object({ message: Type.String(), settings: Settings })

const NotificationsBody = Type.Object({
  enabled: Type.Boolean({ 'x-refusal': refused('wrong-shape', { name: 'enabled', shape: 'boolean' }) }),
})

const NotificationsSwitched = Type.Object({
  message: Type.String(),
  email_notifications_enabled: publicKeys.email_notifications_enabled,
})

const SecondFactorRuleBody = Type.Object({
  required: Type.Boolean({ 'x-refusal': refused('wrong-shape', { name: 'required', shape: 'boolean' }) }),
})

const SecondFactorRule = Type.Object({
  message: Type.String(),
  second_factor_required: Type.Enum(['true', 'false']),
})

const TestEmailBody = Type.Object({ email: Email })

const TestEmailSent = Type.Object({ message: Type.String(), sentTo: Type.String() })

const TestEmailFailed = Type.Object(
  { ...RefusalFields, details: Type.String() },
  { examples: [{ ...refused('test-mail-failed'), details: '535 Authentication failed' }] },
)

const PublicConfig = Type.Object({ enableDevTools: Type.Boolean() })

export const settingsEndpoints = section('Settings', 'admin', {
  'GET /public/settings': read(
    PublicSettings,
    'Read the public settings. Returns the title, the texts, the points and the time zone. Nothing in it is secret.',
    { access: 'public', conditional: true },
  ),
  'GET /public/config': read(
    PublicConfig,
    'Read what the server offers. Says whether the server offers sample data.',
    { access: 'public', conditional: true },
  ),
  'GET /admin/settings': read(
    Settings,
    'Read all settings. Returns the public settings and when reminders go out.',
  ),
  'PUT /admin/settings': command(
    'Change settings. Saves the fields that the body names; the others stay. Seasons that have not ended follow new point values at once. With `seenPosition`, an outdated preview is refused.',
    { body: SettingsBody, response: { 200: SettingsSaved }, refuses: ['outdated'] },
  ),
  'PUT /admin/settings/email-notifications': command(
    'Switch mail to players on or off. While it is off, no player gets mail. Admins still get their sign-in links.',
    { access: 'main_admin', body: NotificationsBody, response: { 200: NotificationsSwitched } },
  ),
  'PUT /admin/settings/second-factor': command(
    'Require two-step sign-in. Says whether every admin needs two-step sign-in. An admin without it can then only set it up: other calls are refused.',
    { access: 'main_admin', body: SecondFactorRuleBody, response: { 200: SecondFactorRule } },
  ),
  'POST /admin/test-email': command(
    'Send a test email. Sends one mail at once. When the mail server refuses it, the answer is 502 with its reply in `details`.',
    { body: TestEmailBody, response: { 200: TestEmailSent, 502: TestEmailFailed } },
  ),
})

export type PublicSettings = Static<typeof PublicSettings>
export type Settings = Static<typeof Settings>
export type SettingsBody = Static<typeof SettingsBody>
