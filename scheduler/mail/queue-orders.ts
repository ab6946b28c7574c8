import type { EventMetadata } from '../../domain/event.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import {
  mailedPlayers,
  occasionOf,
  type PlayerMail,
  queuePlayerMails,
} from '../../platform/mail/outbox-players.ts'
import type { Services } from '../services.ts'
import { households } from './households.ts'
import { causeOf } from './mail-cause.ts'
import { findMailFacts } from './mail-facts.ts'
import { playersTold, writePlayerMail } from './player-mail.ts'
import type { MailOrder, Sight } from './reaction.ts'

/**
 * Puts what was ordered into the outbox: one mail for each address, and of each occasion one for each player, however
 * often this is called and whatever address they have by then. While mail is switched off it is kept as suppressed.
 */
export async function queueOrders(
  services: Pick<Services, 'links' | 'reminderLinks' | 'settings'>,
  { read, privateSchema, now }: Sight,
  cause: { id: string; position: Position; metadata: EventMetadata },
  orders: readonly MailOrder[],
): Promise<void> {
  for (const order of orders) {
    const facts = await findMailFacts(read, order, causeOf(cause))
    if (!facts) continue
    const occasion = occasionOf(cause.id, order)
    const mailed = await mailedPlayers(privateSchema, occasion)
    const told = await playersTold(privateSchema, order, null)
    const players = [...facts.participants.values()].filter(
      ({ id, is_active }) => is_active === 1 && order.playerIds.includes(id) && !mailed.has(id),
    )
    const { template, seasonId, roundId, uselessAt } = order
    const topic = { template, seasonId, roundId }
    const mails = households(players).map(
      (household): PlayerMail => ({
        ...topic,
        ...writePlayerMail(services, topic, facts, household, { told, uselessAt }),
        ...{ occasion, position: cause.position, playerIds: household.map(({ id }) => id) },
      }),
    )
    await queuePlayerMails(
      privateSchema,
      mails,
      now,
      facts.settings.notificationsOn ? 'queued' : 'suppressed',
    )
  }
}
