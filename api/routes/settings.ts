import { command } from '../../commands/command.ts'
import { requireAsSeen } from '../../commands/revisions-seen.ts'
import { testMail } from '../../commands/test-mail.ts'
import { isEmailAddress } from '../../domain/admins/email-address.ts'
import { Refusal } from '../../domain/refusal.ts'
import {
  changeSettings,
  requireSecondFactor,
  settings,
  switchNotifications,
} from '../../domain/settings/settings.ts'
import { sendAtOnce } from '../../platform/mail/outbox.ts'
import { currentSettings } from '../../projections/read-models/settings.ts'
import * as contract from '../contract/settings.ts'
import { allSettings, changedSettings, publicSettings } from '../presenters/settings-shapes.ts'
import type { App } from '../server/app.ts'
import { contextOf } from '../server/command-context.ts'
import type { Services } from '../server/services.ts'

const config = { access: 'admin' } as const
const open = { access: 'public' } as const
const mainAdmin = { access: 'main_admin' } as const

export function settingsRoutes(app: App, services: Services): void {
  const { read, privateSchema, mailer, clock, ids } = services

  app.get(
    '/public/settings',
    { config: open, schema: { response: { 200: contract.PublicSettings } } },
    async () => publicSettings(await services.settingsNow()),
  )

  app.get(
    '/public/config',
    { config: open, schema: { response: { 200: contract.PublicConfig } } },
    async () => ({
      enableDevTools: services.settings.enableDevTools,
    }),
  )

  app.get('/admin/settings', { config, schema: { response: { 200: contract.Settings } } }, async () =>
    allSettings(await currentSettings(read)),
  )

  app.put(
    '/admin/settings',
    { config, schema: { body: contract.SettingsBody, response: { 200: contract.SettingsSaved } } },
    async (request) => {
      const context = contextOf(request, request.body)
      const { state } = await command(services, context, settings, [], async (now) => {
        await requireAsSeen(services, context, null)
        return changeSettings(now, changedSettings(now, request.body))
      })
      return { message: 'Settings saved', settings: allSettings(state) }
    },
  )

  app.put(
    '/admin/settings/email-notifications',
    {
      config: mainAdmin,
      schema: { body: contract.NotificationsBody, response: { 200: contract.NotificationsSwitched } },
    },
    async (request) => {
      const { state } = await command(services, contextOf(request), settings, [], (now) =>
        switchNotifications(now, request.body.enabled),
      )
      const { email_notifications_enabled } = publicSettings(state)
      const message = `Email notifications are ${state.notificationsOn ? 'on' : 'off'}`
      return { message, email_notifications_enabled }
    },
  )

  app.put(
    '/admin/settings/second-factor',
    {
      config: mainAdmin,
      schema: { body: contract.SecondFactorRuleBody, response: { 200: contract.SecondFactorRule } },
    },
    async (request) => {
      const { state } = await command(services, contextOf(request), settings, [], (now) =>
        requireSecondFactor(now, request.body.required),
      )
      const { second_factor_required } = allSettings(state)
      const who = state.secondFactorRequired ? 'Every admin needs' : 'Each admin may have'
      return { message: `${who} a second factor`, second_factor_required }
    },
  )

  app.post(
    '/admin/test-email',
    {
      config,
      schema: {
        body: contract.TestEmailBody,
        response: { 200: contract.TestEmailSent, 502: contract.TestEmailFailed },
      },
    },
    async (request, reply) => {
      const { email } = request.body
      if (!isEmailAddress(email)) throw new Refusal('invalid', 'Please enter a valid email address', 'email')
      const mail = testMail(email, await currentSettings(read), services.settings.appUrl)
      const outcome = await sendAtOnce({ privateSchema, mailer, clock }, ids.uuid(), mail)
      if (outcome.state === 'failed') {
        const error = 'Failed to send test email. Check your SMTP configuration.'
        return reply.code(502).send({ error, details: outcome.reply })
      }
      return { message: `Test email sent to ${email}`, sentTo: email }
    },
  )
}
