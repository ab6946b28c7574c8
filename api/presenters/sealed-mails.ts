import { templatesWith } from '../../domain/mail-templates.ts'
import type { OutboxRow } from '../../platform/database/private-schema.ts'
import type { SealedPicks } from '../../projections/queries/pick-visibility.ts'

/** What an admin may read of a mail: null where it would tell a pick that is sealed from admins. */
export type ShownMail = { text: string; html: string | null; withheld: boolean }

const PICK_LINK = /\/pick\/(\d{1,15})-(\d{1,15})-\d{1,15}(?:-\d{1,9})?-[\w-]{22}/g

const WITHHELD_TEXT = 'This mail tells of a pick that is sealed from admins until the sport is locked.'

/** A link that opens a sealed pick ends in `withheld`: whoever copies one on the page of the picks does so in the open. */
export async function shownMail(mail: OutboxRow, isSealed: SealedPicks): Promise<ShownMail> {
  if (templatesWith('pick').includes(mail.template) && (await isSealed(mail.season_id, mail.round_id))) {
    return { text: WITHHELD_TEXT, html: null, withheld: true }
  }
  const links = new Map<string, boolean>()
  for (const [link, seasonId, roundId] of `${mail.body_text} ${mail.body_html}`.matchAll(PICK_LINK)) {
    if (!links.has(link)) links.set(link, await isSealed(Number(seasonId), Number(roundId)))
  }
  const without = (body: string) =>
    body.replace(PICK_LINK, (link) => (links.get(link) ? '/pick/withheld' : link))
  return {
    text: without(mail.body_text),
    html: mail.body_html === '' ? null : without(mail.body_html),
    withheld: [...links.values()].some(Boolean),
  }
}
