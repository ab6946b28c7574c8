import { type Player, player } from '../../../domain/players/player.ts'
import { openChronicle } from '../../../projections/past/chronicle.ts'
import { idIn } from '../../../projections/read-models/logged-event.ts'
import type { Services } from '../../services.ts'
import { addAsWritten } from '../add-notices.ts'
import { findMailFacts } from '../mail-facts.ts'
import { button, note, text } from '../mails/parts.ts'
import { signedBy } from '../mails/reader.ts'
import { newlyPaused, seasonsOf, staleAt } from './mail-picks-paused.ts'
import type { EventOf, PolicyContext } from './policy.ts'

export type DeletedPlayer = { was: Player; since: EventOf<'PlayerDeactivated' | 'PlayerRemoved'> }

export async function deletedPlayer(
  { store }: Pick<Services, 'store'>,
  event: EventOf<'PlayerRemoved'>,
): Promise<DeletedPlayer> {
  const chronicle = openChronicle(store)
  const last = (await chronicle.of(event.stream))
    .filter(({ event: { revision } }) => revision < event.revision)
    .findLast(({ event: { type } }) => type === 'PlayerDeactivated' || type === 'PlayerReactivated')
  return {
    was: await chronicle.before(player, [idIn(event)], event.position),
    since: last?.event.type === 'PlayerDeactivated' ? (last.event as EventOf<'PlayerDeactivated'>) : event,
  }
}

/** Unless a mail said so when the player was deactivated. */
export async function tellDeletedPlayer(
  { settings }: Pick<Services, 'settings'>,
  context: PolicyContext,
  event: EventOf<'PlayerRemoved'>,
  { was, since }: DeletedPlayer,
): Promise<void> {
  const playerId = idIn(event)
  const uselessAt = staleAt(since)
  if (uselessAt <= context.now) return
  for (const seasonId of await seasonsOf(context.read, event)) {
    const paused = await newlyPaused(context, { seasonId, roundId: null }, since, [playerId])
    const facts = paused.length > 0 ? await findMailFacts(context, { seasonId, roundId: null }) : null
    if (!facts) continue
    const season = facts.season.name
    const mail = { template: 'player-deleted', seasonId, playerId, was, uselessAt } as const
    await addAsWritten(context, event, mail, facts, (name) => ({
      subject: `${season}: you were deleted as a player`,
      heading: 'You were deleted as a player',
      parts: [
        text(`Hi ${name},`),
        text(
          `An admin deleted you as a player while picks of ${season} were open. Your links no longer work.`,
        ),
        note('This cannot be undone, but an admin can add you again. The Changes page says who did it.'),
        button('See the changes', `${settings.appUrl}/record?season=${seasonId}`),
      ],
      signature: signedBy(facts, 'Until then!'),
    }))
  }
}
