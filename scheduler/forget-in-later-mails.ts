import { forgetRecipient } from '#platform/outbox-erasing'
import type { MailOrder, Occurred, Sight } from './reaction.ts'

/**
 * Once more, behind the erasure: an earlier event may have become mails meanwhile, of tables that still knew the player.
 * From here on none does.
 */
export async function forgetInLaterMails(
  { vault }: Sight,
  { data }: Occurred<'PlayerErased'>,
): Promise<MailOrder[]> {
  await forgetRecipient(vault, { kind: 'player', id: data.playerId }, [])
  return []
}
