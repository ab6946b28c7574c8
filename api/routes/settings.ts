import { command } from '../../commands/command.ts'
import { requireAsSeen } from '../../commands/revisions-seen.ts'
import type { CommandServices } from '../../commands/services.ts'
import { testMail } from '../../commands/test-mail.ts'
import { isEmailAddress } from '../../domain/admins/email-address.ts'
import { Refusal, refused } from '../../domain/refusal.ts'
import {
  changeSettings,
  requireSecondFactor,
  settings,
  switchNotifications,
} from '../../domain/settings/settings.ts'
import { sendAtOnce } from '../../platform/mail/mails.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import { changedSettings } from '../input/settings.ts'
import { allSettings, publicSettings } from '../presenters/settings.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

export function settingsRoutes(
  app: App,
  services: CommandServices & Pick<Services, 'mailer' | 'settings'>,
): void {
  const { read, privateSchema, mailer, clock, ids } = services

  serve(app, 'GET /public/settings', async (request) => {
    request.isKept = true
    return publicSettings(await services.settingsNow())
  })

  serve(app, 'GET /public/config', async (request) => {
    request.isKept = true
    return { enableDevTools: services.settings.enableDevTools }
  })

  serve(app, 'GET /admin/settings', async () => {
    const { delivery, appUrl } = services.settings
    return {
      ...allSettings(await currentSettings(read)),
      ...(delivery === 'smtp' && { mail_links_to: appUrl }),
    }
  })

  serve(app, 'PUT /admin/settings', async (request) => {
    const context = contextOf(request, request.body)
    const { state } = await command(services, context, settings, [], async (now) => {
      await requireAsSeen(services, context, null)
      return changeSettings(now, changedSettings(now, request.body))
    })
    return { message: 'Settings saved', settings: allSettings(state) }
  })

  serve(app, 'PUT /admin/settings/email-notifications', async (request) => {
    const { state } = await command(services, contextOf(request), settings, [], (now) =>
      switchNotifications(now, request.body.enabled),
    )
    const { email_notifications_enabled } = publicSettings(state)
    const message = `Email notifications are ${state.notificationsOn ? 'on' : 'off'}`
    return { message, email_notifications_enabled }
  })

  serve(app, 'PUT /admin/settings/second-factor', async (request) => {
    const { state } = await command(services, contextOf(request), settings, [], (now) =>
      requireSecondFactor(now, request.body.required),
    )
    const { second_factor_required } = allSettings(state)
    const message = state.secondFactorRequired
      ? 'Every admin needs two-step sign-in'
      : 'Two-step sign-in is optional'
    return { message, second_factor_required }
  })

  serve(app, 'POST /admin/test-email', async (request, reply) => {
    const { email } = request.body
    if (!isEmailAddress(email)) throw new Refusal('email-invalid', { field: 'email' })
    const mail = testMail(email, await currentSettings(read), services.settings.appUrl)
    const outcome = await sendAtOnce({ privateSchema, mailer, clock }, ids.uuid(), mail)
    if (outcome.state === 'failed') {
      return reply.code(502).send({ ...refused('test-mail-failed'), details: outcome.reply })
    }
    return { message: `Test email sent to ${email}`, sentTo: email }
  })
}
