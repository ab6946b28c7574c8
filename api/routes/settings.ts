import type { Settings } from '#domain/settings'
import { currentSettings } from '#projections/settings'
import type { App } from '../app.ts'
import * as contract from '../contract/settings.ts'
import type { Services } from '../services.ts'

export function settingsRoutes(app: App, { read, settings }: Services): void {
  app.get(
    '/public/settings',
    { config: { access: 'public' }, schema: { response: { 200: contract.PublicSettings } } },
    async () => publicSettings(await currentSettings(read)),
  )

  app.get(
    '/public/config',
    { config: { access: 'public' }, schema: { response: { 200: contract.PublicConfig } } },
    async () => ({ enableDevTools: settings.enableDevTools }),
  )

  app.get(
    '/admin/settings',
    { config: { access: 'admin' }, schema: { response: { 200: contract.Settings } } },
    async () => allSettings(await currentSettings(read)),
  )
}

function publicSettings({ branding, timeZone, points, notificationsOn }: Settings): contract.PublicSettings {
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
    email_notifications_enabled: notificationsOn ? 'true' : 'false',
  }
}

function allSettings(settings: Settings): contract.Settings {
  const { reminders } = settings
  return {
    ...publicSettings(settings),
    reminder_type: reminders.type,
    daily_reminder_time: reminders.dailyAt,
    reminder_first_hours: reminders.firstHours,
    reminder_final_hours: reminders.finalHours,
  }
}
