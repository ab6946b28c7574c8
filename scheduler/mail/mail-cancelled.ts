import { toldAlready } from '../../platform/mail/outbox-players.ts'
import { aboutRound } from './mail-news.ts'
import { mailMissingLinksOfRound } from './mail-pick-links.ts'
import type { EventOf, MailToPlayers, PolicyContext } from './policy.ts'

/** That a sport which players knew of is not played. */
export async function mailCancelled(
  context: PolicyContext,
  event: EventOf<'RoundCancelled'>,
): Promise<MailToPlayers[]> {
  const { roundId, cancelledAt } = event.data
  const round = await context.read
    .selectFrom('rounds')
    .select(['status', 'cancelled_at'])
    .where('id', '=', roundId)
    .executeTakeFirst()
  // It has been reinstated since, and perhaps cancelled again: a later event tells of that.
  if (round?.cancelled_at !== cancelledAt || round.status === 'draft') return []
  return aboutRound(context, event, { template: 'cancelled', since: cancelledAt })
}

/** That their links work again, to those who were told that they do not; a link to those who lack it. */
export async function mailReinstated(
  context: PolicyContext,
  event: EventOf<'RoundReinstated'>,
): Promise<MailToPlayers[]> {
  const links = await mailMissingLinksOfRound(context, event)
  const lacking = links.flatMap(({ roundId, playerIds }) => (roundId === event.data.roundId ? playerIds : []))
  const since = event.metadata.occurredAt
  const news = await aboutRound(context, event, { template: 'reinstated', since })
  const toTell = news.map(async (mail) => {
    const told = await toldAlready(context.privateSchema, mail, ['cancelled'], HAVE_HEARD)
    const heard = new Set(told.map(({ playerId }) => playerId))
    return { ...mail, playerIds: mail.playerIds.filter((id) => heard.has(id) && !lacking.includes(id)) }
  })
  return [...links, ...(await Promise.all(toTell))]
}

/** One that is queued may be on its way. */
const HAVE_HEARD = ['queued', 'sent', 'kept', 'unconfirmed', 'failed'] as const
