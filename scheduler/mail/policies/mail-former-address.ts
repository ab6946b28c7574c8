import { type Player, player } from '../../../domain/players/player.ts'
import { rowsLike } from '../../../projections/history/rows.ts'
import { openChronicle } from '../../../projections/past/chronicle.ts'
import { idIn } from '../../../projections/read-models/logged-event.ts'
import type { Services } from '../../services.ts'
import { addAsWritten } from '../add-notices.ts'
import { findMailFacts } from '../mail-facts.ts'
import { button, note, text } from '../mails/parts.ts'
import { signedBy } from '../mails/reader.ts'
import type { EventOf, PolicyContext } from './policy.ts'

/** Null where another event of the same command tells it. */
export async function formerOwner(
  { read, store }: Pick<Services, 'read' | 'store'>,
  event: EventOf<'PickLinksReplaced'>,
): Promise<Player | null> {
  const { playerId } = event.data
  if (playerId === null) return null
  const ofPlayer = async (type: 'PickLinksReplaced' | 'PlayerEmailChanged') =>
    (await rowsLike(read, { command_id: event.metadata.correlationId, type })).find(
      ({ player_id }) => player_id === playerId,
    )
  const changed = await ofPlayer('PlayerEmailChanged')
  if (!changed || (await ofPlayer('PickLinksReplaced'))?.event_id !== event.id) return null
  return openChronicle(store).before(player, [playerId], changed.position)
}

export async function tellFormerAddress(
  { settings }: Pick<Services, 'settings'>,
  context: PolicyContext,
  event: EventOf<'PickLinksReplaced'>,
  former: Player | null,
): Promise<void> {
  const { roundId, playerId } = event.data
  const facts = former && (await findMailFacts(context, { seasonId: idIn(event), roundId }))
  if (!facts || playerId === null) return
  const { seasonId, name: season } = facts.season
  const mail = { template: 'address-changed', seasonId, playerId, was: former, uselessAt: null } as const
  await addAsWritten(context, event, mail, facts, (name) => ({
    subject: `${season}: ${name}'s address was changed`,
    heading: `${name}'s address was changed`,
    parts: [
      text(`Hi ${name},`),
      text(
        `An admin changed or removed your email address while picks of ${season} were open and hidden from admins. Your old links no longer work, and new ones go elsewhere.`,
      ),
      note('If you did not ask for this, tell the others. The Changes page says who did it.'),
      button('See the changes', `${settings.appUrl}/record?season=${seasonId}`),
    ],
    signature: signedBy(facts, 'Until the next one!'),
  }))
}
