import type { Person } from './erasing.ts'
import type { Vault } from './vault.ts'

const NO_TEXT = { body_text: '', body_html: '', unsubscribe_url: null }

/**
 * Takes a person out of the mails that were, or were to be, sent to them. A mail that is for others too loses its names, and
 * its text once it has been sent; a mail that is for nobody else loses all that it says, and is sent no more.
 * @param addresses all that the person ever had.
 */
export async function forgetRecipient(
  vault: Vault,
  { kind, id }: Person,
  addresses: readonly string[],
): Promise<void> {
  const nobody = { recipient_name: `Erased ${kind} ${id}`, recipient_address: '', subject: '', reply: null }
  const outbox = vault.updateTable('outbox')
  const mailsTo = (whom: '=' | '!=') =>
    vault.selectFrom('outbox_players').select('mail_id').where('player_id', whom, id)
  if (kind === 'player') {
    const theirs = outbox.where('id', 'in', mailsTo('='))
    const alone = theirs.where('id', 'not in', mailsTo('!='))
    await alone.set({ state: 'skipped' }).where('state', '=', 'queued').execute()
    await alone.set({ ...nobody, ...NO_TEXT }).execute()
    await theirs
      .where('id', 'in', mailsTo('!='))
      .set({ recipient_name: `Erased player ${id} and others` })
      .execute()
    await theirs.set({ confidential: true }).where('state', '=', 'queued').execute()
    await theirs.set(NO_TEXT).where('state', '!=', 'queued').execute()
  }
  if (addresses.length === 0) return
  await outbox
    .set({ ...nobody, ...NO_TEXT })
    .where('recipient_address', 'in', addresses)
    .where('id', 'not in', vault.selectFrom('outbox_players').select('mail_id'))
    .where('state', '!=', 'queued')
    .execute()
}
