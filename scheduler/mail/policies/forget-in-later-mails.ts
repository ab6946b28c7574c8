import { forgetRecipient } from '../../../platform/erasing/mail-erasing.ts'
import type { EventOf, MailToPlayers, PolicyContext } from './policy.ts'

/** An event before the erasure may have become mails meanwhile. */
export async function forgetInLaterMails(
  { privateSchema }: PolicyContext,
  event: EventOf<'PlayerErased' | 'AdminErased'>,
): Promise<MailToPlayers[]> {
  const person =
    event.type === 'PlayerErased'
      ? ({ kind: 'player', id: event.data.playerId } as const)
      : ({ kind: 'admin', id: event.data.adminId } as const)
  await forgetRecipient(privateSchema, person, [])
  return []
}
