import type { EventMetadata } from '../../domain/event.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import {
  mailedPlayers,
  occasionOf,
  type PlayerMail,
  queuePlayerMails,
} from '../../platform/mail/outbox-players.ts'
import type { Services } from '../services.ts'
import { causeOf } from './mail-cause.ts'
import { findMailFacts } from './mail-facts.ts'
import { playersTold, writePlayerMail } from './player-mail.ts'
import type { MailToPlayers, PolicyContext } from './policy.ts'
import { recipients } from './recipients.ts'

/**
 * Puts what was ordered into the outbox: one mail for each address, and of each occasion one for each player, however
 * often this is called and whatever address they have by then. While mail is switched off it is kept as suppressed.
 */
export async function queueMailsToPlayers(
  services: Pick<Services, 'links' | 'reminderLinks' | 'settings'>,
  { read, privateSchema, now }: PolicyContext,
  cause: { id: string; position: Position; metadata: EventMetadata },
  mails: readonly MailToPlayers[],
): Promise<void> {
  for (const mail of mails) {
    const facts = await findMailFacts(read, mail, causeOf(cause))
    if (!facts) continue
    const occasion = occasionOf(cause.id, mail)
    const mailed = await mailedPlayers(privateSchema, occasion)
    const told = await playersTold(privateSchema, mail, null)
    const players = [...facts.participants.values()].filter(
      ({ id, is_active }) => is_active === 1 && mail.playerIds.includes(id) && !mailed.has(id),
    )
    const { template, seasonId, roundId, uselessAt } = mail
    const topic = { template, seasonId, roundId }
    const messages = recipients(players).map(
      (recipient): PlayerMail => ({
        ...topic,
        ...writePlayerMail(services, topic, facts, recipient, { told, uselessAt }),
        ...{ occasion, position: cause.position, playerIds: recipient.map(({ id }) => id) },
      }),
    )
    await queuePlayerMails(
      privateSchema,
      messages,
      now,
      facts.settings.notificationsOn ? 'queued' : 'suppressed',
    )
  }
}
