import type { Mail } from '#platform/outbox'
import { FIRST_ISSUE } from '#platform/pick-link'
import { idIn } from '#projections/read-model'
import { currentSettings } from '#projections/settings'
import { type PickLinkMail, pickLinkMail } from './mails/pick-link.ts'
import type { Occurred } from './reaction.ts'
import type { Services } from './services.ts'

/** Everybody who has an address gets a link of their own when a round opens. */
export function mailPickLinks(services: Services, event: Occurred<'RoundActivated'>): Promise<Mail[]> {
  return mailLinks(services, event, 'pick-link')
}

/** The link that they have already, once more. */
export function mailReminders(services: Services, event: Occurred<'PlayersReminded'>): Promise<Mail[]> {
  return mailLinks(services, event, 'reminder')
}

async function mailLinks(
  { read, links }: Services,
  event: Occurred<'RoundActivated' | 'PlayersReminded'>,
  occasion: PickLinkMail['occasion'],
): Promise<Mail[]> {
  const { recipients } = event.data
  const found = await read
    .selectFrom('rounds')
    .innerJoin('seasons', 'seasons.id', 'rounds.season_id')
    .select(['rounds.id', 'sport_name', 'locks_at', 'time_zone', 'email_message', 'name', 'commissioner'])
    .where('rounds.id', '=', idIn(event))
    .executeTakeFirst()
  if (!found || recipients.length === 0) return []
  const { name, commissioner, ...round } = found
  const players = await read
    .selectFrom('players')
    .select(['id', 'name', 'email'])
    .where('id', 'in', recipients)
    .where('is_active', '=', 1)
    .execute()
  const settings = await currentSettings(read)
  return players.flatMap(({ id, name: playerName, email }) => {
    if (email === null) return []
    const url = links.urlFor({ roundId: round.id, playerId: id, issue: FIRST_ISSUE })
    const player = { id, name: playerName, email }
    return [pickLinkMail({ player, round, season: { name, commissioner }, settings, url, occasion })]
  })
}
