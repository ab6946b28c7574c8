import { listOutbox } from '#platform/outbox'
import type { App } from '../app.ts'
import { Outbox } from '../contract/outbox.ts'
import type { Services } from '../services.ts'

export function outboxRoutes(app: App, { vault, settings }: Services): void {
  app.get(
    '/admin/outbox',
    { config: { access: 'main_admin' }, schema: { response: { 200: Outbox } } },
    async () => {
      const mails = await listOutbox(vault)
      return {
        delivery: settings.delivery,
        mails: mails.map((mail) => ({
          id: mail.id,
          template: mail.template,
          to: mail.recipient_address,
          subject: mail.subject,
          text: settings.delivery === 'dev' ? mail.body_text : null,
          state: mail.state,
          attempts: mail.attempts,
          reply: mail.reply,
          created_at: mail.created_at,
          sent_at: mail.sent_at,
        })),
      }
    },
  )
}
