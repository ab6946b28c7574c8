import type { UpdateQueryBuilder, UpdateResult } from 'kysely'
import { comparable } from '../../domain/names.ts'
import { deleteRequestsOf } from '../database/join-requests.ts'
import type { PrivateSchema, PrivateTables } from '../database/private-schema.ts'
import type { Position } from '../event-store/event-store.ts'
import { forgetAskedPages } from '../mail/asked-pages.ts'

/** Whose names are in a stream of their own. */
export type Person = { kind: 'player' | 'admin' | 'champion'; id: number }

const NO_TEXT = { body_text: '', body_html: '', unsubscribe_url: null, reply_to: null }

/** Of one event, which is gone with all that it said. */
export async function dropMailsOf(privateSchema: PrivateSchema, position: Position): Promise<void> {
  const mails = privateSchema.updateTable('mails').where('position', '=', position)
  await skipQueued(mails)
  await mails.set({ ...NO_TEXT, subject: '' }).execute()
}

/** Mail that waits for others is written again when it is sent. `addresses`: all that the person ever had. */
export async function forgetRecipient(
  privateSchema: PrivateSchema,
  { kind, id }: Person,
  addresses: readonly string[],
): Promise<void> {
  // No mail tells of a champion who was recorded by hand.
  if (kind === 'champion') return
  const nobody = { recipient_name: `Erased ${kind} ${id}`, recipient_address: '', subject: '', reply: null }
  const mails = privateSchema.updateTable('mails')
  const mailsToPlayers = privateSchema
    .selectFrom('notices')
    .select('mail_id')
    .where('mail_id', 'is not', null)
  if (kind === 'player') {
    const theirs = mails.where('id', 'in', mailsToPlayers.where('player_id', '=', id))
    const toOthersToo = mailsToPlayers.where('player_id', '!=', id)
    const alone = theirs.where('id', 'not in', toOthersToo)
    await skipQueued(alone)
    await alone.set(nobody).execute()
    await theirs
      .where('id', 'in', toOthersToo)
      .set({ recipient_name: `Erased player ${id} and others` })
      .execute()
    await theirs.set({ confidential: true }).where('state', '=', 'queued').execute()
    await theirs.set(NO_TEXT).execute()
  }
  const namingOthers = mails.where('names_others', '=', true)
  // Other mails that wait are written again.
  await skipQueued(namingOthers.where('template', '=', 'admin-summary'))
  await namingOthers.set(NO_TEXT).execute()
  const had = new Set(addresses.map(comparable))
  await deleteRequestsOf(privateSchema, kind === 'player' ? id : null, had)
  if (had.size === 0) return
  await forgetAskedPages(privateSchema, had)
  const written = await privateSchema.selectFrom('mails').select('recipient_address').distinct().execute()
  const theirs = written.map((row) => row.recipient_address).filter((one) => had.has(comparable(one)))
  if (theirs.length === 0) return
  const toThem = mails.where('recipient_address', 'in', theirs)
  await skipQueued(toThem.where('template', '=', 'my-link'))
  await toThem
    .set({ ...nobody, ...NO_TEXT })
    .where('id', 'not in', mailsToPlayers)
    .where('state', '!=', 'queued')
    .execute()
}

const skipQueued = (mails: UpdateQueryBuilder<PrivateTables, 'mails', 'mails', UpdateResult>) =>
  mails.set({ state: 'skipped' }).where('state', '=', 'queued').execute()
