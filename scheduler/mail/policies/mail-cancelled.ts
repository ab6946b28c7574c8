import { idIn } from '../../../domain/stream-id.ts'
import { lastSeenNotices } from '../../../platform/mail/notices.ts'
import { findRound } from '../../../projections/now/rounds.ts'
import { toEverybody } from './mail-news.ts'
import { mailMissingLinksOfRound } from './mail-pick-links.ts'
import type { Policy } from './policy.ts'

export const mailCancelled: Policy<'RoundCancelled'> = async (context, event) => {
  const { roundId, cancelledAt } = event.data
  const round = (await findRound(context.read, roundId))?.round
  // It has been reinstated since, and perhaps cancelled again: a later event says so.
  if (round?.cancelled?.at !== cancelledAt || round.status === 'draft') return []
  const { seasonId } = round
  return toEverybody(context, { template: 'cancelled', since: cancelledAt, seasonId, roundId })
}

export const mailReinstated: Policy<'RoundReinstated'> = async (context, event) => {
  const { privateSchema } = context
  const { roundId } = event.data
  const links = await mailMissingLinksOfRound(context, event)
  const lacking = links.flatMap((mail) => (mail.roundId === roundId ? mail.playerIds : []))
  const heard = await lastSeenNotices(privateSchema, { seasonId: null, roundId }, ['cancelled', 'reinstated'])
  const since = event.metadata.occurredAt
  const seasonId = idIn(event)
  const news = await toEverybody(context, { template: 'reinstated', since, seasonId, roundId })
  const toTell = news.map((mail) => ({
    ...mail,
    uselessAt: null,
    playerIds: mail.playerIds.filter(
      (id) => heard.get(id)?.template === 'cancelled' && !lacking.includes(id),
    ),
  }))
  return [...links, ...toTell]
}
