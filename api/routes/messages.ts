import { audienceOf, sendMessageTo, withdraw } from '../../commands/messages.ts'
import type { CommandServices } from '../../commands/services.ts'
import { counted } from '../../domain/names.ts'
import { Refusal } from '../../domain/refusal.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import { mailOutcome } from '../answers/mail-outcome.ts'
import type { MessageBody } from '../contract/messages.ts'
import { underNewId } from '../idempotency/idempotency.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

export function messageRoutes(
  app: App,
  services: CommandServices & Pick<Services, 'outbox' | 'settings'>,
): void {
  const { read, outbox } = services

  serve(app, 'POST /admin/previews/message', async ({ body }) => {
    requireOneLine(body)
    const { households, withoutAddress, declined } = await audienceOf(services, body)
    const readers = households[0] ?? withoutAddress.concat(declined).slice(0, 1)
    return {
      mails: households.length,
      households: households.filter(({ length }) => length > 1).length,
      withoutAddress: withoutAddress.map(({ name }) => name),
      declined: declined.map(({ name }) => name),
      ...(await outbox.previewMessage(body, readers)),
    }
  })

  serve(app, 'POST /admin/messages', async (request, reply) => {
    const { seasonId, audience, roundId, subject, text, replyTo } = requireOneLine(request.body)
    const addressed = await audienceOf(services, request.body)
    if (!(await currentSettings(read)).notificationsOn) throw new Refusal('mail-off')
    const about = audience.endsWith('picked') && roundId !== undefined && { roundId }
    const details = { seasonId, audience, ...about, subject, text, ...(replyTo && { replyTo }) }
    const { messageId: id, recipients } = await underNewId(services, request, 'message', (messageId) =>
      sendMessageTo(services, contextOf(request), { messageId, ...details }, addressed),
    )
    const recipientCount = recipients.length
    const sentence = `Your message goes to ${counted(recipientCount, 'player')} in a minute`
    const { message } = await mailOutcome(services, recipientCount, sentence)
    return reply.code(201).send({ id, recipientCount, message })
  })

  serve(app, 'POST /admin/messages/{id}/withdraw', async (request) => {
    await withdraw(services, contextOf(request), request.params.id)
    return { message: 'Message withdrawn: nobody gets it' }
  })
}

function requireOneLine(body: MessageBody): MessageBody {
  if (/[\n\v\f\r\u0085\u2028\u2029]/.test(body.subject)) throw new Refusal('message-subject-lines')
  return body
}
