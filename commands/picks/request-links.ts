import { requireLinkInForce } from '../../domain/picks/pick.ts'
import { player, requestPickLinks } from '../../domain/players/player.ts'
import { Refusal } from '../../domain/refusal.ts'
import { isOpenAt, presentRound } from '../../domain/rounds/round.ts'
import { isPlayed } from '../../domain/seasons/season.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import { settings } from '../../domain/settings/settings.ts'
import { loadFrom } from '../../platform/event-store/transact.ts'
import type { PickLink } from '../../platform/links/links.ts'
import { command, current } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { pickContext } from '../lookups.ts'
import type { CommandServices } from '../services.ts'

/** Mails the owner of a link all links to open sports of its season, to the owner's address alone. False if it did so within the last hour. */
export async function requestLinks(
  services: CommandServices,
  context: CommandContext,
  link: PickLink,
): Promise<boolean> {
  const { seasonId, playerId } = link
  const linked = await pickContext(loadFrom(services.store), link)
  presentRound(linked.round)
  requireLinkInForce(linked)
  const { season, rounds } = await current(services, seasonStream, seasonId)
  const plays = isPlayed(season) && 'participants' in season && season.participants.has(playerId)
  const isOpen = [...rounds.values()].some((round) => isOpenAt(round, context.receivedAt))
  if (!plays || !isOpen) throw new Refusal('links-without-open-sport')
  if (!(await current(services, settings)).notificationsOn) throw new Refusal('links-without-mail')
  const { events } = await command(services, context, player, [playerId], (who) =>
    requestPickLinks(who, seasonId, context.receivedAt),
  )
  return events.length > 0
}
