import { v5 as uuidv5 } from 'uuid'
import { isPresent } from '../../domain/rounds/round.ts'
import { roundIn } from '../../domain/seasons/season-stream.ts'
import type { NoticeRow } from '../../platform/database/private-schema.ts'
import { insertMails, newRow } from '../../platform/mail/mails.ts'
import { addNotices, occasionOf } from '../../platform/mail/notices.ts'
import { refusedAddresses } from '../../platform/mail/refused-addresses.ts'
import { findDocuments } from '../../projections/read-models/find-documents.ts'
import { findMailFacts } from './mail-facts.ts'
import type { EventOf, MailToPlayers, PolicyContext } from './policies/policy.ts'
import { writeMail } from './write-mail.ts'

/** One of each occasion for each player, however often this is called. */
export async function addNoticesOf(
  context: PolicyContext,
  event: Pick<EventOf, 'id' | 'position'>,
  mails: readonly MailToPlayers[],
): Promise<void> {
  const { read, privateSchema, now } = context
  const seasons = await findDocuments(read, 'season', new Set(mails.map(({ seasonId }) => seasonId)))
  const notices: NoticeRow[] = []
  for (const mail of mails) {
    const { template, seasonId, roundId } = mail
    const document = seasons.get(seasonId)
    if (!document || (roundId !== null && !isPresent(roundIn(document, roundId)))) continue
    const occasion = occasionOf(mail.causeId ?? event.id, template, { seasonId, roundId })
    const mailId = mail.to === undefined ? null : await writeNow(context, event, mail, occasion)
    if (mail.to !== undefined && mailId === null) continue
    notices.push(
      ...mail.playerIds.map((player_id) => ({
        ...{ occasion, player_id, template, season_id: seasonId, round_id: roundId },
        ...{ position: event.position, day: mail.day ?? null, created_at: now, due_at: mail.dueAt ?? now },
        ...{ useless_at: mail.uselessAt, mail_id: mailId, state: null, reply: null },
      })),
    )
  }
  await addNotices(privateSchema, notices)
}

/** Null where its reader has no address that takes mail. */
async function writeNow(
  context: PolicyContext,
  { position }: Pick<EventOf, 'position'>,
  { template, seasonId, to, uselessAt }: MailToPlayers,
  occasion: string,
): Promise<string | null> {
  const { privateSchema, now } = context
  if (!to?.email || (await refusedAddresses(privateSchema))(to.email) !== null) return null
  const facts = await findMailFacts(context, { seasonId, roundId: null })
  if (!facts) return null
  const written = writeMail(context, template, [{ facts, players: [to], isAgain: false, uselessAt }])
  const mail = newRow(uuidv5(`${to.playerId}`, occasion), written, now)
  await insertMails(privateSchema, [{ ...mail, season_id: seasonId, position }])
  return mail.id
}
