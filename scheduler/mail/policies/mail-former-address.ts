import { player } from '../../../domain/players/player.ts'
import { sealedSports } from '../../../domain/seasons/sealing.ts'
import { tookPart } from '../../../domain/seasons/season.ts'
import { listDocuments } from '../../../projections/read-models/find-documents.ts'
import { idIn } from '../../../projections/read-models/logged-event.ts'
import type { Services } from '../../services.ts'
import { addAsWritten } from '../add-notices.ts'
import { findMailFacts } from '../mail-facts.ts'
import { button, note, text } from '../mails/parts.ts'
import { signedBy } from '../mails/reader.ts'
import type { EventOf, PolicyContext } from './policy.ts'

export async function tellFormerAddress(
  { settings }: Pick<Services, 'settings'>,
  context: PolicyContext,
  event: EventOf<'PlayerEmailChanged'>,
): Promise<void> {
  const playerId = idIn(event)
  const seasons = [...(await listDocuments(context.read, 'season')).values()]
  const sealed = seasons.find(
    (one) => tookPart(one.season).has(playerId) && sealedSports(one, context.now).length > 0,
  )
  const facts = sealed && (await findMailFacts(context, { seasonId: sealed.season.seasonId, roundId: null }))
  if (!facts) return
  const was = await context.chronicle.before(player, [playerId], event.position)
  const { seasonId, name: season } = facts.season
  const mail = { template: 'address-changed', seasonId, playerId, was, uselessAt: null } as const
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
